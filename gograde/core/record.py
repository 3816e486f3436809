"""The record of a scored submission, `gograde/score/v2`; every export is made from it.

Scores are not rounded.  The `points` of a test that is not decided are None; what it is worth counts in
`pending` and in `max_score`, the points of all tests.  `score` is certain, and `total` is the interval.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, ClassVar, Literal

from gograde.codec import FileRecord, Record, of_value, to_value
from gograde.core.totals import Total, decided
from gograde.core.verdict import Verdict, gravest


class Visibility(StrEnum):
    """The time from which a student may see the data of a test."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"


class Cause(Record):
    """The expected and the actual answer, as JSON values of the assignment, and the reason of a verdict."""

    message: str
    expected: Any = None
    actual: Any = None
    help: str = ""


class WrongPoint(Record):
    """A point where a picture shows `seen`, not `expected` (each of `.XO`)."""

    row: int
    col: int
    expected: str
    seen: str


class PictureReading(Record):
    """The reading of a picture for a test.

    `picture` is the name of a picture of the run; `reason` explains the `outcome`.  `lattice` has four
    numbers in pixels of the picture: the x of the first column and the step right, the y of the first row and
    the step down; it is None without a board.  `wrong` are the points that differ; `board` is the board that
    was read.  `scores` are for staff.
    """

    picture: str
    outcome: Literal["accepted", "rejected", "review"]
    reason: str
    rival: str | None = None
    lattice: tuple[float, float, float, float] | None = None
    wrong: tuple[WrongPoint, ...] = ()
    board: tuple[str, ...] | None = None
    scores: Mapping[str, float] = {}


class Thrown(Record):
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


class GameScore(Record):
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


class TestScore(Record):
    """One test: a question on one case.

    `question` is what the case asks; `call` is it as a student types it, "" where the board says all;
    `answer` is the kind of answer.  `board` is rows of `.XO` to draw, None without a board; points in `cause`
    are pairs `[row, col]`.  `readings` are those of the test's pictures; `games` are the games of a series.
    """

    __test__: ClassVar = False

    name: str
    group: str
    batch: str
    question: str = ""
    call: str = ""
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
    readings: tuple[PictureReading, ...] = ()
    games: tuple[GameScore, ...] = ()

    @property
    def question_name(self) -> str:
        """The question with the kind of answer, as in `1` and `1 picture`."""
        return question_name(self.question, self.answer)


def question_name(question: str, answer: str) -> str:
    """A question with the kind of answer that is wanted."""
    return question if answer == "text" else f"{question} {answer}"


def most_points(tests: Collection[TestScore]) -> float:
    """The points that tests can give, or one for each that everybody may see, where none is worth any."""
    seen = sum(test.visibility is Visibility.VISIBLE for test in tests)
    return sum(test.max_points for test in tests) or seen * EACH


class SourceLines(Record, kw_only=False):
    """The `lines` of a submitted file from number `first` on; `marked` are the numbers that were named."""

    file: str
    first: int
    lines: tuple[str, ...]
    marked: tuple[int, ...]


_HALF = re.compile("[\ud800-\udfff]")

EACH = 1.0
"""Points of a test where none is worth any: whole numbers are read at a glance, and add up exactly."""

SCORE_SCHEMA: Literal["gograde/score/v2"] = "gograde/score/v2"


Official = Literal["pass", "fail", "pending", "error", "not-submitted", "none"]
"""All or nothing: `pending` waits for a person, `error` for the grader; `none` where nobody asks for it."""


class RunUsage(Record):
    """The resources that a run used; they differ between runs, so only one table of the reports has them.

    `cpu_limit_s` limits the whole run; None where each move has a limit of its own.
    """

    batch: str
    cpu_s: float
    cpu_limit_s: float | None = None
    wall_s: float
    max_rss_kib: int
    output_bytes: int
    exit_code: int | None
    signal: int | None
    killed_for: str | None
    violations: tuple[str, ...] = ()


