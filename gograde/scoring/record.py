"""The record of a scored submission, `gograde/score/v1`; every export is made from it.

Scores are not rounded.  The `points` of a test that is not decided are None; what it is worth counts in
`pending` and in `max_score`, the points of all tests.  `score` is certain, and `total` is the interval.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gograde.scoring.totals import Total
from gograde.scoring.verdict import Verdict

_HALF = re.compile("[\ud800-\udfff]")

SCORE_SCHEMA: Literal["gograde/score/v1"] = "gograde/score/v1"


class Visibility(StrEnum):
    """The time from which a student may see the data of a test."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Cause(_Record):
    """The expected and the actual answer, as JSON values of the assignment, and the reason of a verdict."""

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
    """The reading of a picture for a test.

    `picture` is the name of a picture of the run; `reason` explains the `outcome`.  `lattice` has six
    numbers in pixels of the picture: x and y of the point at the top left, the step to the next
    column, and the step to the next row; it is None without a board.  `wrong` are the points that
    differ; `board` is the board that was read.  `scores` are for staff.
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
    """The first move that lost a won game, found by an exact analysis.

    `move` is the program's answer on `ply`, which counts from 1; it is None for no valid move.
    `before` and `after` are Black's stones minus White's with best play by both; `after` is None for
    a forfeit.  `keeping` are all moves that keep the win, the best first.
    """

    ply: int
    move: str | None
    before: int
    after: int | None
    keeping: tuple[str, ...]


class GameScore(_Record):
    """A game that the program played.

    `colour` is the program's colour; `ended` is `points` or the loser's fault; `ply` is the last ply,
    from 1.  `moves` are `row,column` or `PASS`, with an illegal last move; `board` is the final board,
    without an illegal move.  `counted` is false for a repeated game.  `thrown` is the move that lost
    a game won near its end, if the game was analysed.
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
        """Whether the program lost by its own fault."""
        return self.ended != "points" and not self.won


class TestScore(_Record):
    """One test: a question on one case.

    `question` is what the case asks; `answer` is the kind of answer.  `board` is rows of `.XO` to draw,
    None without a board; points in `cause` are pairs `[row, col]`.  `readings` are those of the test's
    pictures; `games` are the games of a series.
    """

    __test__ = False

    name: str
    group: str
    batch: str
    question: str = ""
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

    @property
    def asked(self) -> str:
        """The question with the kind of answer, as in `1` and `1 picture`."""
        return asked(self.question, self.answer)


def asked(question: str, answer: str) -> str:
    """A question with the kind of answer that is wanted."""
    return question if answer == "text" else f"{question} {answer}"


class Usage(_Record):
    """The resources that a run used; kept in `work/` and not in reports, since they differ between runs."""

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
    """A picture of a run, with `width` x `height` pixels.

    `sha256` names the PNG that was made of its pixels; it is empty for a file that was not read,
    and `refusal` is the reason.
    """

    name: str
    width: int = 0
    height: int = 0
    sha256: str = ""
    refusal: str = ""


class RunScore(_Record):
    """The result of one sandboxed run, without numbers that differ between runs."""

    batch: str
    visibility: Visibility
    verdict: Verdict
    message: str = ""
    stdout: str = ""
    stderr: str = ""
    pictures: tuple[PictureScore, ...] = ()


class GroupScore(_Record):
    """The sums over a group's tests; `extra` groups have no part in the official result."""

    name: str
    verdict: Verdict
    score: float
    max_score: float
    pending: float
    aggregation: Literal["sum"] = "sum"
    extra: bool = False

    @property
    def total(self) -> Total:
        """The points of the group, from what is certain to what they may become."""
        return Total(self.score, self.pending, self.max_score)


class Flag(_Record):
    """A remark for a person; it never changes a score."""

    id: str
    severity: Literal["info", "warning", "serious"]
    evidence: str


class AssignmentRef(_Record):
    """An assignment; `asks` are its questions in words, by `TestScore.asked`."""

    id: str
    version: str
    package_sha256: str
    title: str = ""
    asks: dict[str, str] = {}


class SourceLength(_Record):
    """The length of all files that a program can open; each byte that is not UTF-8 counts as a character.

    `unranked` says why the program is not ranked by it; empty otherwise.
    """

    characters: int
    bytes: int
    files: int = 1
    unranked: str = ""


class SubmissionRef(_Record):
    """A submission; `submitted_at` is ISO 8601 with offset, None without a submission.

    `source` is given where programs are ranked by length.
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

    `official` is the all-or-nothing result of the course: `pass` when every test is accepted and every
    run ended well, `pending` when only what is not decided prevents that, else `fail`.
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

    @property
    def total(self) -> Total:
        """The points of all tests, from what is certain to what they may become."""
        return Total(self.score, self.pending, self.max_score)


def whole_text(record: ScoreRecord) -> ScoreRecord:
    """The record with lone surrogates, which JSON must not contain, replaced by escapes as `\\xff`.

    They stand for bytes in names and output that are not UTF-8.
    """
    return ScoreRecord.model_validate(spelled(record.model_dump(by_alias=True)))


def spelled(value: Any) -> Any:
    """A value of JSON, in whose texts lone surrogates are replaced by escapes."""
    if isinstance(value, str):
        return _HALF.sub(_spelling, value)
    if isinstance(value, list | tuple):
        return [spelled(part) for part in value]
    if isinstance(value, dict):
        return {spelled(key): spelled(part) for key, part in value.items()}
    return value


def _spelling(half: re.Match[str]) -> str:
    code = ord(half[0])
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"
