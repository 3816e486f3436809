"""The model of `work/gradebook.json`: grading writes it, reports read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from gograde.classroom.classroom import Student
from gograde.scoring.record import Flag, Visibility
from gograde.scoring.verdict import Verdict

GRADEBOOK_SCHEMA: Literal["gograde/gradebook/v1"] = "gograde/gradebook/v1"


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)


class ClassInfo(_Part):
    """The title of the class, and the language of the titles in its reports."""

    title: str
    language: str = "en"


class AssignmentInfo(_Part):
    """An assignment of the class; `released` says which visibilities students may see."""

    id: str
    title: str = ""
    version: str = ""
    package_sha256: str = ""
    weight: float = 100
    due: str | None = None
    visibility: Visibility = Visibility.HIDDEN
    released: Mapping[Visibility, bool] = {}


class Late(_Part):
    """Lateness: whole `days` late, and the `penalty` in points."""

    days: int = 0
    penalty: float = 0
    reason: str = ""


class Correction(_Part):
    """A person's correction of a test (of the whole when `test` is empty); `before` is in points."""

    test: str = ""
    points: float
    before: float | None = None
    by: str = ""
    at: str = ""
    reason: str = ""


class Entry(_Part):
    """One student's result in one assignment.

    `score` of `max_score` are the graded points; `pending` are the points not graded yet.  `final` is
    the score after lateness and corrections, None when nothing is graded.  `record` is the path of the
    score record below `work/`.
    """

    assignment: str
    student: str
    verdict: Verdict
    official: Literal["pass", "fail", "pending"]
    score: float
    max_score: float
    pending: float
    submitted_at: str | None = None
    time_basis: str = ""
    late: Late | None = None
    final: float | None = None
    overrides: tuple[Correction, ...] = ()
    flags: tuple[Flag, ...] = ()
    record: str = ""


class Total(_Part):
    """A student's total in percent of the graded points, by weight of the assignments."""

    student: str
    total: float | None = None
    pending: float = 0


class Gradebook(_Part):
    """The marks of a class; `class_files` are the digests of the class's files that they were made from."""

    schema_: Literal["gograde/gradebook/v1"] = Field(alias="schema")
    info: ClassInfo = Field(alias="class")
    students: tuple[Student, ...] = ()
    assignments: tuple[AssignmentInfo, ...] = ()
    entries: tuple[Entry, ...] = ()
    totals: tuple[Total, ...] = ()
    notes: tuple[str, ...] = ()
    class_files: Mapping[str, str] = {}
