"""Tables: named rows of cells, and the columns of each table by type, meaning and unit.  Needs no pandas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from gograde.scoring.record import Visibility
from gograde.scoring.totals import FINEST
from gograde.scoring.verdict import Verdict

Cell = str | float | int | bool | None
"""A cell: None is unknown, and nothing adds it up; text is not neutralised."""

Kind = Literal["string", "number", "integer", "boolean", "datetime"]
"""A type of Table Schema."""

MEASURED = "measured"
"""The folder below the reports with all that differs when a program runs again."""


@dataclass(frozen=True)
class Column:
    """A column: its name, its type, what it means; `unit` is empty for what is no quantity."""

    name: str
    type: Kind
    description: str
    unit: str = ""
    constraints: dict[str, Any] = field(default_factory=dict)

    @property
    def is_number(self) -> bool:
        """Whether its cells are numbers, which stand at the right of a column."""
        return self.type in ("number", "integer")


@dataclass(frozen=True)
class Schema:
    """The columns of a table; the columns of `key` name a row.

    What is measured differs when a program runs again, so it lies in a folder of its own.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    measured: bool = False

    @property
    def path(self) -> str:
        """The file of the table, below the reports."""
        return f"{MEASURED}/{self.name}.csv" if self.measured else f"{self.name}.csv"


@dataclass(frozen=True)
class Table:
    """The rows of a schema; every row has a cell for each column."""

    schema: Schema
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def name(self) -> str:
        return self.schema.name

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.schema.columns

    def dicts(self) -> Iterator[dict[str, Any]]:
        """The rows, each by column name."""
        names = [column.name for column in self.columns]
        return (dict(zip(names, row, strict=True)) for row in self.rows)

    def without(self, name: str) -> Table:
        """The table without a column."""
        at = [column.name for column in self.columns].index(name)
        left = replace(self.schema, columns=(*self.columns[:at], *self.columns[at + 1 :]))
        return Table(left, tuple((*row[:at], *row[at + 1 :]) for row in self.rows))

    def with_rows(self, rows: Iterable[tuple[Cell, ...]]) -> Table:
        """The same columns with other rows."""
        return replace(self, rows=tuple(rows))


def table(schema: Schema, rows: Iterable[Iterable[Cell]]) -> Table:
    """A table of these rows, with rounded numbers; empty text is unknown."""
    return Table(
        schema,
        tuple(
            tuple(_near(v) if isinstance(v, float) else None if v == "" else v for v in row) for row in rows
        ),
    )


def _near(value: float) -> float:
    near = round(value, FINEST)
    return int(near) if near.is_integer() else near


# -- the columns of every table --------------------------------------------------------------------

_REQUIRED = {"required": True}
_AMOUNT: dict[str, Any] = {"minimum": 0}
_VERDICT = {"enum": [verdict.value for verdict in Verdict]}
_VISIBILITY = {"enum": [word.value for word in Visibility]}
_OFFICIAL = {"enum": ["pass", "fail", "pending", "error", "not-submitted"]}
_POINTS = ("points", _AMOUNT)
_COUNT = ("", _AMOUNT)
_PERCENT = ("percent", _AMOUNT)
_ELO = ("Elo points",)
_SHARE = ("share from 0 to 1", {"minimum": 0, "maximum": 1})

_STUDENT = Column("student_id", "string", "Id of the student in the roster", "", _REQUIRED)
_WORK = Column("assignment", "string", "Id of the assignment", "", _REQUIRED)
FINAL = "Points of {} after lateness and corrections; empty while a test is not decided"


def grades_schema(assignments: Sequence[str], more: Sequence[str] = ()) -> Schema:
    """A row a student; one column an assignment, called `<assignment>_final`.

    `more` are further columns of the roster; a name that means something else is written `roster_<name>`.
    """
    finals = [Column(f"{name}_final", "number", FINAL.format(name), *_POINTS) for name in assignments]
    taken = {column.name for column in (*_PERSON, *_TOTAL, *finals)}
    names = [_unused(_UNSAFE.sub("_", name), taken) for name in more]
    told = (Column(name, "string", "From the roster") for name in names)
    return Schema("grades", "A row a student", (*_PERSON, *told, *_TOTAL, *finals), ("student_id",))


def _unused(name: str, taken: set[str]) -> str:
    """The name, or one like it that no other column has."""
    while name in taken:
        name = f"roster_{name}"
    taken.add(name)
    return name


_UNSAFE = re.compile(r"^\W|[^\w .-]|\W$")
"""Characters that a spreadsheet may obey, at least at the beginning of a cell."""

