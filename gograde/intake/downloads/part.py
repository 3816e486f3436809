"""What an export says: which files one student handed in, and who that student is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol

CHUNK = 64 * 1024
"""Bytes that are read of an entry at a time."""


@dataclass(frozen=True)
class Member:
    """A regular file of an export; `path` has forward slashes, `number` is its place in the export."""

    path: str
    number: int
    size: int


class Export(Protocol):
    """An export that is open."""

    @property
    def entries(self) -> Sequence[Member]:
        """The regular files, without what tools leave behind."""
        ...

    @property
    def skipped(self) -> Mapping[str, str]:
        """The paths of what cannot be taken, such as a link, and why."""
        ...

    def chunks(self, entry: Member) -> Iterator[bytes]:
        """The bytes of an entry; raises `RefusedError` when it cannot be read."""
        ...


def head(source: Export, entry: Member, most: int) -> bytes:
    """The first bytes of an entry, at most `most`."""
    data = b""
    for chunk in source.chunks(entry):
        data += chunk
        if len(data) >= most:
            break
    return data[:most]


class Says(Enum):
    """What a claim names a person by, and the field of a table that says the same.

    Ids of one system are never looked up among those of another.
    """

    LABEL = "the name in the export", "label"
    ID = "id", "student_id"
    LOGIN = "login", "login"
    EMAIL = "e-mail", "email"
    CANVAS_ID = "Canvas id", "canvas_id"
    MOODLE_ID = "Moodle id", "moodle_id"
    NAME = "name", "name"
    PACKED_NAME = "name", "name", "family name first, without blanks and signs, as Canvas writes it"

    @property
    def words(self) -> str:
        """What it is called."""
        return str(self.value[0])

    @property
    def field(self) -> str:
        """The field of a table."""
        return str(self.value[1])


NAMING = frozenset(says.field for says in Says) - {Says.LABEL.field}
"""The fields of tables that name a student."""


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
    of the due date: None when it says nothing.  `doubt` says why nobody but a person can tell whose it is;
    the claims are those of all readings then.
    """

    label: str
    claims: tuple[Claim, ...]
    files: Mapping[str, Member]
    at: datetime | None = None
    late: bool | None = None
    doubt: str = ""


Known = Callable[[Claim], Collection[str]]
"""The students of the class whom a claim names."""


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
