"""The students of a class: `roster.csv`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gograde.classroom.tables import read_table
from gograde.errors import DataError
from gograde.intake.downloads.people_table import fields_of
from gograde.intake.names import fold
from gograde.intake.printable import safe
from gograde.package.yaml_files import did_you_mean

ROSTER = "roster.csv"
ROSTER_COLUMNS = ("student_id", "last_name", "first_name", "email")

NAMING = ("student_id", "login", "email", "canvas_id", "moodle_id", "name")
"""What columns of systems name a student by."""

LISTED = 12
"""The most ids that an error lists."""

_HAN = re.compile("[\u3400-\u9fff\uac00-\ud7a3]+")
"""Matches Chinese characters and Korean syllables."""


@dataclass(frozen=True)
class Student:
    """A row of the roster; `more` has the cells of columns that gograde does not know, as text."""

    id: str
    last_name: str = ""
    first_name: str = ""
    email: str = ""
    more: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The full name, family name first for Chinese and Korean names; the id when there is no name."""
        if self.first_name and self.last_name and _HAN.fullmatch(self.last_name + self.first_name):
            return self.last_name + self.first_name
        return f"{self.first_name} {self.last_name}".strip() or self.id

    @property
    def ids(self) -> Mapping[str, str]:
        """What learning systems name the student by, by what it is: `login`, `canvas_id` and so on."""
        cells = zip(fields_of(tuple(self.more)), self.more.values(), strict=True)
        return {field: cell for field, cell in reversed(list(cells)) if field in NAMING and cell}

    @property
    def other_ids(self) -> tuple[str, ...]:
        """Logins, addresses and ids of learning systems in the columns that gograde does not know."""
        fields = fields_of(tuple(self.more))
        return tuple(
            cell for field, cell in zip(fields, self.more.values(), strict=True) if field in NAMING and cell
        )


def read_roster(path: Path) -> tuple[Student, ...]:
    """Read the students in order; raises `DataError` for a missing, empty or ambiguous roster."""
    if not path.is_file():
        raise DataError(str(path), "no such file", f"write one with the columns {','.join(ROSTER_COLUMNS)}")
    rows = list(read_table(path, ROSTER_COLUMNS, needed=("student_id",), others=True))
    if not rows:
        raise DataError(str(path), "no students in it", "write a line for each student under the header")
    seen: dict[str, str] = {}
    for where, row in rows:
        check_id(row["student_id"], where)
        other = seen.setdefault(fold(row["student_id"]), where)
        if other != where:
            line = other.rpartition(":")[2]
            raise DataError(where, f"{row['student_id']} is on line {line} already", "keep one of the two")
    return tuple(_student(row) for _, row in rows)


def _student(row: Mapping[str, str]) -> Student:
    more = {name: cell for name, cell in row.items() if name not in ROSTER_COLUMNS}
    return Student(row["student_id"], row["last_name"], row["first_name"], row["email"], more)


def student_meant(word: str, known: Iterable[str]) -> str:
    """How to mend an id that is not on the roster.

    An id with digits in it is never proposed: the id that looks most like it is another student's.
    """
    ids = sorted(known)
    spelled = [student for student in ids if not _has_digit(student)]
    meant = did_you_mean(word, spelled) if spelled and not _has_digit(word) else ""
    if meant.startswith("did you mean"):
        return meant
    return f"use one of: {', '.join(ids)}" if ids == spelled[:LISTED] else f"write an id of {ROSTER}"


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


_ID = re.compile(r"\w[\w.@+-]*( [\w.@+-]+)*")


def check_id(student: str, where: str) -> None:
    """Raise `DataError` unless the id can name a file: letters, digits and `. _ @ + -`."""
    fits = _ID.fullmatch(student) and len(student.encode()) <= 100
    if not fits or unicodedata.normalize("NFC", student) != student:
        raise DataError(
            where,
            f"student_id {safe(student)!r} cannot be the name of a file",
            "write letters, digits and . _ @ + - only, a letter or digit first, at most 100 bytes",
        )
