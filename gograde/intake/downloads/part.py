"""What an export says: which files one student handed in, and who that student is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol

CHUNK = 64 * 1024
"""Bytes that are read of an entry at a time."""


@dataclass(frozen=True)
class Entry:
    """A regular file of an export; `path` has forward slashes, `number` is its place in the export."""

    path: str
    number: int
    size: int


class Source(Protocol):
    """An export that is open."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The regular files, without what tools leave behind."""
        ...

    @property
    def skipped(self) -> Mapping[str, str]:
        """The paths of what cannot be taken, such as a link, and why."""
        ...

    def chunks(self, entry: Entry) -> Iterator[bytes]:
        """The bytes of an entry; raises `RefusedError` when it cannot be read."""
        ...


def head(source: Source, entry: Entry, most: int) -> bytes:
    """The first bytes of an entry, at most `most`."""
    data = b""
    for chunk in source.chunks(entry):
        data += chunk
        if len(data) >= most:
            break
    return data[:most]


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
    of the due date: None when it says nothing.  `doubt` says why nobody but a person can tell whose it is;
    the claims are those of all readings then.
    """

    label: str
    claims: tuple[Claim, ...]
    files: Mapping[str, Entry]
    at: datetime | None = None
    late: bool | None = None
    doubt: str = ""


Known = Callable[[Claim], Collection[str]]
"""The students of the class whom a claim names."""

SEVERAL_READINGS = "its name can be read in several ways, so it is nobody's"


def of_several(readings: Iterable[Sequence[Claim]], known: Known) -> list[Claim]:
    """The claims of a name's readings where these mean different students of the class; else none."""
    meant = [(claims, frozenset(one for claim in claims for one in known(claim))) for claims in readings]
    several = len({students for _, students in meant if students}) > 1
    return [claim for claims, students in meant if students for claim in claims] if several else []


def doubtful(entries: Mapping[Entry, Sequence[Claim]]) -> list[Part]:
    """What has several readings, by folders or files of the export, with the claims of all of them."""
    found: dict[str, tuple[dict[str, Entry], dict[Claim, None]]] = {}
    for entry, claims in entries.items():
        label, _, path = entry.path.partition("/")
        files, said = found.setdefault(label, ({}, {}))
        files[path or label] = entry
        said.update(dict.fromkeys(claims))
    return [Part(label, tuple(said), files, doubt=SEVERAL_READINGS) for label, (files, said) in found.items()]


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
