"""Makes `roster.csv` from the table of people that a learning system or an office gives out."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gograde.classroom.roster import ROSTER_COLUMNS, check_id
from gograde.errors import DataError
from gograde.intake.downloads.people_table import PeopleTable, read_people
from gograde.intake.names import fold

_IDS = ("student_id", "login", "canvas_id", "email")
"""The columns whose cells can be ids, the best first; the first that names every student is taken."""

_OWN = (*ROSTER_COLUMNS, "name", "url", "revision", "label", "submitted_at")
_KEPT = ("login", "canvas_id", "moodle_id")
"""Known columns that an import or an export needs later; they have these names in the roster."""

_GRADES = re.compile(
    r".*\(\d+\)|.*\|\d+|.*\[Total Pts.*"
    r"|(current|final|unposted|override|grade|status|feedback|maximum|availability|online text).*"
    r"|(last (modified|access|downloaded)|root account|total score|total lateness).*",
    re.IGNORECASE,
)
"""Columns of a grade book that say nothing of who a student is."""

_NOBODY = {
    "name": "student, ?test|test ?student|studenttest",
    "login": ".+_previewuser",
    "role": r".*(\b(admin|assist|grader|instructor|manager|staff|ta\b|teacher|tutor)"
    r"|dozent|lehr|trainer|betreuer|hilfskraft|enseignant|professeur|profesor|docente|ayudante|gestor"
    "|教师|老师|助教|教授|讲师|管理员).*",
    "section": "(tas?|tutors?|staff|instructors?|teaching (assistants|staff))( section)?",
}
"""Cells of who is no student: what Canvas and Blackboard look at a course with, and the staff."""


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
    source = _id_column(table, [person for _, person, _ in people], path)
    extra = list(dict.fromkeys(name for _, _, more in people for name in more))
    lines = [[*ROSTER_COLUMNS, *extra]]
    seen: dict[str, str] = {}
    for where, person, more in people:
        student = person[source]
        check_id(student, where)
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
    people = [person for _, person in table.people()]
    names = [_name_of(field, name) for field, name in zip(table.fields, table.header, strict=True)]
    return [
        (where, person, {name: cell for name, cell in zip(names, cells, strict=True) if name})
        for (where, cells), person in zip(table.rows, people, strict=True)
    ]


def _name_of(field: str, header: str) -> str:
    """The name of a column in the roster beside the four; empty for one that is not kept."""
    if field in _KEPT:
        return field
    return "" if field in _OWN or not header or _GRADES.fullmatch(header) else header


def is_nobody(person: Mapping[str, str]) -> bool:
    """Whether a row is of the staff, or a system's own, for looking at a course as a student does."""
    return any(re.fullmatch(cell, person.get(name, ""), re.IGNORECASE) for name, cell in _NOBODY.items())


def _id_column(table: PeopleTable, people: Sequence[Mapping[str, str]], path: Path) -> str:
    for field in _IDS:
        if field in table.fields and all(person.get(field) for person in people):
            return field
    found = [name for name, field in zip(table.header, table.fields, strict=True) if field in _IDS]
    what = f"{', '.join(found)}: empty for some students" if found else "no column with ids of students"
    raise DataError(f"{path}:1", what, "name a column student_id and fill it for every student")
