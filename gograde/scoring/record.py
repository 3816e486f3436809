"""The record of a scored submission, `gograde/score/v2`; every export is made from it.

Scores are not rounded.  The `points` of a test that is not decided are None; what it is worth counts in
`pending` and in `max_score`, the points of all tests.  `score` is certain, and `total` is the interval.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from gograde.codec import FileRecord, Record, of_json, to_json, to_value
from gograde.scoring.scored_test import (
    Cause,
    GameScore,
    Reading,
    TestScore,
    Thrown,
    Visibility,
    WrongPoint,
)
from gograde.scoring.totals import Total
from gograde.scoring.verdict import Verdict


class SourceLines(Record, kw_only=False):
    """The `lines` of a submitted file from number `first` on; `marked` are the numbers that were named."""

    file: str
    first: int
    lines: tuple[str, ...]
    marked: tuple[int, ...]


__all__ = [
    "AssignmentRef",
    "Cause",
    "Flag",
    "GameScore",
    "GroupScore",
    "PictureScore",
    "Reading",
    "RunScore",
    "ScoreRecord",
    "SourceLength",
    "SourceLines",
    "SubmissionRef",
    "TestScore",
    "Thrown",
    "Usage",
    "Visibility",
    "WrongPoint",
    "spelled",
    "whole_text",
]

_HALF = re.compile("[\ud800-\udfff]")

SCORE_SCHEMA: Literal["gograde/score/v2"] = "gograde/score/v2"


Official = Literal["pass", "fail", "pending", "error", "not-submitted", "none"]
"""All or nothing: `pending` waits for a person, `error` for the grader; `none` where nobody asks for it."""


class Usage(Record):
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


class ClassChange(Record):
    """A person's correction of a test, or of a case with all its tests, for the whole class.

    `by` and `at` are for staff.

    Tests that are `void` are in no record any more.
    """

    name: str
    case: bool = False
    do: Literal["void", "full", "replace", "accept"]
    by: str = ""
    at: str = ""
    reason: str

    def concerns(self, test: str) -> bool:
        """Whether a test of the assignment is corrected; the names of a case's tests begin with its name."""
        return test == self.name or (self.case and test.startswith(f"{self.name} "))

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
    """An assignment; `asks` are its questions in words, by `TestScore.asked`."""

    id: str
    version: str
    package_sha256: str
    title: str = ""
    asks: Mapping[str, str] = {}


class SourceLength(Record):
    """The length of all files that a program can open; each byte that is not UTF-8 counts as a character.

    `unranked` says why the program is not ranked by it; empty otherwise.
    """

    characters: int
    bytes: int
    files: int = 1
    unranked: str = ""


class SubmissionRef(Record):
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


class ScoreRecord(FileRecord):
    """A scored submission.

    `official` is the automatic all-or-nothing result (`gograde.scoring.official`), `none` where the package
    asks for none.  `changes` are a
    person's corrections for the whole class; the tests are those after them.  `source` are the student's own
    lines that the compiler names.
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
    usage: tuple[Usage, ...] = ()
    flags: tuple[Flag, ...] = ()
    changes: tuple[ClassChange, ...] = ()
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
    return of_json(ScoreRecord, to_json(spelled(to_value(record))))


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