class PictureScore(Record):
    """A picture of a run, with `width` x `height` pixels.

    `sha256` names the PNG that was made of its pixels; it is empty for a file that was not read,
    and `refusal` is the reason.  A `blank` picture has one colour: nothing was drawn in it.
    """

    name: str
    width: int = 0
    height: int = 0
    sha256: str = ""
    refusal: str = ""
    blank: bool = False


class RunScore(Record):
    """The result of one sandboxed run, without numbers that differ between runs.

    `source` are the student's own lines that its error names.
    """

    batch: str
    visibility: Visibility
    verdict: Verdict
    message: str = ""
    stdout: str = ""
    stderr: str = ""
    source: tuple[SourceLines, ...] = ()
    pictures: tuple[PictureScore, ...] = ()


class GroupScore(Record):
    """The sums over a group's tests; `decides` says whether the verdict of the whole goes by them."""

    name: str
    verdict: Verdict
    score: float
    max_score: float
    pending: float
    aggregation: Literal["sum"] = "sum"
    extra: bool = False
    decides: bool = True

    @property
    def total(self) -> Total:
        """The points of the group, from what is certain to what they may become."""
        return Total(self.score, self.pending, self.max_score)


class Flag(Record):
    """A remark for a person; it never changes a score."""

    id: str
    severity: Literal["info", "warning", "serious"]
    evidence: str


CASE = " *"
"""Ends the name of a case where all its tests are meant."""


class ClassChange(Record):
    """A person's correction for the whole class, of a test, or of a case where `name` ends with `CASE`.

    `by` and `at` are for staff.  Tests that are `void` are in no record any more.
    """

    name: str
    do: Literal["void", "full", "replace", "accept"]
    by: str = ""
    at: str = ""
    reason: str

    @property
    def case(self) -> str:
        """The name of the case, all of whose tests are corrected; empty where it is one test."""
        of_case = self.do in ("replace", "accept") or self.name.endswith(CASE)
        return self.name.removesuffix(CASE) if of_case else ""

    def concerns(self, test: str) -> bool:
        """Whether a test of the assignment is corrected; the names of a case's tests begin with its name."""
        return f"{test} ".startswith(f"{self.case} ") if self.case else test == self.name

    @property
    def words(self) -> str:
        """The correction and its reason, for everybody."""
        return f"{CHANGES[self.do].format(self.name)}: {self.reason}"


CHANGES = {
    "void": "{} does not count for anybody",
    "full": "{} gives full points to everybody who handed in",
    "replace": "the right answer of {} was corrected",
    "accept": "{} has another right answer too",
}


class AssignmentRef(Record):
    """An assignment; `asks` are its questions in words, by `TestScore.question_name`."""

    id: str
    version: str
    package_sha256: str
    title: str = ""
    asks: Mapping[str, str] = {}


NOT_SEEN = "which is not looked through"
"""The end of why a program is not ranked where no other program in its language would be."""


class SourceLength(Record):
    """The length of all files that a program can open; each byte that is not UTF-8 counts as a character.

    `unranked` says why the program is not ranked by it; empty otherwise.
    """

    characters: int
    bytes: int
    files: int = 1
    unranked: str = ""


class HandedIn(Record, kw_only=False):
    """A student's submission in short; `sha256` and `submitted_at` are None when nothing was handed in.

    `submitted_at` is ISO 8601 with offset.
    """

    student: str
    sha256: str | None = None
    submitted_at: str | None = None
    time_basis: str = ""


class SubmissionRef(HandedIn):
    """A submission with its program; `source` is given where programs are ranked by length."""

    entry: str | None = None
    language: str | None = None
    source: SourceLength | None = None


