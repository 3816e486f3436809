"""Which column of a learning system's table holds the marks of an assignment, and the most that it takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from gograde.classroom.exporting.template import Row, Template
from gograde.errors import DataError
from gograde.intake.downloads.moodle_worksheet import Worksheet
from gograde.intake.downloads.people_table import fields_of
from gograde.intake.printable import safe


class System(Enum):
    """Where marks go; the value is the word on the command line."""

    CANVAS = "canvas"
    MOODLE = "moodle"
    BLACKBOARD = "blackboard"
    GRADESCOPE = "gradescope"
    CSV = "csv"


@dataclass(frozen=True)
class Wanted:
    """An assignment, the most points that it gives, and the column that a person named.

    With `scale` marks are converted to the most that the column takes.
    """

    id: str
    title: str
    most: float
    column: str = ""
    scale: bool = False


@dataclass(frozen=True)
class Column:
    """A column of a template; `most` is the most that the system takes there, None when it does not say."""

    number: int
    header: str
    most: float | None


_ONE_COLUMN = {System.MOODLE: "grade", System.GRADESCOPE: "total score"}
"""The name of the column of marks in tables that are about one assignment."""

_MOST_COLUMN = {System.MOODLE: "maximum grade", System.GRADESCOPE: "max points"}
_CANVAS = re.compile(r"(?P<name>.+?)\s*\((?P<id>\d+)\)", re.S)
_BLACKBOARD = re.compile(
    r"(?P<name>.+?)\s*(?:\[Total Pts: (?P<own>up to )?(?P<most>[\d.,]+)[^\]]*\])?\s*(?:\|(?P<id>\d+))?", re.S
)
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_POINTS_ROW = "points possible"
"""How the row of Canvas begins that holds the points of each column."""

_READ_ONLY = "read only"


def find_column(system: System, template: Template, wanted: Wanted) -> Column:
    """The column for an assignment; raises `DataError` with the candidates when it is not clear."""
    header = template.header
    names = [_names(system, name) for name in header]
    asked = [wanted.column] if wanted.column else [wanted.title, wanted.id, wanted.id.replace("-", " ")]
    if not wanted.column and system in _ONE_COLUMN:
        asked = [_ONE_COLUMN[system]]
    keys = {_key(name) for name in asked if name}
    found = [number for number, known in enumerate(names) if keys & known]
    if not found and (sheet := _foreign(system, template)) and not wanted.column:
        found = [sheet.grade]
    if len(found) != 1:
        raise _unclear(system, template, wanted, [header[number] for number in found])
    [number] = found
    if fields_of(header)[number]:
        where, what = _where(template, header[number]), "names students, and holds no marks"
        raise DataError(where, what, "give --column with the name of a column of marks")
    column = Column(number, header[number], _most(system, template, number))
    if not wanted.scale and column.most not in (None, wanted.most):
        where, what = _where(template, header[number]), f"takes {column.most:g} points, {wanted.id} gives"
        fix = f"set its points to {wanted.most:g} there and download the table again, or give --scale"
        raise DataError(where, f"{what} {wanted.most:g}", fix)
    return column


def _foreign(system: System, template: Template) -> Worksheet | None:
    """Where things stand in a worksheet of Moodle whose headings are not English."""
    return template.worksheet if system is System.MOODLE else None


def is_own_row(system: System, row: Row) -> bool:
    """Whether a row is the system's own, and about no student."""
    return system is System.CANVAS and row.cell(0).casefold().startswith(_POINTS_ROW)


def number_in(text: str) -> float | None:
    """The number in a cell, with a point or a comma before its decimals; None when there is none."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def _names(system: System, header: str) -> set[str]:
    """By what a column can be named: its header, and the name and the id in it."""
    pattern = {System.CANVAS: _CANVAS, System.BLACKBOARD: _BLACKBOARD}.get(system)
    found = pattern.fullmatch(header) if pattern else None
    parts = (found["name"], found["id"] or "") if found else ()
    return {_key(name) for name in (header, *parts) if name}


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _unclear(system: System, template: Template, wanted: Wanted, found: Sequence[str]) -> DataError:
    name = safe(wanted.column or _ONE_COLUMN.get(system) or wanted.title or wanted.id)
    if len(found) > 1:
        what = f"{len(found)} columns are called {name!r}"
        names = list(dict.fromkeys(found))
    else:
        what = f"no column for {wanted.id} is called {name!r}"
        names = _candidates(system, template)
    told = ", ".join(repr(safe(name)) for name in names)
    fix = f"give --column with one of: {told}" if told else "download the table with its columns of marks"
    return DataError(str(template.path), what, fix)


def _candidates(system: System, template: Template) -> list[str]:
    """The columns that may hold marks."""
    header, fields = template.header, fields_of(template.header)
    free = [name for name, field in zip(header, fields, strict=True) if name and not field]
    tests: Mapping[System, Callable[[str], object]] = {
        System.CANVAS: _CANVAS.fullmatch,
        System.BLACKBOARD: lambda name: "|" in name,
    }
    likely = [name for name in free if tests.get(system, bool)(name)]
    return likely or free


def _most(system: System, template: Template, column: int) -> float | None:
    """The most points that the system takes in a column."""
    header = template.header
    where = _where(template, header[column])
    if system is System.CANVAS:
        cells = [row.cell(column) for row in template.body if is_own_row(system, row)]
        if any(_READ_ONLY in cell.casefold() for cell in cells):
            raise DataError(where, "computed by Canvas, which reads no marks there", "give another --column")
    elif system is System.BLACKBOARD:
        found = _BLACKBOARD.fullmatch(header[column])
        if found and found["own"]:
            what = "computed by Blackboard, which reads no marks there"
            raise DataError(where, what, "give another --column")
        cells = [found["most"] or ""] if found else []
    else:
        name = _MOST_COLUMN.get(system)
        numbers = [at for at, one in enumerate(header) if name and _key(one) == name]
        if not numbers and (sheet := _foreign(system, template)) is not None:
            numbers = [sheet.most]
        cells = [row.cell(at) for row in template.body for at in numbers]
    found_most = sorted({most for cell in cells if (most := number_in(cell)) is not None})
    if len(found_most) > 1:
        what = f"the most points differ: {', '.join(f'{most:g}' for most in found_most)}"
        raise DataError(where, what, "download the table of one assignment")
    return found_most[0] if found_most else None


def _where(template: Template, header: str) -> str:
    return f"{template.path}: {safe(header)}"
