"""`taken_in.csv` of a class: the moment at which each submission was first taken in.

It is the time of a submission that `submitted_at.csv` does not list.  The file lies beside `class.yaml`, so
that it outlives the work folder.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from gograde.classroom.classroom import Classroom
from gograde.classroom.former import TAKEN, TAKEN_COLUMNS
from gograde.classroom.tables import parse_time, read_table
from gograde.errors import DataError
from gograde.files import leftovers_of, write_atomic
from gograde.intake.printable import safe

Taken = tuple[str, str, str]
"""An assignment, a student's id and the SHA-256 of what the student handed in."""

_MEND = "restore the file from a copy; without it all times are those of the next grading"


def read_moments(classroom: Classroom) -> Mapping[Taken, datetime]:
    """The moments in the table, none without a table; raises `DataError` for a damaged one."""
    path = classroom.path / TAKEN
    if not path.is_file():
        return {}
    moments: dict[Taken, datetime] = {}
    try:
        for where, row in read_table(path, TAKEN_COLUMNS, TAKEN_COLUMNS):
            taken = row["assignment"], row["student_id"], row["sha256"]
            if not re.fullmatch(r"[0-9a-f]{64}", row["sha256"]):
                raise DataError(where, f"{safe(row['sha256'])!r} is no SHA-256", _MEND)
            if taken in moments:
                raise DataError(where, f"{safe(row['student_id'])} has this line already", _MEND)
            moments[taken] = parse_time(row["taken_in_at"], where)
    except DataError as error:
        raise DataError(error.where, error.what, _MEND) from None
    return moments


def note_moments(classroom: Classroom, taken: Iterable[Taken], now: datetime) -> Mapping[Taken, datetime]:
    """Write `now` into the table for what it lacks; returns the whole table.  Raises `DataError`.

    Only the grader of the class writes it, one at a time: what a killed one had begun to write is deleted.
    """
    for path in leftovers_of(classroom.path / TAKEN):
        path.unlink(missing_ok=True)
    before = read_moments(classroom)
    moment = now.replace(microsecond=0)
    new = {each: moment for each in taken if each not in before}
    if new:
        _write(classroom, {**before, **new})
    return {**before, **new}


def _write(classroom: Classroom, moments: Mapping[Taken, datetime]) -> None:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerows([TAKEN_COLUMNS, *((*taken, moment.isoformat()) for taken, moment in moments.items())])
    write_atomic(classroom.path / TAKEN, text.getvalue().encode())
    folder = os.open(classroom.path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)  # the table's name, too, is on the disk before marks are made with it
    finally:
        os.close(folder)
