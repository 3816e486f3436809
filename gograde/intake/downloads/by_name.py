"""The learning systems that name each file by who handed it in: Moodle, Canvas and Blackboard.

They say no more, or nothing that is sure: their users choose names of files, and some choose their own.  So
what can be read as that of two students is nobody's.

**Moodle**: `<full name>_<id>_assignsubmission_file/<path>`, or the same with `_` in one folder.  Where a
group hands in, its name and `-` stand before.  Older versions end the folder's name with `_`.  The id is
Moodle's number of the participant, and the name is `Participant` where marking is blind.  Moodle packs the
last attempt, and does not say when it came; its grading worksheet does.

**Canvas**: `<name>_[LATE_]<user id>_<file id>_<file>`, all in one folder.  The name is the sortable one in
lower case, without blanks and signs.  Text typed in the page is `…_<user id>_text.html`, an address
`…_link.html`.  An anonymous assignment has `anon_<code>` for the name and the user id.  Canvas numbers a file
that was handed in again (`-1`, `-2`) before its suffix, and packs the files of the last attempt only.  It
does not say when they came.

**Blackboard**: `<assignment>_<user name>_attempt_<year-month-day-hour-minute-second>_<file>`.  Each attempt
has a summary, the same name with `.txt` after the time.  Its first lines are Blackboard's: `Name: <full name>
(<user name>)`, `Assignment:`, `Date Submitted:`.  What the student wrote comes after a blank line and is not
read.  Times are the local ones of the system.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from gograde.intake.downloads.part import (
    Claim,
    Entry,
    Kind,
    Known,
    LeftOut,
    Part,
    Says,
    Sorted,
    doubtful,
    of_several,
)
from gograde.intake.names import RefusedError

HEADER_BYTES = 2048
"""Bytes of a summary that are read: its first lines, with room for long names."""

Attempt = tuple[str, str]
"""What the names of all files of an attempt begin with, in two parts."""


@dataclass(frozen=True)
class System(ABC):
    """How a system names files; `read` gives the first bytes of an entry, `known` whom a claim names.

    `nothing` is why an attempt without files is left out.
    """

    read: Callable[[Entry, int], bytes]
    known: Known
    nothing: ClassVar[str]

    @staticmethod
    @abstractmethod
    def split(path: str) -> tuple[Attempt, str] | None:
        """The attempt of a file, and its name there, empty for what only tells of it; None for others."""

    @abstractmethod
    def doubt(self, path: str) -> list[Claim]:
        """Whom the readings of a path mean where these are several; else none."""

    @abstractmethod
    def part(self, attempt: Attempt, files: dict[str, Entry], told: Entry | None) -> tuple[Part, list[str]]:
        """The part of an attempt, and notes; `told` is the file that tells of it."""

    def sort(self, entries: Sequence[Entry]) -> Sorted:
        """Sort the files of a download."""
        files: dict[Attempt, dict[str, Entry]] = {}
        told: dict[Attempt, Entry] = {}
        several: dict[Entry, list[Claim]] = {}
        for entry in entries:
            if claims := self.doubt(entry.path):
                several[entry] = claims
            elif found := self.split(entry.path):
                attempt, name = found
                if name:
                    files.setdefault(attempt, {})[name] = entry
                else:
                    told[attempt] = entry
        made = [self.part(attempt, files[attempt], told.get(attempt)) for attempt in sorted(files)]
        alone = sorted(told.keys() - files.keys())
        labels = (self.part(attempt, {}, told[attempt])[0].label for attempt in alone)
        left = [LeftOut(label, self.nothing, "ask for the file") for label in labels]
        notes = [note for _, said in made for note in said]
        return Sorted([*(part for part, _ in made), *doubtful(several)], left, notes)


# -- Moodle ---------------------------------------------------------------------------------

_MOODLE = re.compile(
    r"(?<=[^/])_(?=(?P<id>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?:_?/|_)(?P<path>.+))", re.S
)
"""What follows the name; there may be several such places in the path of a file."""


class Moodle(System):
    nothing = "only text typed in Moodle, and no file"

    @staticmethod
    def split(path: str) -> tuple[Attempt, str] | None:
        return next(_moodle(path), None)

    def doubt(self, path: str) -> list[Claim]:
        readings = [*_moodle(path)]
        return [one for attempt, _ in readings for one in self._claims(*attempt)] if len(readings) > 1 else []

    def part(self, attempt: Attempt, files: dict[str, Entry], told: Entry | None) -> tuple[Part, list[str]]:
        return Part("_".join(attempt), self._claims(*attempt), files), []

    def _claims(self, name: str, number: str) -> tuple[Claim, ...]:
        """The id and the name; where the id is nobody's, the name without a group too: all must mean one."""
        own, groups = (Claim(Says.MOODLE_ID, number), Claim(Says.NAME, name)), re.finditer("-", name)
        return own if self.known(own[0]) else (*own, *(Claim(Says.NAME, name[at.end() :]) for at in groups))


