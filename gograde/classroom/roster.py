"""The students of a class: `roster.csv`."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gograde.classroom.tables import read_table
from gograde.errors import DataError
from gograde.intake.downloads.part import NAMING
from gograde.intake.downloads.people_table import PeopleTable, fields_of, read_people
from gograde.intake.downloads.systems import is_about_people, is_nobody
from gograde.intake.names import fold
from gograde.listing import safe
from gograde.package.yaml_files import did_you_mean

ROSTER = "roster.csv"
ROSTER_COLUMNS = ("student_id", "last_name", "first_name", "email")

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
    def _naming(self) -> list[tuple[str, str]]:
        cells = zip(fields_of(tuple(self.more)), self.more.values(), strict=True)
        return [(name, cell) for name, cell in cells if name in NAMING and cell]

    @property
    def ids(self) -> Mapping[str, str]:
        """What learning systems name the student by, by what it is: `login`, `canvas_id` and so on."""
        return dict(reversed(self._naming))

    @property
    def other_ids(self) -> tuple[str, ...]:
        """Logins, addresses and ids of learning systems in the columns that gograde does not know."""
        return tuple(cell for _, cell in self._naming)


def read_roster(path: Path) -> tuple[Student, ...]:
    """Read the students in order; raises `DataError` for a missing, empty or ambiguous roster."""
    if not path.is_file():
        raise DataError(str(path), "no such file", f"write one with the columns {','.join(ROSTER_COLUMNS)}")
    rows = list(read_table(path, ROSTER_COLUMNS, needed=("student_id",), others=True))
    if not rows:
        raise DataError(str(path), "no students in it", "write a line for each student under the header")
    seen: dict[str, str] = {}
    for where, row in rows:
        if not is_id(row["student_id"]):
            what = f"student_id {safe(row['student_id'])!r} cannot be the name of a file"
            fix = "write letters, digits and . _ @ + - only, a letter or digit first, at most 100 bytes"
            raise DataError(where, what, fix)
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


def is_id(text: str) -> bool:
    """Whether an id can name a file: letters, digits and `. _ @ + -`."""
    fits = _ID.fullmatch(text) and len(text.encode()) <= 100
    return bool(fits) and unicodedata.normalize("NFC", text) == text


# -- makes `roster.csv` from the table of people that a learning system or an office gives out -------------

_IDS = ("student_id", "login", "canvas_id", "email")
"""The columns whose cells can be ids, the best first; the first with one for every student is taken."""

_OWN = (*ROSTER_COLUMNS, "name", "url", "revision", "label", "submitted_at")
_KEPT = ("login", "canvas_id", "moodle_id")
"""Known columns that an import or an export needs later; they have these names in the roster."""


@dataclass(frozen=True)
class NewRoster:
    """The text of `roster.csv`, and what a person should know of it: how many students, by which column."""

    text: str
    students: int
    ids: str


def roster_of(path: Path) -> NewRoster:
    """The roster with the people of a table; raises `DataError` when it names not all."""
    table = read_people(path)
    people = [(where, person, more) for where, person, more in _rows(table) if not is_nobody(person)]
    if not people:
        raise DataError(str(path), "no students in it", "give a table with a line for each student")
    source = _id_column(table, {where: person for where, person, _ in people}, path)
    extra = list(dict.fromkeys(name for _, _, more in people for name in more))
    lines = [[*ROSTER_COLUMNS, *extra]]
    seen: dict[str, str] = {}
    for where, person, more in people:
        student = person[source]
        if (other := seen.setdefault(fold(student), where)) != where:
            what = f"{student} is on line {other.rpartition(':')[2]} already"
            raise DataError(where, what, "keep one of the two")
        known = (person.get(name, "") for name in ROSTER_COLUMNS[1:])
        lines.append([student, *known, *(more.get(name, "") for name in extra)])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return NewRoster(text.getvalue(), len(people), table.header[table.fields.index(source)])


def _rows(table: PeopleTable) -> list[tuple[str, Mapping[str, str], Mapping[str, str]]]:
    """Each row: its place, its known cells by field, and its other cells by column."""
    names = [_name_of(field, name) for field, name in zip(table.fields, table.header, strict=True)]
    return [
        (
            where,
            person,
            {name: person.get(name, cell) for name, cell in zip(names, cells, strict=True) if name},
        )
        for (_, cells), (where, person) in zip(table.rows, table.people(), strict=True)
    ]


def _name_of(field: str, header: str) -> str:
    """The name of a column in the roster beside the four; empty for one that is not kept."""
    if field in _KEPT:
        return field
    return "" if field in _OWN or not header or not is_about_people(header) else header


def _id_column(table: PeopleTable, people: Mapping[str, Mapping[str, str]], path: Path) -> str:
    """The best column of ids; `people` are the known cells of each row by its place."""
    unfit = {
        name: [(where, cell) for where, one in people.items() if not is_id(cell := one.get(name, ""))]
        for name in _IDS
        if name in table.fields
    }
    if fit := [name for name, them in unfit.items() if not them]:
        return fit[0]
    fix = "name a column student_id and fill it for every student: letters, digits and . _ @ + -"
    for name, [(where, cell), *_] in unfit.items():
        raise DataError(where, f"no id in {table.header[table.fields.index(name)]!r}: {safe(cell)!r}", fix)
    raise DataError(f"{path}:1", "no column with ids of students", fix)
