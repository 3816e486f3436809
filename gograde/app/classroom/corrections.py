"""Corrections of single students: who, what and why, added to `overrides.csv` and taken out of it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from gograde.app.classroom.asked import text_of
from gograde.app.classroom.room import Room
from gograde.classroom.classroom import OVERRIDE_COLUMNS, OVERRIDES, Override, override_of
from gograde.errors import DataError
from gograde.grading.marks.override_checks import check_overrides
from gograde.grading.marks.overrides_file import add_overrides, take_out
from gograde.report.decisions import now
from gograde.report.results import check_known


def seal_of_row(one: Override) -> str:
    """A word for a row, another one when anything in it is changed; its line does not matter."""
    cells = (one.assignment, one.student, one.test, one.points, one.by, one.at, one.reason, one.decision)
    return sha256(repr((*cells, one.picture)).encode("utf-8", "surrogatepass")).hexdigest()


def add_correction(room: Room, asked: dict[str, Any]) -> str:
    """Add a correction; returns what there is to say.

    Raises `UsageError` for a name that the class does not have, `DataError` for a row that would be wrong and
    where somebody has corrected the test already.
    """
    classroom, results = room.classroom, room.results()
    row = {name: text_of(asked, name).strip() for name in OVERRIDE_COLUMNS}
    check_known("--assignment", row["assignment"], [*classroom.assignments])
    check_known("--student", row["student_id"], [one.id for one in classroom.students])
    path = room.class_dir / OVERRIDES
    line = 1 + path.read_bytes().count(b"\n") if path.is_file() else 2
    new = override_of(f"{path}:{line}", {**row, "at": now(), "picture": ""}, classroom.config)
    result = results.get(new.student, new.assignment)
    if result is None:
        what = f"{new.student} has no result of {new.assignment}"
        raise DataError(str(room.class_dir), what, f"gograde run {room.class_dir}")
    check_overrides([new], result.record.tests, str(path))
    add_overrides(room.class_dir, [new])
    return f"Written: {new.points:g} for {new.test or 'the whole'} of {new.student} in {new.assignment}."


def take_correction_out(room: Room, asked: dict[str, Any]) -> str:
    """Take out the correction that a page names by its seal; returns what there is to say.

    Raises `DataError` when no row says just that any more.
    """
    wanted = text_of(asked, "row")
    found = next((one for one in room.classroom.overrides if seal_of_row(one) == wanted), None)
    if found is None:
        what = "this correction was changed or taken out meanwhile"
        raise DataError(str(room.class_dir / OVERRIDES), what, "look at it again")
    take_out(room.class_dir, found)
    return f"Taken out: {found.test or 'the whole'} of {found.student} in {found.assignment}."
