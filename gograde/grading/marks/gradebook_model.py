"""The model of `work/gradebook.json`: grading writes it, reports read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, computed_field

from gograde.classroom.roster import Student
from gograde.scoring.record import ClassChange, Flag, Visibility
from gograde.scoring.totals import Total
from gograde.scoring.verdict import Verdict

GRADEBOOK_SCHEMA: Literal["gograde/gradebook/v1"] = "gograde/gradebook/v1"


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
    part of the making of its results: `cases`, `scorer`, `scores`, and `league` where there is one.
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
    before: float | None = None
    by: str = ""
    at: str = ""
    reason: str = ""
    automatic: Automatic | None = None
    decided_on: Automatic | None = None


class Graded(_Part):
    """How far a submission is graded: its tests, those with points, and the points of the others.

    `waiting` points wait for a person; `broken` ones belong to tests at which the grader failed, and
    `judge_error` says that it failed anywhere.  `sandbox` is the back end that held the program: `none` when
    it was trusted, empty when nothing was handed in.
    """

    tests: int = 0
    done: int = 0
    waiting: float = 0
    broken: float = 0
    judge_error: bool = False
    sandbox: str = ""


class Entry(_Part):
    """One student's result in one assignment.

    `score`, `pending` and `max_score` are the points of the tests after a person's corrections, as in the
    score record; `official` is the official result after them.  `mark` is the total after lateness and
    corrections, and `final` that mark once it is complete.  `groups` are the points of each group of tests
    after corrections of its tests.  `sha256` is the digest of what was handed in, and `run` that of all
    else that its run depends on.  `record` is the path of the score record below `work/`.
    """

    assignment: str
    student: str
    verdict: Verdict
    official: Literal["pass", "fail", "pending"]
    score: float
    max_score: float
    pending: float
    groups: Mapping[str, Total] = {}
    graded: Graded = Graded()
    sha256: str | None = None
    run: str = ""
    submitted_at: str | None = None
    time_basis: str = ""
    late: Late | None = None
    mark: Total = Total(0.0, 0.0, 0.0)
    overrides: tuple[Correction, ...] = ()
    flags: tuple[Flag, ...] = ()
    record: str = ""

    @property
    def total(self) -> Total:
        """The points of all tests after corrections, without lateness."""
        return Total(self.score, self.pending, self.max_score)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def final(self) -> float | None:
        """The mark; None while it is not complete."""
        return self.mark.exact


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
    """The marks of a class; `class_files` are the digests of the class's files that they were made from."""

    schema_: Literal["gograde/gradebook/v1"] = Field(alias="schema")
    info: ClassInfo = Field(alias="class")
    students: tuple[Student, ...] = ()
    assignments: tuple[AssignmentInfo, ...] = ()
    entries: tuple[Entry, ...] = ()
    totals: tuple[StudentTotal, ...] = ()
    notes: tuple[str, ...] = ()
    class_files: Mapping[str, str] = {}
