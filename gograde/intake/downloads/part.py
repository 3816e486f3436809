"""What an export says: which files one student handed in, and who that student is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from gograde.intake.downloads.source import Entry


class Kind(Enum):
    """Where an export comes from; the value is the word on the command line."""

    CANVAS = "canvas"
    MOODLE = "moodle"
    BLACKBOARD = "blackboard"
    GRADESCOPE = "gradescope"
    PLAIN = "plain"
    GIT = "git"


class Says(Enum):
    """What a claim names a person by; ids of one system are never looked up among those of another."""

    LABEL = "the name in the export"
    ID = "id"
    LOGIN = "login"
    EMAIL = "e-mail"
    NAME = "name"
    PACKED_NAME = "name"
    """Family name first, without blanks and signs, as Canvas writes it."""
    CANVAS_ID = "Canvas id"
    MOODLE_ID = "Moodle id"

    def __new__(cls, words: str) -> Says:
        one = object.__new__(cls)
        one._value_ = (words, len(cls.__members__))
        return one

    @property
    def words(self) -> str:
        return str(self.value[0])


@dataclass(frozen=True)
class Claim:
    """Who handed a part in, as the export says it."""

    says: Says
    value: str


@dataclass(frozen=True)
class Part:
    """What one student handed in at one time.

    `label` is how the export names it.  `files` maps paths in the submission to entries.  `at` is when, as
    the export says; without an offset it is the local time of the system.  `late` is what the export says
    of the due date: None when it says nothing.
    """

    label: str
    claims: tuple[Claim, ...]
    files: Mapping[str, Entry]
    at: datetime | None = None
    late: bool | None = None


@dataclass(frozen=True)
class LeftOut:
    """Something that is not taken in: what, why, and how to mend it."""

    label: str
    why: str
    fix: str = ""
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sorted:
    """An export sorted into parts."""

    parts: Sequence[Part]
    left: Sequence[LeftOut] = ()
    notes: Sequence[str] = field(default_factory=tuple)
