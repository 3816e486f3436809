"""The model of `work/gradebook.json`: grading writes it, reports read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import field
from msgspec.structs import force_setattr

from gograde.classroom.roster import Student
from gograde.codec import FileRecord, Record
from gograde.core.record import ClassChange, Flag, Official, Visibility
from gograde.core.totals import Total
from gograde.core.verdict import Verdict

GRADEBOOK_SCHEMA: Literal["gograde/gradebook/v2"] = "gograde/gradebook/v2"


class ClassInfo(Record):
    """The title of the class, the language of the titles in its reports, and everyone's free late days."""

    title: str
    language: str = "en"
    late_days: int = 0


class AssignmentInfo(Record):
    """An assignment of the class; `released` says which visibilities students may see.

    `late` is its late policy, and `extensions` maps students to hours.  `made_from` has a digest for each
    part of the making of its results: `cases`, `scorer`, and `league` where there is one.
    `changes` are the corrections for the whole class.
    """

    id: str
    title: str = ""
    version: str = ""
    package_sha256: str = ""
    weight: float = 100
    due: str | None = None
    visibility: Visibility = Visibility.HIDDEN
    released: Mapping[Visibility, bool] = {}
    late: Mapping[str, Any] = {}
    extensions: Mapping[str, float] = {}
    made_from: Mapping[str, str] = {}
    changes: tuple[ClassChange, ...] = ()


class Late(Record):
    """Lateness: whole `days` late, and the `penalty` in points."""

    days: int = 0
    penalty: float = 0.0
    reason: str = ""


class Automatic(Record):
    """What the grader says of a test or of the whole."""

    verdict: Verdict
    points: float | None


class Correction(Record):
    """A person's correction of a test (of the whole when `test` is empty); `before` is in points.

    `automatic` is the result under it, and `decided_on` what that was when the correction was first seen.
    """

    test: str = ""
    points: float
    decision: str = ""
    before: float | None = None
    by: str = ""
    at: str = ""
    reason: str = ""
    automatic: Automatic | None = None
    decided_on: Automatic | None = None


class Decision(Record):
    """What a person decided of a test; no points where only the whole was decided."""

    verdict: Verdict
    points: float | None = None
    by: str
    reason: str


class GradedTests(Record):
    """How far a submission is graded: its tests, and those that nothing can change any more.

    `waits` are the tests that wait for a person, with `waiting` points; `broken` points belong to tests at
    which the grader failed, and `judge_error` says that it failed anywhere.  `sandbox` is the back end that
    held the program: `none` when it was trusted, empty when nothing was handed in.
    """

    tests: int = 0
    done: int = 0
    waits: tuple[str, ...] = ()
    waiting: float = 0.0
    broken: float = 0.0
    judge_error: bool = False
    sandbox: str = ""


class Assessment(Record):
    """What counts of a submission (`gograde.grading.marks.assessment` makes it); all reports show it.

    `verdict` is the automatic one.  `badge` is the verdict of all that counts after a person's corrections,
    and `official` the all-or-nothing result that goes with it, `none` where nobody asks for it.  `score`,
    `pending` and `max_score` are the points of the tests after corrections, and `groups` those of each group.
    `mark` is the total after lateness and corrections, and `final` that mark once it is complete.
    `decisions` are the tests that a person decided.
    """

    verdict: Verdict
    badge: Verdict
    official: Official = "none"
    score: float
    max_score: float
    pending: float
    groups: Mapping[str, Total] = {}
    graded: GradedTests = GradedTests()
    mark: Total = Total(0.0, 0.0, 0.0)
    decisions: Mapping[str, Decision] = {}
    final: float | None = None

    @property
    def failed(self) -> bool:
        """Whether something that counts is wrong in what was handed in."""
        return self.badge.failed and self.badge is not Verdict.NS

    @property
    def handed_in(self) -> bool:
        """Whether there is anything to grade."""
        return self.verdict is not Verdict.NS

    @property
    def total(self) -> Total:
        """The points of all tests after corrections, without lateness."""
        return Total(self.score, self.pending, self.max_score)

    def __post_init__(self) -> None:
        force_setattr(self, "final", self.mark.exact)


class BookEntry(Assessment):
    """One student's result in one assignment.

    `sha256` is the digest of what was handed in, and `run` that of all else that its run depends on.
    `record` is the path of the score record below `work/`.
    """

    assignment: str
    student: str
    sha256: str | None = None
    run: str = ""
    submitted_at: str | None = None
    time_basis: str = ""
    late: Late | None = None
    overrides: tuple[Correction, ...] = ()
    flags: tuple[Flag, ...] = ()
    record: str = ""


class StudentTotal(Record):
    """A student's total in percent, by weight of the assignments; `pending` are points of all of them.

    `total` is `percent` once it is complete.
    """

    student: str
    percent: Total = Total(0.0, 0.0, 0.0)
    pending: float = 0.0
    total: float | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "total", self.percent.exact)


class Gradebook(FileRecord):
    """The marks of a class."""

    schema: Literal["gograde/gradebook/v2"] = GRADEBOOK_SCHEMA
    info: ClassInfo = field(name="class")
    students: tuple[Student, ...] = ()
    assignments: tuple[AssignmentInfo, ...] = ()
    entries: tuple[BookEntry, ...] = ()
    totals: tuple[StudentTotal, ...] = ()
    notes: tuple[str, ...] = ()
