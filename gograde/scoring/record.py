"""`gograde/score/v1`: the one record of a scored submission; every export is made from it.

Scores are unrounded; `points` is None when a test was not graded, and sums leave such
tests out on both sides (`score` and `max_score`), counting them in `pending`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gograde.scoring.verdict import Verdict

_HALF = re.compile("[\ud800-\udfff]")

SCORE_SCHEMA: Literal["gograde/score/v1"] = "gograde/score/v1"


class Visibility(StrEnum):
    """When a student may see the data of a test."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Cause(_Record):
    """What was expected and what came, as JSON values of the assignment's own; and what is wrong."""

    message: str
    expected: Any = None
    actual: Any = None
    help: str = ""


class WrongPoint(_Record):
    """A point where a picture shows `seen`, not `expected` (each of `.XO`)."""

    row: int
    col: int
    expected: str
    seen: str


class Reading(_Record):
    """What was read from a picture for a test.

    `picture` is the name of a picture of the run; `outcome` says what was made of it, `reason` why.
    `lattice` are six numbers in pixels of that picture: x and y of the point at the top left, the
    step to the next column, and the step to the next row; None when no board was found.  `wrong`
    are the points that differ, `board` what was read.  `scores` are for staff.
    """

    picture: str
    outcome: Literal["accepted", "rejected", "review"]
    reason: str
    rival: str | None = None
    lattice: tuple[float, float, float, float, float, float] | None = None
    wrong: tuple[WrongPoint, ...] = ()
    board: tuple[str, ...] | None = None
    scores: dict[str, float] = {}


class Thrown(_Record):
    """The first move by which a program threw a won game away, judged exactly.

    `move` is what it answered on that `ply`, from 1, None for nothing that is a move.  `before` and
    `after` are black's stones less white's with best play by both, `after` None for a forfeit;
    `keeping` are all moves that would have kept the win, those of the best value first.
    """

    ply: int
    move: str | None
    before: int
    after: int | None
    keeping: tuple[str, ...]


class GameScore(_Record):
    """A game that the program played.

    `colour` is the program's, `ended` how it ended (`points`, or the loser's fault), `ply` the last
    one, from 1; `moves` are `row,column` or `PASS`, an illegal last one among them; `board` is
    that of the end, without an illegal move.  `counted` is false for a repetition.  `thrown` is how a
    game was lost that had been won near its end, where that was judged.
    """

    opponent: str
    colour: Literal["black", "white"]
    won: bool
    ended: str
    reason: str
    ply: int
    moves: tuple[str, ...]
    board: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    counted: bool = True
    thrown: Thrown | None = None

    @property
    def forfeit(self) -> bool:
        """Did the program lose by a fault of its own?"""
        return self.ended != "points" and not self.won


class TestScore(_Record):
    """One test: a question on one case.

    `board` and the sets of points are there for drawing: `board` is rows of `.XO`
    (None when a test has none); points are `[row, col]` pairs.  `answer` says what is asked for;
    `readings` are what was read from pictures, `games` those that were played for it.
    """

    __test__ = False

    name: str
    group: str
    batch: str
    answer: Literal["text", "picture"] = "text"
    verdict: Verdict
    points: float | None
    max_points: float
    visibility: Visibility
    message: str = ""
    remarks: tuple[str, ...] = ()
    cause: Cause | None = None
    board: tuple[str, ...] | None = None
    features: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    games: tuple[GameScore, ...] = ()


class Usage(_Record):
    """What a run used.  Kept in `work/`, never shown in reports: it differs from run to run."""

    batch: str
    cpu_s: float
    wall_s: float
    max_rss_kib: int
    output_bytes: int
    exit_code: int | None
    signal: int | None
    killed_for: str | None
    violations: tuple[str, ...] = ()


class PictureScore(_Record):
    """A picture that a run left.

    `sha256` names the PNG that was made of its pixels, `width` x `height` of them; it is empty,
    and `refusal` says why, when the file was not read.
    """

    name: str
    width: int = 0
    height: int = 0
    sha256: str = ""
    refusal: str = ""


class RunScore(_Record):
    """What became of one sandboxed run, without figures that differ between runs."""

    batch: str
    visibility: Visibility
    verdict: Verdict
    message: str = ""
    stdout: str = ""
    stderr: str = ""
    pictures: tuple[PictureScore, ...] = ()


class GroupScore(_Record):
    """Sums over a group's graded tests; `pending` is the points of those not graded yet."""

    name: str
    verdict: Verdict
    score: float
    max_score: float
    pending: float
    aggregation: Literal["sum"] = "sum"


class Flag(_Record):
    """Something a person should know; never changes a score by itself."""

    id: str
    severity: Literal["info", "warning", "serious"]
    evidence: str


class AssignmentRef(_Record):
    id: str
    version: str
    package_sha256: str
    title: str = ""


class SourceLength(_Record):
    """How long a program's source is; of bytes that are no UTF-8 each is a character."""

    characters: int
    bytes: int


class SubmissionRef(_Record):
    """`submitted_at` is ISO 8601 with offset, None when nothing was handed in.

    `source` is told where programs are ranked by it.
    """

    student: str
    sha256: str | None = None
    submitted_at: str | None = None
    time_basis: str = ""
    entry: str | None = None
    language: str | None = None
    source: SourceLength | None = None


class ScoreRecord(_Record):
    """A scored submission.

    `official` is the all-or-nothing result of the course: `pass` when every test is
    accepted and every run ended well, `pending` when only tests that wait for a person
    stand in the way, else `fail`.
    """

    schema_: Literal["gograde/score/v1"] = Field(default=SCORE_SCHEMA, alias="schema")
    assignment: AssignmentRef
    submission: SubmissionRef
    verdict: Verdict
    official: Literal["pass", "fail", "pending"]
    message: str = ""
    score: float
    max_score: float
    pending: float
    groups: tuple[GroupScore, ...] = ()
    tests: tuple[TestScore, ...] = ()
    runs: tuple[RunScore, ...] = ()
    usage: tuple[Usage, ...] = ()
    flags: tuple[Flag, ...] = ()
    backend: str = ""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def whole_text(record: ScoreRecord) -> ScoreRecord:
    """The record with every half of a character, which no JSON may hold, spelled out.

    Such halves stand for bytes of names and output that were no UTF-8: `\\xff`.
    """
    return ScoreRecord.model_validate(_spelled(record.model_dump(by_alias=True)))


def _spelled(value: Any) -> Any:
    if isinstance(value, str):
        return _HALF.sub(_spelling, value)
    if isinstance(value, list | tuple):
        return [_spelled(part) for part in value]
    if isinstance(value, dict):
        return {_spelled(key): _spelled(part) for key, part in value.items()}
    return value


def _spelling(half: re.Match[str]) -> str:
    code = ord(half[0])
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"
