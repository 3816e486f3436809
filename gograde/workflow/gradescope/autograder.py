"""An autograder: its settings, written when it is packed, when a submission was handed in, and how it grades.

It grades what lies in a folder that is laid out as Gradescope's `/autograder`: `source` (the unpacked
archive), `submission`, `submission_metadata.json` and `results`.

The times are those of Gradescope's `submission_metadata.json`.  Lateness is computed from them alone, never
from the time of grading.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import field

from gograde.authoring.case_folders import hidden_batches, sample_batches
from gograde.classroom.class_config import AssignmentRules, LatePolicy, Time
from gograde.codec import Record, to_value
from gograde.core.assignment import Batch
from gograde.core.record import ScoreRecord, Visibility, most_points
from gograde.errors import UsageError
from gograde.grading.grade import grade_submission
from gograde.grading.marks.late import LateResult, late_result, lateness
from gograde.intake.runtime import runtime_of
from gograde.package.package import Package, find_package
from gograde.package.yaml_files import load_json_model
from gograde.sandbox.doctor.examination import quick
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend

SETTINGS = "autograder.json"
PACKAGE = "package"
"""The folder of the assignment's package."""

HIDDEN = "hidden"
"""The folder of the hidden cases."""

SCHEMA: Literal["gograde/autograder/v1"] = "gograde/autograder/v1"


class Autograder(Record):
    """The settings; `due` is a class's, and counts where Gradescope knows no due date."""

    schema_: Literal["gograde/autograder/v1"] = field(name="schema", default=SCHEMA)
    assignment: str
    hidden: bool = False
    visibility: Visibility = Visibility.HIDDEN
    late: LatePolicy = LatePolicy()
    due: Time | None = None
    trust: bool = False

    @property
    def costs(self) -> bool:
        """Whether late work loses points."""
        return self.late.policy != "baseline" or self.late.reject_after_days is not None

    def text(self) -> str:
        """The settings as JSON."""
        return json.dumps(to_value(self), indent=1) + "\n"


def check_settings(settings: Autograder) -> None:
    """Raise `UsageError` for what an autograder cannot do."""
    if settings.late.policy == "late-days":
        what = "free days are counted over the whole class, which Gradescope does not know"
        fix = "choose another policy in class.yaml, or grade in the class: gograde run"
        raise UsageError("late: late-days", what, fix)
    if settings.hidden and settings.trust:
        what = "programs without a sandbox could read the hidden cases"
        raise UsageError("--trust-submissions", what, "leave --hidden or --trust-submissions out")


METADATA = "submission_metadata.json"


class Dates(Record, forbid_unknown_fields=False):
    """The dates of an assignment, or those that one student has instead."""

    due_date: Time | None = None


class User(Record, forbid_unknown_fields=False):
    """A student of the group that handed in."""

    assignment: Dates | None = None


class Metadata(Record, forbid_unknown_fields=False):
    """The part of the file that counts; Gradescope adds keys from time to time."""

    created_at: Time
    assignment: Dates | None = None
    users: tuple[User, ...] = ()

    @property
    def due(self) -> Time | None:
        """When it was due: for a group, the latest date of its members; theirs come before everybody's."""
        own = [user.assignment.due_date for user in self.users if user.assignment]
        dates = [date for date in own if date is not None]
        return max(dates) if dates else self.assignment.due_date if self.assignment else None


def read_metadata(top: Path) -> Metadata:
    """The file in a folder that is laid out as Gradescope's; raises `DataError`."""
    return load_json_model(top / METADATA, Metadata)


def late_of(settings: Autograder, metadata: Metadata, max_score: float) -> LateResult | None:
    """The cost of lateness, None when in time."""
    rules = AssignmentRules(due=metadata.due or settings.due, late=settings.late)
    return late_result(lateness(metadata.created_at, rules, ""), settings.late, max_score)


def late_words(late: LateResult | None) -> list[str]:
    """What the student is told of lateness; nothing when in time."""
    return [] if late is None else [f"Late: {late.reason}; taken off: {late.penalty:g}."]


@dataclass(frozen=True)
class Prepared:
    """What is the same for every submission."""

    settings: Autograder
    package: Package
    batches: tuple[Batch, ...]
    backend: Backend


@dataclass(frozen=True)
class GradedSubmission:
    """The record of a submission, and what its lateness costs."""

    record: ScoreRecord
    late: LateResult | None


def prepared(top: Path) -> Prepared:
    """Read the settings and the package, have the sandbox proved, and build what programs import.

    Raises `JudgeError` when no sandbox works, and `DataError` for files that are missing or changed.
    """
    source = top / "source"
    settings = load_json_model(source / SETTINGS, Autograder)
    package = find_package(str(source / PACKAGE))
    batches = sample_batches(package)
    if settings.hidden:
        batches += hidden_batches(package, source / HIDDEN)
    backend = choose_backend(trust=settings.trust, proof=quick)
    runtime_of(package)
    return Prepared(settings, package, batches, backend)


def grade(top: Path, ready: Prepared) -> GradedSubmission:
    """Grade what lies in the folder `submission`.

    Raises `DataError` when lateness costs points and the times are not known.
    """
    settings = ready.settings
    times = read_metadata(top) if settings.costs else None
    record = grade_submission(
        top / "submission", ready.package, ready.batches, ready.backend, settings.visibility
    )
    late = late_of(settings, times, most_points(record.tests)) if times else None
    return GradedSubmission(record, late)
