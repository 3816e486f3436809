"""When a submission was handed in and when it was due, by Gradescope's `submission_metadata.json`.

Lateness is computed from these times alone, never from the time of grading.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pydantic import AwareDatetime, BaseModel, ConfigDict

from gograde.classroom.class_config import AssignmentRules
from gograde.grading.marks.late import LateResult, late_result, lateness
from gograde.package.yaml_files import load_json_model
from gograde.workflow.gradescope.settings import Autograder

METADATA = "submission_metadata.json"


class _Known(BaseModel):
    """Gradescope adds keys from time to time."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Dates(_Known):
    """The dates of an assignment, or those that one student has instead."""

    due_date: AwareDatetime | None = None


class User(_Known):
    """A student of the group that handed in."""

    assignment: Dates | None = None


class Metadata(_Known):
    """The part of the file that counts."""

    created_at: AwareDatetime
    assignment: Dates | None = None
    users: tuple[User, ...] = ()

    @property
    def due(self) -> datetime | None:
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