_PERSON = (
    Column("student_id", "string", _STUDENT.description, "", {**_REQUIRED, "unique": True}),
    Column("last_name", "string", "Family name"),
    Column("first_name", "string", "Given name"),
    Column("email", "string", "Address"),
)
_TOTAL = (
    Column("total", "number", "Weighted mean of all marks; empty while a test is not decided", *_PERCENT),
    Column("total_at_least", "number", "The least that the total can become", *_PERCENT),
    Column("total_at_most", "number", "The most that the total can become", *_PERCENT),
    Column("total_pending", "number", "Points of all assignments that are not decided yet", *_POINTS),
)

SCORES = Schema(
    "scores",
    "A row a student and assignment",
    (
        _STUDENT,
        _WORK,
        Column("verdict", "string", "The gravest thing that happened to the submission", "", _VERDICT),
        Column("badge", "string", "The verdict of all that counts, after corrections", "", _VERDICT),
        Column(
            "official", "string", "All or nothing after corrections; empty where not asked for", "", _OFFICIAL
        ),
        Column("final", "number", "Points after lateness and corrections; empty while not decided", *_POINTS),
        Column("at_least", "number", "The least that the final points can become", *_POINTS),
        Column("at_most", "number", "The most that the final points can become", *_POINTS),
        Column("score", "number", "Points of all tests; empty while one is not decided", *_POINTS),
        Column("score_at_least", "number", "Points that are certain", *_POINTS),
        Column("max_score", "number", "The most that all tests can give", *_POINTS),
        Column("pending", "number", "Points of tests that are not decided yet", *_POINTS),
        Column("late_days", "integer", "Days late, begun days count", "days", _AMOUNT),
        Column("late_penalty", "number", "Points taken off for lateness", *_POINTS),
        Column("corrections", "integer", "How many corrections a person made", *_COUNT),
        Column("tests", "integer", "How many tests there are", *_COUNT),
        Column("tests_graded", "integer", "How many tests nothing can change any more", *_COUNT),
        Column("tests_waiting", "integer", "How many tests wait for a person", *_COUNT),
        Column("waiting", "number", "Points of tests that wait for a person", *_POINTS),
        Column("broken", "number", "Points of tests at which the grader failed", *_POINTS),
        Column("judge_error", "boolean", "Whether the grader failed anywhere"),
        Column("flags", "string", "Ids of the remarks for a person, with blanks between"),
        Column("sandbox", "string", "What held the program; none when trusted, empty when nothing came"),
    ),
    ("student_id", "assignment"),
)

GROUPS = Schema(
    "groups",
    "A row a student, assignment and group of tests",
    (
        _STUDENT,
        _WORK,
        Column("group", "string", "Group of tests", "", _REQUIRED),
        Column("score", "number", "Points after corrections; empty while a test is not decided", *_POINTS),
        Column("score_at_least", "number", "Points that are certain", *_POINTS),
        Column("max_score", "number", "The most that its tests can give", *_POINTS),
        Column("pending", "number", "Points of its tests that are not decided yet", *_POINTS),
    ),
    ("student_id", "assignment", "group"),
)

TESTS = Schema(
    "tests",
    "A row a test of a submission",
    (
        _STUDENT,
        _WORK,
        Column("test", "string", "Name of the test: batch and question", "", _REQUIRED),
        Column("group", "string", "Group of tests it counts in"),
        Column("batch", "string", "Cases that one run answers"),
        Column("verdict", "string", "What became of it, after corrections", "", {**_REQUIRED, **_VERDICT}),
        Column("points", "number", "Points after corrections; empty when not graded", *_POINTS),
        Column("max_points", "number", "The most the test can give", "points", {**_REQUIRED, **_AMOUNT}),
        Column("corrected", "number", "Points that a person gave instead; empty when nobody did", *_POINTS),
        Column("visibility", "string", "When students may see it", "", _VISIBILITY),
        Column("message", "string", "Why, in words"),
        Column("mistake", "string", "The known mistake that gives this wrong answer, as it is told"),
        Column("remarks", "string", "Remarks that cost nothing"),
        Column("features", "string", "What the case was made to test"),
    ),
    ("student_id", "assignment", "test"),
)

RUNS = Schema(
    "runs",
    "A row a run of a program",
    (
        _STUDENT,
        _WORK,
        Column("batch", "string", "Cases that the run answered", "", _REQUIRED),
        Column("verdict", "string", "How the run ended", "", {**_REQUIRED, **_VERDICT}),
        Column("message", "string", "Why, in words"),
        Column("pictures", "integer", "How many pictures it left", *_COUNT),
    ),
    ("student_id", "assignment", "batch"),
)

