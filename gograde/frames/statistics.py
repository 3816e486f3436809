"""Statistics of a class, each a table made from the tables of its marks.

What is not decided (JE, RV, pending) is left out and counted, never taken for 0; so are submissions that were
not handed in.  Every number stands beside the number of students or submissions that it was made from.
They are computed without pandas: to load it takes longer than all of them for a class of hundreds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from math import fsum, sqrt
from operator import itemgetter
from typing import Any

from gograde.classroom.handed_in import NOT_LATE
from gograde.frames.table import Cell, Column, Schema, Table, table

Tables = Mapping[str, Table]
"""The tables of the marks, by name."""

Row = tuple[Cell, ...]

NOBODY = "catches nobody"
EVERYBODY = "catches everybody"

_WHOLE_ROWS = "Students of whom all tests are decided that are decided for at least half"
_WORK = Column("assignment", "string", "Id of the assignment")
ITEMS = Schema(
    "items",
    "Difficulty and discrimination of each test",
    (
        _WORK,
        Column("test", "string", "Name of the test"),
        Column("group", "string", "Group of tests"),
        Column("n", "integer", "Students who handed in and of whom the test is decided", "students"),
        Column("open", "integer", "Left out: not decided", "students"),
        Column("right", "number", "Mean share of the points: 1 is easy", "share from 0 to 1"),
        Column(
            "discrimination",
            "number",
            "Correlation (point-biserial) with the points of all other tests; empty without a spread",
        ),
        Column("n_discrimination", "integer", _WHOLE_ROWS, "students"),
        Column("remark", "string", "catches nobody: all are right; catches everybody: all are wrong"),
    ),
    ("assignment", "test"),
)
RELIABILITY = Schema(
    "reliability",
    "Cronbach's alpha of the tests that are worth points",
    (
        _WORK,
        Column("tests", "integer", "Tests that are worth points and decided for at least half"),
        Column("n", "integer", _WHOLE_ROWS, "students"),
        Column("open", "integer", "Left out: one of these is not decided", "students"),
        Column("alpha", "number", "Cronbach's alpha; empty without two tests and a spread of totals"),
    ),
    ("assignment",),
)
MISTAKES = Schema(
    "mistakes",
    "Known mistakes that give the wrong answers, the most frequent first",
    (
        _WORK,
        Column("mistake", "string", "The mistake, as it is told; empty for answers of no known one"),
        Column("tests", "integer", "Wrong answers that it gives"),
        Column("students", "integer", "Students with such an answer", "students"),
    ),
    ("assignment", "mistake"),
)


def _columns(tables: Tables, name: str, wanted: str) -> Iterator[tuple[Any, ...]]:
    """Some columns of a table, row by row; blanks stand between their names."""
    names = [column.name for column in tables[name].columns]
    return map(itemgetter(*map(names.index, wanted.split())), tables[name].rows)


class _Sheet:
    """The points of all who handed in an assignment: by test that is worth points, then by student.

    `tests` has all of these tests with their group and worth; `whole` are the tests that are decided for at
    least half, each with the points of the students of whom all these are decided.  Without that half, one
    picture that waits for a person would leave nobody to compare.
    """

    def __init__(self, points: Mapping[str, Mapping[str, float | None]]) -> None:
        students = sorted({student for own in points.values() for student in own})
        self.students = len(students)
        self.known = {
            test: [value for value in own.values() if value is not None] for test, own in points.items()
        }
        often = [test for test, known in self.known.items() if 2 * len(known) >= len(students)]
        rows = [[points[test].get(student) for test in often] for student in students]
        whole = [row for row in rows if None not in row]
        self.rows = len(whole)
        self.whole: Mapping[str, Sequence[float]] = {
            test: [row[at] for row in whole]  # type: ignore[misc]
            for at, test in enumerate(often)
        }
        self.totals = [fsum(row) for row in whole]  # type: ignore[arg-type]


def _sheets(tables: Tables) -> Mapping[str, _Sheet]:
    """The sheet of each assignment."""
    there = {
        (who, work)
        for who, work, verdict in _columns(tables, "scores", "student_id assignment verdict")
        if verdict != "NS"
    }
    points: dict[str, dict[str, dict[str, float | None]]] = {}
    wanted = "student_id assignment test points max_points"
    for who, work, test, got, most in _columns(tables, "tests", wanted):
        if most and (who, work) in there:
            points.setdefault(work, {}).setdefault(test, {})[who] = got
    return {work: _Sheet(own) for work, own in points.items()}


def items(tables: Tables) -> Iterator[Row]:
    """A row for each test that is worth points."""
    about: dict[tuple[str, str], tuple[str, float]] = {}
    for work, test, group, most in _columns(tables, "tests", "assignment test group max_points"):
        about.setdefault((work, test), (group, most))
    for work, sheet in _sheets(tables).items():
        for test, known in sheet.known.items():
            group, most = about[work, test]
            right = _mean([points / most for points in known])
            told = {1.0: NOBODY, 0.0: EVERYBODY}.get(right) if right is not None else None
            own = sheet.whole.get(test, ())
            rest = [total - points for total, points in zip(sheet.totals, own, strict=False)]
            missing = sheet.students - len(known)
            yield (work, test, group, len(known), missing, right, correlation(own, rest), sheet.rows, told)


def _mean(values: Sequence[float]) -> float | None:
    return fsum(values) / len(values) if values else None


def correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's correlation; None when there are fewer than two values, or no spread."""
    if len(one) < 2 or len(set(one)) < 2 or len({round(value, 9) for value in other}) < 2:
        return None
    means = [fsum(values) / len(values) for values in (one, other)]
    left, right = (
        [value - mean for value in values] for values, mean in zip((one, other), means, strict=True)
    )
    both = fsum(a * b for a, b in zip(left, right, strict=True))
    return both / sqrt(fsum(a * a for a in left) * fsum(b * b for b in right))


