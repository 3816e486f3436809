"""What an import did, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from gograde.intake.downloads.part import LeftOut
from gograde.intake.downloads.systems import System

SCHEMA = "gograde/import/v1"


class Arrival(Enum):
    """What became of a submission."""

    NEW = "new"
    REPLACED = "replaced"
    SAME = "same"
    KEPT = "kept"
    """The one in the class stays, by the rule of the class."""


@dataclass(frozen=True)
class Brought:
    """A submission of a student; `note` says what a person should know of it."""

    student: str
    name: str
    state: Arrival
    label: str
    by: str
    files: int
    submitted_at: str = ""
    note: str = ""


@dataclass
class ImportReport:
    """The report of an import; `missing` are the students without a submission afterwards."""

    kind: System
    assignment: str
    brought: list[Brought] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing: Sequence[str] = ()
    times_written: bool = False
    preview: bool = False

    @property
    def changed(self) -> bool:
        """Whether anything in the class is not as it was."""
        moved = any(one.state in (Arrival.NEW, Arrival.REPLACED) for one in self.brought)
        return moved or self.times_written

    def counts(self) -> dict[str, int]:
        """How many submissions are in each state; all states, in order."""
        found = Counter(one.state for one in self.brought)
        return {state.value: found[state] for state in Arrival}

    def value(self) -> dict[str, Any]:
        """The report as a value of JSON."""
        return {
            "schema": SCHEMA,
            "from": self.kind.word,
            "assignment": self.assignment,
            "preview": self.preview,
            "changed": self.changed,
            "counts": {**self.counts(), "left_out": len(self.left)},
            "submissions": [
                {
                    "student_id": one.student,
                    "state": one.state.value,
                    "label": one.label,
                    "matched_by": one.by,
                    "files": one.files,
                    "submitted_at": one.submitted_at or None,
                    "note": one.note,
                }
                for one in self.brought
            ],
            "left_out": [
                {"label": one.label, "why": one.why, "fix": one.fix, "candidates": list(one.candidates)}
                for one in self.left
            ],
            "missing": list(self.missing),
            "notes": list(self.notes),
        }
