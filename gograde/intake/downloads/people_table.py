"""Recognises the columns of tables of people as learning systems name them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import compress
from pathlib import Path

from gograde.errors import DataError
from gograde.intake.downloads.part import Claim, Says
from gograde.intake.downloads.systems import NONE, ROWS, plain_heading, time_in, worksheet
from gograde.listing import safe
from gograde.package.yaml_files import read_capped

_NAMES: Mapping[str, str] = {
    "student_id": "id|student id|studentid|sid|id number|idnumber|student number|matriculation number"
    "|sis user id|matrikelnummer|id nummer|numéro d'identification|número de id|学号",
    "login": "login|login id|username|user name|sis login id|netid|github username"
    "|anmeldename|benutzername|nom d'utilisateur|nombre de usuario|用户名",
    "email": "email|e mail|email address|mail|e mail adresse|courriel|dirección de correo|邮箱|电子邮件",
    "last_name": "last name|lastname|surname|family name|nachname|nom de famille|nom|apellido(s)|姓",
    "first_name": "first name|firstname|given name|forename|vorname|prénom|nombre|名",
    "name": "name|full name|fullname|student|student name|姓名",
    "canvas_id": "canvas id|canvas user id",
    "moodle_id": "moodle id|identifier|participant",
    "role": "role|roles|role/status|rolle|rollen|rolle/status|rôle|rôles|rol|角色|身份",
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
                    found[field] = cell.removeprefix(
                        "#"
                    )  # Brightspace has it before ids, so that they stay text
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
    kept = [row for row in rows if not any(one.is_points_row("".join(row[1][:1])) for one in ROWS)]
    fields = fields_in(header, [cells for _, cells in kept])
    named = ((where, cells) for where, cells in kept if not any(fields) or any(compress(cells, fields)))
    return PeopleTable(header, fields, tuple(named))


def fields_of(header: Sequence[str]) -> tuple[str, ...]:
    """The field of each column of a header; empty for a column that is not known."""
    plain = [*map(plain_heading, header)]
    own = _own_columns(plain) or {}
    return tuple(own.get(name) or _FIELDS.get(name, "") for name in plain)


def fields_in(header: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The field of each column of a table, which may be a worksheet of Moodle in another language."""
    known = fields_of(header)
    other = "moodle_id" in known or _own_columns([*map(plain_heading, header)]) is not None
    sheet = None if other else worksheet(header, rows)
    if sheet is None:
        return known
    return tuple(found or name for found, name in zip(sheet.fields, known, strict=True))


def _own_columns(plain: Sequence[str]) -> Mapping[str, str] | None:
    """What columns mean in the tables of the system that a header shows; None where it shows none."""
    return next((row.columns for row in ROWS for shown in row.shown_by if {*shown} <= {*plain}), None)


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


OF_TABLES = (
    *((name, says) for name in ("student_id", "login") for says in (Says.ID, Says.LOGIN)),
    *((says.field, says) for says in (Says.EMAIL, Says.CANVAS_ID, Says.MOODLE_ID)),
)
"""What the known cells of a table name a person by; many a table or roster has the logins as ids."""


def claims_of(person: Mapping[str, str]) -> tuple[Claim, ...]:
    """Whom a row of a table names."""
    claims = [Claim(says, person[key]) for key, says in OF_TABLES if person.get(key)]
    name = f"{person.get('first_name', '')} {person.get('last_name', '')}".strip()
    return (*claims, Claim(Says.NAME, name)) if name else tuple(claims)


def submitted_at(person: Mapping[str, str], where: str) -> datetime | None:
    """When a person handed in, as the row says; None where it does not, an error where nobody can read it."""
    text = person.get("submitted_at", "")
    at = time_in(text)
    if at is None and text not in NONE:
        fix = "write times like 2026-11-15T23:59:00+08:00"
        raise DataError(where, f"{safe(text)!r} is not a time that is read here", fix)
    return at