def reliability(tables: Tables) -> Iterator[Row]:
    """Cronbach's alpha, a row an assignment: k / (k - 1) * (1 - sum of variances / variance of sums)."""
    for work, sheet in _sheets(tables).items():
        tests, alpha = len(sheet.whole), None
        if tests > 1 and sheet.rows > 1 and (spread := _variance(sheet.totals)) >= 1e-12:
            own = fsum(map(_variance, sheet.whole.values()))
            alpha = tests / (tests - 1) * (1 - own / spread)
        yield work, tests, sheet.rows, sheet.students - sheet.rows, alpha


def _variance(values: Sequence[float]) -> float:
    """The variance of a sample of at least two values."""
    mean = fsum(values) / len(values)
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def mistakes(tables: Tables) -> Iterator[Row]:
    """A row for each mistake that gives wrong answers, and one for the answers of no known mistake."""
    found: dict[tuple[str, str | None], list[str]] = {}
    for who, work, verdict, mistake in _columns(tables, "tests", "student_id assignment verdict mistake"):
        if verdict == "WA":
            found.setdefault((work, mistake), []).append(who)
    rows = [(work, mistake, len(who), len(set(who))) for (work, mistake), who in found.items()]
    return iter(sorted(rows, key=lambda row: (row[0], -row[2], -row[3], row[1] is None, row[1] or "")))


BINS = 10
"""Bars of a histogram, each 10 percent wide; the last holds 100 percent too."""

_COUNTS = (
    Column("n", "integer", "Submissions with a complete mark that were handed in", "submissions"),
    Column("open", "integer", "Left out: a test is not decided", "submissions"),
    Column("missing", "integer", "Left out: nothing was handed in", "submissions"),
)
_SPREAD = (
    Column("mean", "number", "Mean; empty without a mark", "percent"),
    Column("q1", "number", "A quarter has at most this", "percent"),
    Column("median", "number", "Half has at most this", "percent"),
    Column("q3", "number", "Three quarters have at most this", "percent"),
    Column("lowest", "number", "The lowest", "percent"),
    Column("highest", "number", "The highest", "percent"),
)

SUMMARY = Schema(
    "summary",
    "Final marks by assignment, in percent",
    (_WORK, *_COUNTS, *_SPREAD),
    ("assignment",),
)
BY_GROUP = Schema(
    "summary-groups",
    "Points by group of tests, in percent, after corrections and without lateness",
    (_WORK, Column("group", "string", "Group of tests"), *_COUNTS, *_SPREAD),
    ("assignment", "group"),
)
HISTOGRAM = Schema(
    "histogram",
    "How many final marks lie between two percentages",
    (
        _WORK,
        Column("from", "number", "Lower end, included", "percent"),
        Column("to", "number", "Upper end, excluded but for 100", "percent"),
        Column("count", "integer", "Final marks in it", "submissions"),
    ),
    ("assignment", "from"),
)
TIMES = Schema(
    "times",
    "When it was handed in, against the points before lateness",
    (
        Column("student_id", "string", "Id of the student"),
        _WORK,
        Column(
            "hours_left",
            "number",
            "Hours that were left when it was handed in; negative when late",
            "hours",
        ),
        Column("percent", "number", "Points of all tests", "percent"),
    ),
    ("student_id", "assignment"),
)


def summary(tables: Tables) -> Iterator[Row]:
    """The spread of final marks, a row an assignment."""
    marks = _columns(tables, "scores", "assignment verdict final max_score")
    return _spread(((work,), verdict, _percent(final, most)) for work, verdict, final, most in marks)


def by_group(tables: Tables) -> Iterator[Row]:
    """The spread of points, a row a group of tests."""
    scores = _columns(tables, "scores", "student_id assignment verdict")
    verdicts = {(who, work): verdict for who, work, verdict in scores}
    groups = _columns(tables, "groups", "student_id assignment group score max_score")
    return _spread(
        ((work, group), verdicts[who, work], _percent(score, most))
        for who, work, group, score, most in groups
        if most and (who, work) in verdicts
    )


def _percent(points: float | None, most: float | None) -> float | None:
    return 100 * points / most if points is not None and most else None