def _moodle(path: str) -> Iterator[tuple[Attempt, str]]:
    """Each way to read the path of a file."""
    for rest in _MOODLE.finditer(path):
        if "/" not in (name := path[: rest.start()]):
            yield (name, rest["id"]), rest["path"] if rest["plugin"] == "file" else ""


# -- Canvas ---------------------------------------------------------------------------------

_CANVAS = (
    re.compile(r"(?P<who>\w*?)_(?P<late>(?:LATE|late)_)?(?P<user>\d+)_(?:text|link)\.html"),
    re.compile(r"(?P<late>(?:LATE|late)_)?(?P<who>anon_[A-Za-z0-9]+)_\d+_(?P<name>.+)", re.S),
    re.compile(r"(?P<who>\w*?)_(?P<late>(?:LATE|late)_)?(?P<user>\d+)_\d+_(?P<name>.+)", re.S),
)
"""Names of files: of typed text, of an anonymous assignment, and of others."""

_LATER = re.compile(r"(?<=\w)_(?=(?:(?:LATE|late)_)?(?P<user>\d+)_\d+_.)", re.S)
"""Where the ids of a student may begin in the name of a file."""

_NUMBERED = re.compile(r"(?P<stem>.+?)-(?P<number>[1-9]\d{0,2})(?P<suffix>(?:\.tar)?\.\w+)?", re.S)


class Canvas(System):
    nothing = "only text typed in Canvas, or an address, and no file"

    @staticmethod
    def split(path: str) -> tuple[Attempt, str] | None:
        said = _canvas(path)
        return ((said["who"], said.get("user", "")), said.get("name", "")) if said else None

    def doubt(self, path: str) -> list[Claim]:
        found = (_canvas_claims(path[: at.start()], at["user"]) for at in _LATER.finditer(path))
        return of_several(found, self.known)

    def part(self, attempt: Attempt, files: dict[str, Entry], told: Entry | None) -> tuple[Part, list[str]]:
        label, (renamed, older) = "_".join(filter(None, attempt)), newest(files)
        late = any(_canvas(entry.path)["late"] for entry in files.values())
        notes = [f"{label}: {name} is an earlier version of {now}" for name, now in older.items()]
        return Part(label, _canvas_claims(*attempt), renamed, late=late), notes


def _canvas(path: str) -> dict[str, str]:
    """What the name of a file says; nothing for one that is not of Canvas."""
    return next((found.groupdict() for one in _CANVAS if (found := one.fullmatch(path))), {})


def _canvas_claims(name: str, user: str) -> tuple[Claim, ...]:
    own = (Claim(Says.CANVAS_ID, user),) if user else ()
    return (*own, Claim(Says.PACKED_NAME, name)) if user and name else own


