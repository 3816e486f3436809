"""Recognises the columns of tables of people as learning systems name them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path

from gograde.errors import DataError
from gograde.package.yaml_files import read_capped

# -- a grading worksheet of Moodle, by what stands in it: its headings are in the language of its user ------
# The first column names participants by a word and a number, the second has full names.  Marks stand before a
# column in which every row has the same maximum.

_PARTICIPANT = re.compile(r"(?P<word>[^\W\d]\D{2,})\d+")
"""Matches as in `Participant 31` and `Teilnehmer/in31`."""
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+")
_ID = re.compile(r"[\w.-]*\d[\w.-]*", re.ASCII)
_NONE = ("", "-")
"""A mark that is not there."""


@dataclass(frozen=True)
class Worksheet:
    """The fields of a worksheet's columns (empty for those that are not known), and where marks stand."""

    fields: tuple[str, ...]
    grade: int
    most: int


def worksheet(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Worksheet | None:
    """The columns of a worksheet; None for a table that is none.  Each row has a cell for each column."""
    columns = list(zip(*rows, strict=True))
    maxima = [at for at in range(3, len(columns)) if _is_maximum(columns[at], columns[at - 1])]
    if not maxima or not _are_participants(columns[0]):
        return None
    most = maxima[0]
    while most + 1 in maxima:  # where all marks are equal, they look like a maximum themselves
        most += 1
    about = range(2, most - 1)
    address = next((at for at in about if _all(_ADDRESS, columns[at])), None)
    number = next((at for at in about if _all(_ID, columns[at])), None)
    fields = {0: "moodle_id", 1: "name", address: "email", number: "student_id"}
    return Worksheet(tuple(fields.get(at, "") for at in range(len(header))), most - 1, most)


def _are_participants(cells: Sequence[str]) -> bool:
    """Whether every cell is the same word before a number."""
    words = {found["word"] if (found := _PARTICIPANT.fullmatch(cell)) else "" for cell in cells}
    return len(words) == 1 and words != {""}


def _is_maximum(cells: Sequence[str], marks: Sequence[str]) -> bool:
    """Whether all cells are one number, and the cells before it are marks that are not above it."""
    most = {number_in(cell) for cell in cells}
    got = [0.0 if cell in _NONE else number_in(cell) for cell in marks]
    [first, *others] = most
    return not others and bool(first) and all(one is not None and one <= (first or 0) for one in got)


def number_in(text: str) -> float | None:
    """The number in a cell, with a point or a comma before its decimals; None when there is none."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def _all(pattern: re.Pattern[str], cells: Sequence[str]) -> bool:
    """Whether all cells fit but the empty ones, and one is not empty."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(pattern.fullmatch, filled))


_NAMES: Mapping[str, str] = {
    "student_id": "id|student id|studentid|sid|id number|idnumber|student number|matriculation number"
    "|sis user id|学号",
    "login": "login|login id|username|user name|sis login id|netid|github username|用户名",
    "email": "email|e mail|email address|mail|邮箱|电子邮件",
    "last_name": "last name|lastname|surname|family name|姓",
    "first_name": "first name|firstname|given name|forename|名",
    "name": "name|full name|fullname|student|student name|姓名",
    "canvas_id": "canvas id|canvas user id",
    "moodle_id": "moodle id|identifier|participant",
    "role": "role|roles|rolle|rollen|rôle|rôles|rol|角色|身份",
    "section": "section|sections",
    "url": "url|repository|repo|clone|clone url|git",
    "revision": "revision|commit|branch|tag",
    "label": "label",
    "submitted_at": "submitted at|submission time|last modified (submission)",
}
_FIELDS = {name: field for field, names in _NAMES.items() for name in names.split("|")}

TABLE_BYTES = 16 * 1024 * 1024
"""Bytes of the longest table that is read."""

SEPARATORS = (",", ";", "\t")
_SYSTEMS = (
    ({"sis login id", "student"}, {"id": "canvas_id"}),
    ({"sis user id", "student"}, {"id": "canvas_id"}),
    ({"section", "student"}, {"id": "canvas_id"}),
    ({"github username"}, {"identifier": "student_id"}),
)
"""Columns by which tables of Canvas and GitHub Classroom are known, and what another column means there."""

POINTS_ROW = "points possible"
"""The second row of a Canvas grade book begins with it."""


@dataclass(frozen=True)
class PeopleTable:
    """A table of people: the fields of its columns (empty for a column that is not known), and its rows."""

    header: tuple[str, ...]
    fields: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    def people(self) -> Iterator[tuple[str, dict[str, str]]]:
        """The known cells of each row by field, with the place of the row; the first filled cell counts."""
        for where, cells in self.rows:
            found: dict[str, str] = {}
            for field, cell in zip(self.fields, cells, strict=True):
                if field and not found.get(field):
                    found[field] = cell
            yield where, _with_names(found)


def read_people(path: Path) -> PeopleTable:
    """Read a CSV file as any learning system or spreadsheet writes it; raises `DataError`."""
    text = _text(path, read_capped(path, TABLE_BYTES))
    first = text.partition("\n")[0].strip()
    told = first[4:] if first.startswith("sep=") else ""
    separator = told or max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        if told:
            next(reader)
        header = tuple(cell.strip() for cell in next(reader, []))
        rows = [(f"{path}:{reader.line_num}", _fitting(cells, header)) for cells in reader if any(cells)]
    except csv.Error as error:
        raise DataError(f"{path}:{reader.line_num}", f"not CSV ({error})", "mend the quotes") from None
    kept = [row for row in rows if not "".join(row[1][:1]).casefold().startswith(POINTS_ROW)]
    fields = fields_in(header, [cells for _, cells in kept])
    named = ((where, cells) for where, cells in kept if not any(fields) or any(compress(cells, fields)))
    return PeopleTable(header, fields, tuple(named))


def fields_of(header: Sequence[str]) -> tuple[str, ...]:
    """The field of each column of a header; empty for a column that is not known."""
    plain = [re.sub(r"[\s_-]+", " ", name).strip().casefold() for name in header]
    own = next((meant for columns, meant in _SYSTEMS if columns <= {*plain}), {})
    return tuple(own.get(name) or _FIELDS.get(name, "") for name in plain)


def fields_in(header: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The field of each column of a table, which may be a worksheet of Moodle in another language."""
    known = fields_of(header)
    sheet = None if "moodle_id" in known else worksheet(header, rows)
    if sheet is None:
        return known
    return tuple(found or name for found, name in zip(sheet.fields, known, strict=True))


def _fitting(cells: Sequence[str], header: Sequence[str]) -> tuple[str, ...]:
    """As many cells as the header has; learning systems leave empty ones out, and add some."""
    return tuple([cell.strip() for cell in cells] + [""] * len(header))[: len(header)]


def _with_names(person: dict[str, str]) -> dict[str, str]:
    """With family and given name apart, when the table has only one column for both."""
    name = person.get("name", "")
    if "," in name and not person.get("last_name"):
        last, _, first = name.partition(",")
        return {**person, "last_name": last.strip(), "first_name": first.strip()}
    if name and not person.get("last_name"):
        first, _, last = name.rpartition(" ")
        return {**person, "last_name": last, "first_name": first}
    return person


def _text(path: Path, data: bytes) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(str(path), "not UTF-8 text", 'save it as "CSV UTF-8"') from None
