"""A table of a learning system with its ids of students, and perhaps with times of submission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path

from gograde.classroom.importing.attempts import Moment
from gograde.classroom.importing.who import NAMING, Match, People, claims_of
from gograde.classroom.roster_from import is_nobody
from gograde.errors import DataError
from gograde.intake.downloads.part import Part
from gograde.intake.downloads.people_table import read_people
from gograde.intake.printable import safe

_MOODLE_FORMS = (
    "%A, %d %B %Y, %I:%M %p",
    "%A, %B %d, %Y, %I:%M %p",
    "%A, %d %B %Y, %H:%M",
)
"""How Moodle's worksheet in English writes times, as in `Wednesday, 11 November 2026, 8:15 PM`."""

_NEVER = ("", "-")
"""What stands for a time where nothing was handed in."""


@dataclass(frozen=True)
class SystemTable:
    """Times by student, whom other rows name (empty: nobody) by field, and how many rows are strangers'."""

    times: Mapping[str, Moment] = field(default_factory=dict)
    named: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    strangers: int = 0


def read_system_table(path: Path, people: People, zone: tzinfo) -> SystemTable:
    """Whom a table names.

    Times without an offset are those of `zone`.  Raises `DataError`.
    """
    times, strangers = dict[str, Moment](), 0
    named: dict[str, dict[str, str]] = {}
    rows = list(read_people(path).people())
    known = people.find_all([Part("", claims_of(person), {}) for _, person in rows])
    for (where, person), (part, found) in zip(rows, known, strict=True):
        student = found.student if isinstance(found, Match) else ""
        if not student and not is_nobody(person):
            if (label := person.get("label")) and not part.claims:
                named.setdefault("label", {})[label] = ""
            else:
                strangers += 1
            continue
        for name in person.keys() & NAMING:
            named.setdefault(name, {})[person[name]] = student
        if not student:
            continue
        if (text := person.get("submitted_at", "")) not in _NEVER:
            at = _time(text, where)
            times[student] = Moment(at if at.tzinfo else at.replace(tzinfo=zone), path.name)
    return SystemTable(times, named, strangers)


def _time(text: str, where: str) -> datetime:
    for form in _MOODLE_FORMS:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        fix = "write times like 2026-11-15T23:59:00+08:00"
        raise DataError(where, f"{safe(text)!r} is not a time that is read here", fix) from None