def _spread(marks: Iterable[tuple[tuple[str, ...], str, float | None]]) -> Iterator[Row]:
    """The spread of marks: what they are of, the verdict, and percent."""
    found: dict[tuple[str, ...], list[tuple[str, float | None]]] = {}
    for key, verdict, percent in marks:
        found.setdefault(key, []).append((verdict, percent))
    for key, every in found.items():
        there = [percent for verdict, percent in every if verdict != "NS"]
        known = sorted(percent for percent in there if percent is not None)
        counts = len(known), len(there) - len(known), len(every) - len(there)
        low, middle, high, least, most = (_quantile(known, part) for part in (0.25, 0.5, 0.75, 0, 1))
        yield (*key, *counts, _mean(known), low, middle, high, least, most)


def _quantile(values: Sequence[float], part: float) -> float | None:
    """The value below which a part of sorted values lies, between two of them on a straight line."""
    if not values:
        return None
    at = part * (len(values) - 1)
    low = int(at)
    return values[low] + (at - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def histogram(tables: Tables) -> Iterator[Row]:
    """The number of final marks in each bar."""
    width, bars, works = 100 // BINS, Counter[tuple[str, int]](), dict[str, None]()
    for work, verdict, final, most in _columns(tables, "scores", "assignment verdict final max_score"):
        works.setdefault(work)
        percent = _percent(final, most)
        if verdict != "NS" and percent is not None:
            bars[work, min(max(int(round(percent, 6) // width), 0), BINS - 1)] += 1
    return ((work, width * bar, width * (bar + 1), bars[work, bar]) for work in works for bar in range(BINS))


def times(tables: Tables) -> Iterator[Row]:
    """A row for each submission with a due date and complete points, whose time is known."""
    scores = _columns(tables, "scores", "student_id assignment score max_score")
    percents = {(who, work): _percent(score, most) for who, work, score, most in scores}
    wanted = "student_id assignment due extension_hours submitted_at time_basis"
    for who, work, due, more, at, basis in _columns(tables, "late", wanted):
        percent = percents.get((who, work))
        if due is not None and basis != NOT_LATE and percent is not None:
            left = datetime.fromisoformat(due) - datetime.fromisoformat(at)
            yield who, work, left.total_seconds() / 3600 + (more or 0), percent


NEAR = 0.8
"""The share of a limit from which a run is near it: a slower machine may decide otherwise."""

CPU = Schema(
    "cpu",
    "CPU time of runs against the limit",
    (
        _WORK,
        Column("n", "integer", "Runs that were measured and have a limit", "runs"),
        Column("median", "number", "Half of the runs used at most this", "share of the limit"),
        Column("q3", "number", "Three quarters used at most this", "share of the limit"),
        Column("highest", "number", "The highest", "share of the limit"),
        Column("near", "integer", f"Runs from {NEAR:.0%} of the limit on", "runs"),
        Column("students", "string", "Students with such a run, with blanks between"),
    ),
    ("assignment",),
    measured=True,
)
CROSSTABLE = Schema(
    "crosstable",
    "Who won how often against whom, a row an ordered pair of players of a league",
    (
        _WORK,
        Column("player", "string", "A student's id or reference/NAME"),
        Column("against", "string", "The other player"),
        Column("won", "integer", "Games that the player won", "games"),
        Column("played", "integer", "Games of the two", "games"),
    ),
    ("assignment", "player", "against"),
)


def cpu(tables: Tables) -> Iterator[Row]:
    """A row for each assignment with limited runs."""
    found: dict[str, list[tuple[float, str]]] = {}
    for who, work, used, limit in _columns(tables, "usage", "student_id assignment cpu_s cpu_limit_s"):
        if limit is not None:
            found.setdefault(work, []).append((used / limit, who))
    for work, runs in found.items():
        shares = sorted(share for share, _ in runs)
        near = [who for share, who in runs if share >= NEAR]
        middle, high, most = (_quantile(shares, part) for part in (0.5, 0.75, 1))
        yield work, len(runs), middle, high, most, len(near), " ".join(dict.fromkeys(near))


def crosstable(tables: Tables) -> Iterator[Row]:
    """A row for each ordered pair of players that met in a league."""
    won, played = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for series, work, black, white, winner in _columns(
        tables, "games", "series assignment black white winner"
    ):
        if series == "league":
            for own, other in ((black, white), (white, black)):
                played[work, own, other] += 1
                won[work, own, other] += winner == own
    return ((*pair, won[pair], played[pair]) for pair in sorted(played))


STATISTICS: Mapping[str, tuple[Schema, Callable[[Tables], Iterator[Row]]]] = {
    schema.name: (schema, make)
    for schema, make in (
        (SUMMARY, summary),
        (BY_GROUP, by_group),
        (HISTOGRAM, histogram),
        (ITEMS, items),
        (RELIABILITY, reliability),
        (MISTAKES, mistakes),
        (TIMES, times),
        (CPU, cpu),
        (CROSSTABLE, crosstable),
    )
}


def statistic(name: str, tables: Tables) -> Table:
    """One of `STATISTICS` as a table."""
    schema, make = STATISTICS[name]
    return table(schema, make(tables))