class ScoreRecord(FileRecord):
    """A scored submission.

    `official` is the automatic all-or-nothing result (`official_of`), `none` where the package
    asks for none.  `changes` are a person's corrections for the whole class; the tests are those after them.
    `source` are the student's own lines that the compiler names, `remarks` about all tests together.
    """

    schema: Literal["gograde/score/v2"] = SCORE_SCHEMA
    assignment: AssignmentRef
    submission: SubmissionRef
    verdict: Verdict
    official: Official = "none"
    message: str = ""
    source: tuple[SourceLines, ...] = ()
    score: float
    max_score: float
    pending: float
    groups: tuple[GroupScore, ...] = ()
    tests: tuple[TestScore, ...] = ()
    runs: tuple[RunScore, ...] = ()
    usage: tuple[RunUsage, ...] = ()
    flags: tuple[Flag, ...] = ()
    changes: tuple[ClassChange, ...] = ()
    remarks: tuple[str, ...] = ()
    backend: str = ""

    @property
    def total(self) -> Total:
        """The points of all tests, from what is certain to what they may become."""
        return Total(self.score, self.pending, self.max_score)

    @property
    def judge_error(self) -> bool:
        """Whether the grader failed anywhere."""
        return Verdict.JE in {self.verdict, *(test.verdict for test in self.tests)}

    @property
    def sandbox(self) -> str:
        """The back end that held the program: `none` when it was trusted, empty when there was none."""
        return "" if self.verdict is Verdict.NS else self.backend


def whole_text(record: ScoreRecord) -> ScoreRecord:
    """The record with lone surrogates, which JSON must not contain, replaced by escapes as `\\xff`.

    They stand for bytes in names and output that are not UTF-8.
    """
    return of_value(ScoreRecord, spelled(to_value(record)))


def spelled(value: Any) -> Any:
    """A value of JSON, in whose texts lone surrogates are replaced by escapes."""
    if isinstance(value, str):
        return value if value.isascii() else _HALF.sub(_spelling, value)
    if isinstance(value, list | tuple):
        return [spelled(part) for part in value]
    if isinstance(value, dict):
        return {spelled(key): spelled(part) for key, part in value.items()}
    return value


def _spelling(half: re.Match[str]) -> str:
    code = ord(half[0])
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


FORBIDDEN = "forbidden"
"""The flag of a submission that tried what the sandbox forbids."""

_UNDECIDED: Mapping[Verdict, Official] = {
    Verdict.AC: "pass",
    Verdict.RV: "pending",
    Verdict.JE: "error",
    Verdict.NS: "not-submitted",
}


def counting(record: ScoreRecord) -> tuple[TestScore, ...]:
    """The tests that decide: those of groups that do, or all tests where none of these is there."""
    deciding = {group.name for group in record.groups if group.decides}
    return tuple(test for test in record.tests if test.group in deciding) or record.tests


def counted_verdict(record: ScoreRecord, said: Mapping[str, Verdict] = {}) -> Verdict:
    """The verdict of all that counts: the gravest fault, else what is not decided, else AC.

    `said` maps tests, or an empty name for the whole, to the verdicts that a person gave.  What a run did or
    tried of what is forbidden counts until a person has decided all tests of it that count, and what a build
    tried until that is done for all runs.  Where all that counts was skipped, the verdict is what caused it.
    """
    if "" in said:
        return said[""]
    tests = counting(record)
    open_runs = {test.batch for test in tests if test.name not in said}
    if record.verdict is Verdict.NS and (open_runs or not tests):
        return Verdict.NS
    known = [said.get(test.name) or _automatic(test) for test in tests]
    known += [run.verdict for run in record.runs if run.batch in open_runs]
    tried = {usage.batch for usage in record.usage if usage.violations} or open_runs
    if tried & open_runs and any(flag.id == FORBIDDEN for flag in record.flags):
        known.append(Verdict.SV)
    verdict = gravest([one for one in known if one.failed] or known or [record.verdict])
    return record.verdict if verdict is Verdict.SK else verdict


def official_of(verdict: Verdict) -> Official:
    """The all-or-nothing result that goes with a verdict of all that counts."""
    return "fail" if verdict in _FAILED else _UNDECIDED[verdict]


_FAILED = frozenset(one for one in Verdict if one.failed) - {Verdict.NS}


def _automatic(test: TestScore) -> Verdict:
    """The verdict of a test without a person; one that has no points yet is not decided, whatever it says."""
    undecided = Verdict.JE if test.verdict is Verdict.JE else Verdict.RV
    return test.verdict if decided(test) else undecided