def newest(files: Mapping[str, Entry]) -> tuple[dict[str, Entry], dict[str, str]]:
    """The files under the names that they were handed in by, and each earlier version with its later one.

    `a-1.py` is `a.py` handed in again.  Where only numbered files of a name are there, and several of them,
    the numbers are the student's own: nothing is renamed.
    """
    groups: dict[str, dict[int, str]] = {}
    for name in files:
        plain, number = _plain(name)
        groups.setdefault(plain, {})[number] = name
    renamed, older = dict[str, Entry](), dict[str, str]()
    for plain, versions in groups.items():
        if 0 not in versions and len(versions) > 1:
            renamed.update((name, files[name]) for name in versions.values())
            continue
        last = max(versions)
        renamed[plain] = files[versions[last]]
        older.update((name, versions[last]) for number, name in versions.items() if number != last)
    return renamed, older


def _plain(name: str) -> tuple[str, int]:
    found = _NUMBERED.fullmatch(name)
    return (found["stem"] + (found["suffix"] or ""), int(found["number"])) if found else (name, 0)


# -- Blackboard -----------------------------------------------------------------------------

_BLACKBOARD = re.compile(
    r"(?P<head>.+?)_attempt_(?P<at>\d{4}(?:-\d\d){5})(?:(?P<summary>\.txt)|_(?P<name>.+))", re.S
)
_AGAIN = re.compile(r"(?<=.)_(?=attempt_\d{4}(?:-\d\d){5}[._])", re.S)
"""Where an attempt may begin in a name."""

_NAME = re.compile(r"Name:\s*(?P<name>.*?)\s*\((?P<login>[^()]+)\)\s*")
_DATE = re.compile(r"Date Submitted:\s*(?:\w+,\s*)?(?P<at>.+?)(?:\s+o'clock)?(?:\s+(?!AM|PM)[A-Za-z/_]+)?\s*")
_DATE_FORMATS = ("%B %d, %Y %I:%M:%S %p", "%d %B %Y %H:%M:%S", "%B %d, %Y %H:%M:%S", "%Y-%m-%d-%H-%M-%S")


class Blackboard(System):
    nothing = "an attempt without a file"

    @staticmethod
    def split(path: str) -> tuple[Attempt, str] | None:
        said = _BLACKBOARD.fullmatch(path)
        return ((said["head"], said["at"]), said["name"] or "") if said else None

    def doubt(self, path: str) -> list[Claim]:
        heads = (path[: again.start()] for again in _AGAIN.finditer(path))
        return of_several(([Claim(Says.LOGIN, one) for one in _endings(head)] for head in heads), self.known)

    def part(self, attempt: Attempt, files: dict[str, Entry], told: Entry | None) -> tuple[Part, list[str]]:
        head, stamp = attempt
        lines = self._header(told).decode("utf-8", "replace").replace("\r", "").split("\n\n")[0].split("\n")
        named = next((found for line in lines if (found := _NAME.fullmatch(line))), None)
        dated = next((found["at"] for line in lines if (found := _DATE.fullmatch(line))), "")
        endings = [*_endings(head)]
        claims = tuple(Claim(Says.LOGIN, ending) for ending in endings)
        if named is not None:  # else there is no summary; one that names another is not of this attempt
            own = Claim(Says.LOGIN, named["login"]), Claim(Says.NAME, named["name"])
            claims = own if named["login"] in endings else ()
        return Part(f"{head}_attempt_{stamp}", claims, files, _parsed(dated) or _parsed(stamp)), []

    def _header(self, summary: Entry | None) -> bytes:
        """The first lines of a summary; empty without one, and for one that is broken."""
        try:
            return b"" if summary is None else self.read(summary, HEADER_BYTES)
        except RefusedError:
            return b""


def _endings(head: str) -> Iterator[str]:
    """What may be the user name: all that follows one of the underscores."""
    return (head[at + 1 :] for at, char in enumerate(head) if char == "_" and head[at + 1 :])


def _parsed(text: str) -> datetime | None:
    for form in _DATE_FORMATS:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None


SYSTEMS: Mapping[Kind, type[System]] = {
    Kind.MOODLE: Moodle,
    Kind.BLACKBOARD: Blackboard,
    Kind.CANVAS: Canvas,
}
"""In the order in which an export is tried."""
