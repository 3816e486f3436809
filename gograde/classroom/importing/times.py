"""`submitted_at.csv` of an assignment: read whole, and written whole with what an import knows."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gograde.classroom.handed_in import NOT_LATE, TIME_COLUMNS
from gograde.classroom.tables import parse_time, read_table
from gograde.files import write_changed


@dataclass(frozen=True)
class Told:
    """A time, and who told it."""

    at: datetime
    source: str = ""

    @property
    def exact(self) -> bool:
        """Whether it is the moment of the submission, and not only a bound of it."""
        return self.source != NOT_LATE


def read_told(path: Path) -> dict[str, Told]:
    """The times in the table by student, none without a table; raises `DataError`."""
    if not path.is_file():
        return {}
    rows = read_table(path, TIME_COLUMNS, TIME_COLUMNS[:2])
    return {
        row["student_id"]: Told(parse_time(row["submitted_at"], where), row["source"]) for where, row in rows
    }


def write_told(path: Path, told: Mapping[str, Told]) -> bool:
    """Write the table unless it says the same already; returns whether it was written."""
    if (not told and not path.is_file()) or told == read_told(path):
        return False
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(TIME_COLUMNS)
    table.writerows((student, one.at.isoformat(), one.source) for student, one in told.items())
    return write_changed(path, text.getvalue().encode())
