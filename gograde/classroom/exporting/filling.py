"""Writes marks into the rows of a template, whose students are found as an import finds them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gograde.classroom.exporting.columns import Column, System, Wanted, find_column, is_own_row, number_in
from gograde.classroom.exporting.template import Row, Template
from gograde.classroom.importing.who import OF_TABLES, People, claims_of
from gograde.classroom.roster import Student
from gograde.classroom.roster_from import is_nobody
from gograde.errors import DataError
from gograde.intake.downloads.part import Claim, LeftOut, Part
from gograde.intake.printable import safe

Person = Mapping[str, str]
"""By what a row names somebody."""

_HELP = "write the ids, logins or e-mail addresses of the system into roster.csv"

MarkText = Callable[[str, Wanted, float | None], str]
"""The text of a mark, by student, assignment and the most that its column takes; empty for an open one."""


@dataclass(frozen=True)
class Stranger:
    """A row that names nobody of the class, why, and who may be meant."""

    line: int
    why: str
    candidates: tuple[str, ...] = ()


@dataclass
class Filled:
    """What became of the cells of one column.

    `replaced` maps students to the text that stood there before another mark, `emptied` to the text before an
    open one.
    """

    wanted: Wanted
    column: Column
    written: int = 0
    open: list[str] = field(default_factory=list)
    replaced: dict[str, str] = field(default_factory=dict)
    emptied: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Filling:
    """A template with its marks: who is nobody of the class, and which students are in no row."""

    data: bytes
    columns: tuple[Filled, ...]
    strangers: tuple[Stranger, ...]
    absent: tuple[str, ...]


def fill(
    system: System,
    template: Template,
    students: Sequence[Student],
    works: Sequence[Wanted],
    text: MarkText,
) -> Filling:
    """Write marks into the columns of these assignments.

    Raises `DataError` for a column that is not clear, for two rows of one student, and when nobody of the
    class is in the table.
    """
    columns = [Filled(work, find_column(system, template, work)) for work in works]
    _check_apart(template, columns)
    found, strangers = _matched(template, students, list(_people(system, template)))
    for student, row in found.items():
        for one in columns:
            _write(one, student, row, text(student, one.wanted, one.column.most))
    absent = tuple(student.id for student in students if student.id not in found)
    return Filling(template.data(), tuple(columns), strangers, absent)


def _people(system: System, template: Template) -> Iterator[tuple[Row, Person]]:
    """The rows that name a person."""
    named = template.people(moodle=system is System.MOODLE)
    for row, person in zip(template.body, named, strict=True):
        if any(person.values()) and not is_own_row(system, row) and not is_nobody(person):
            yield row, person


def _check_apart(template: Template, columns: Sequence[Filled]) -> None:
    """Raise `DataError` when two assignments go into one column."""
    seen: dict[int, str] = {}
    for one in columns:
        other = seen.setdefault(one.column.number, one.wanted.id)
        if other != one.wanted.id:
            where = f"{template.path}: {safe(one.column.header)}"
            what = f"the column of both {other} and {one.wanted.id}"
            raise DataError(where, what, "export one after the other with -a, each with its --column or file")


def _matched(
    template: Template, students: Sequence[Student], people: Sequence[tuple[Row, Person]]
) -> tuple[dict[str, Row], tuple[Stranger, ...]]:
    """The row of each student, and the rows of strangers."""
    known = People(students)
    shared = {key for _, person in people for key in _keys(known, person)}
    rows: dict[str, Row] = {}
    strangers = []
    for row, person in people:
        found = _student(known, row, person, shared)
        if isinstance(found, Stranger):
            strangers.append(found)
        elif rows.setdefault(found, row) is not row:
            what = f"{found} is on line {rows[found].line} already"
            raise DataError(template.where(row), what, "keep one of the two rows")
    if not rows:
        what = "no row names a student of the class"
        raise DataError(str(template.path), what, f"{_HELP}, or give another table")
    return rows, tuple(strangers)


def _keys(known: People, person: Person) -> set[str]:
    """The cells of a row, other than names, that name a student of the class."""
    pairs = ((key, Claim(says, person[key])) for key, says in OF_TABLES if person.get(key))
    return {key for key, claim in pairs if len(known.named(claim)) == 1}


def _student(known: People, row: Row, person: Person, shared: Collection[str]) -> str | Stranger:
    """The student of a row.

    Where ids of the table name students of the class, a row with another id is a stranger's, whatever name it
    has: `shared` are the columns of such ids.
    """
    found = known.find(Part("", claims_of(person), {}))
    if isinstance(found, LeftOut):
        return Stranger(row.line, found.why, found.candidates)
    other = (
        "" if _keys(known, person) else next((person[key] for key in sorted(shared) if person.get(key)), "")
    )
    if other:
        return Stranger(row.line, f"{other!r} is not on the roster, only the name of {found.student}")
    return found.student


def _write(one: Filled, student: str, row: Row, text: str) -> None:
    """Write a mark into its cell, unless the same number stands there; note what stood there before."""
    column = one.column.number
    before = row.cell(column)
    if not text:
        one.open.append(student)
    else:
        one.written += 1
    if text and number_in(before) == float(text):
        return
    if before:
        (one.replaced if text else one.emptied)[student] = before
    if before or text:
        row.put(column, text)
