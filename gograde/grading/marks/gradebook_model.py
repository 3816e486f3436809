"""The model of `work/gradebook.json`: grading writes it, reports read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, computed_field

from gograde.classroom.roster import Student
from gograde.scoring.record import ClassChange, Flag, Official, Visibility
from gograde.scoring.totals import Total
from gograde.scoring.verdict import Verdict

GRADEBOOK_SCHEMA: Literal["gograde/gradebook/v2"] = "gograde/gradebook/v2"


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)


class ClassInfo(_Part):
    """The title of the class, the language of the titles in its reports, and everyone's free late days."""

    title: str
    language: str = "en"
    late_days: int = 0


class AssignmentInfo(_Part):
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


class Late(_Part):
    """Lateness: whole `days` late, and the `penalty` in points."""

    days: int = 0
    penalty: float = 0
    reason: str = ""


class Automatic(_Part):
    """What the grader says of a test or of the whole."""

    verdict: Verdict
    points: float | None


class Correction(_Part):
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


class Decision(_Part):
    """What a person decided of a test; no points where only the whole was decided."""

    verdict: Verdict
    points: float | None = None
    by: str
    reason: str


class Graded(_Part):
    """How far a submission is graded: its tests, and those that nothing can change any more.

    `waits` are the tests that wait for a person, with `waiting` points; `broken` points belong to tests at
    which the grader failed, and `judge_error` says that it failed anywhere.  `sandbox` is the back end that
    held the program: `none` when it was trusted, empty when nothing was handed in.
    """

    tests: int = 0
    done: int = 0
    waits: tuple[str, ...] = ()
    waiting: float = 0
    broken: float = 0
    judge_error: bool = False
    sandbox: str = ""


class Assessment(_Part):
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
    graded: Graded = Graded()
    mark: Total = Total(0.0, 0.0, 0.0)
    decisions: Mapping[str, Decision] = {}

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

    @computed_field  # type: ignore[prop-decorator]
    @property
    def final(self) -> float | None:
        """The mark; None while it is not complete."""
        return self.mark.exact


class Entry(Assessment):
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


class StudentTotal(_Part):
    """A student's total in percent, by weight of the assignments; `pending` are points of all of them."""

    student: str
    percent: Total = Total(0.0, 0.0, 0.0)
    pending: float = 0

    @computed_field  # type: ignore[prop-decorator]
    @property
    def total(self) -> float | None:
        """The total; None while it is not complete."""
        return self.percent.exact


class Gradebook(_Part):
    """The marks of a class."""

    schema_: Literal["gograde/gradebook/v2"] = Field(alias="schema")
    info: ClassInfo = Field(alias="class")
    students: tuple[Student, ...] = ()
    assignments: tuple[AssignmentInfo, ...] = ()
    entries: tuple[Entry, ...] = ()
    totals: tuple[StudentTotal, ...] = ()
    notes: tuple[str, ...] = ()