USAGE = Schema(
    "usage",
    "A row a run, with what was measured: the only table that differs when a program runs again",
    (
        _STUDENT,
        _WORK,
        Column("batch", "string", "Cases that the run answered", "", _REQUIRED),
        Column("cpu_s", "number", "CPU time of all its processes", "seconds", _AMOUNT),
        Column(
            "cpu_limit_s", "number", "CPU time that the run may take; empty for games", "seconds", _AMOUNT
        ),
        Column("wall_s", "number", "Time by the clock", "seconds", _AMOUNT),
        Column("max_rss_kib", "integer", "Most memory held at once", "KiB", _AMOUNT),
        Column("output_bytes", "integer", "Length of what it printed", "bytes", _AMOUNT),
        Column("exit_code", "integer", "Exit code; empty when a signal ended it"),
        Column("signal", "integer", "Number of the signal that ended it"),
        Column("killed_for", "string", "The limit that ended it"),
    ),
    ("student_id", "assignment", "batch"),
    measured=True,
)

GAMES = Schema(
    "games",
    "A row a game, of leagues and against reference players",
    (
        Column("game", "integer", "Number of the row", "", _REQUIRED),
        _WORK,
        Column("series", "string", "The test that the game belongs to; league for one among classmates"),
        Column("round", "integer", "Round of the league"),
        Column("black", "string", "Black's player: a student's id or reference/NAME", "", _REQUIRED),
        Column("white", "string", "White's player", "", _REQUIRED),
        Column("winner", "string", "The player that won", "", _REQUIRED),
        Column("ended", "string", "points, or the fault by which the loser forfeited"),
        Column("plies", "integer", "Moves and passes of both", *_COUNT),
        Column("counted", "boolean", "Whether the game counts; a repeated one counts once"),
        Column("moves", "string", "Moves as row,column from 0 at the top left, or PASS, with blanks between"),
    ),
    ("game",),
)

RATINGS = Schema(
    "ratings",
    "A row a player of a league, the best first",
    (
        _WORK,
        Column("player", "string", "A student's id or reference/NAME", "", _REQUIRED),
        Column("student_id", "string", "Id of the student; empty for a reference player"),
        Column("place_from", "integer", "The best place that the games leave open"),
        Column("place_to", "integer", "The worst place that the games leave open"),
        Column("elo", "number", "Rating; empty without games that count", *_ELO),
        Column("elo_low", "number", "Lower end of its 95 % interval", *_ELO),
        Column("elo_high", "number", "Upper end of its 95 % interval", *_ELO),
        Column("expected", "number", "Expected win rate against all others", *_SHARE),
        Column("expected_low", "number", "Lower end of its 95 % interval", *_SHARE),
        Column("expected_high", "number", "Upper end of its 95 % interval", *_SHARE),
        Column("won", "integer", "Games won", "games", _AMOUNT),
        Column("played", "integer", "Games played", "games", _AMOUNT),
        Column("won_black", "integer", "Games won as Black", "games", _AMOUNT),
        Column("played_black", "integer", "Games played as Black", "games", _AMOUNT),
        Column("forfeits", "integer", "Games lost by its own fault", "games", _AMOUNT),
        Column("frozen", "boolean", "Whether the rating is fixed, as that of a reference player"),
        Column("broken", "string", "The fault by which it lost three times in a row"),
    ),
    ("assignment", "player"),
)

LATE = Schema(
    "late",
    "A row a submission that was handed in",
    (
        _STUDENT,
        _WORK,
        Column("due", "datetime", "When it was due; empty without a date", "ISO 8601"),
        Column("extension_hours", "number", "Hours that the student had more", "hours", _AMOUNT),
        Column("submitted_at", "datetime", "When it was handed in", "ISO 8601", _REQUIRED),
        Column("time_basis", "string", "Where the time comes from"),
        Column("days", "integer", "Days late after extension and grace, begun days count", "days", _AMOUNT),
        Column("penalty", "number", "Points taken off", *_POINTS),
        Column("reason", "string", "Why, in words"),
    ),
    ("student_id", "assignment"),
)

OVERRIDES = Schema(
    "overrides",
    "A row a correction by a person",
    (
        _STUDENT,
        _WORK,
        Column("test", "string", "The test; empty for the whole submission"),
        Column("points", "number", "Points that the person gave", *_POINTS),
        Column("before", "number", "Points before; empty when not graded", *_POINTS),
        Column("by", "string", "Who corrected"),
        Column("at", "string", "When, in the person's words"),
        Column("reason", "string", "Why"),
    ),
    ("student_id", "assignment", "test"),
)

CORRECTIONS = Schema(
    "corrections",
    "A row a correction for the whole class",
    (
        _WORK,
        Column("number", "integer", "Which of the assignment's, from 1", "", _REQUIRED),
        Column("name", "string", "The test, or the case with all its tests", "", _REQUIRED),
        Column("do", "string", "void, full (points), replace or accept (an answer)", "", _REQUIRED),
        Column("by", "string", "Who corrected"),
        Column("at", "string", "When, in the person's words"),
        Column("reason", "string", "Why, as students read it"),
    ),
    ("assignment", "number"),
)
