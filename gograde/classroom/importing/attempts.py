"""Which of a student's submissions counts, by the rule of the class; and the times that are known of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gograde.classroom.class_config import Resubmissions
from gograde.classroom.handed_in import NOT_LATE, TIME_COLUMNS
from gograde.classroom.tables import parse_time, read_table
from gograde.files import write_changed
from gograde.intake.downloads.part import LeftOut, Part


@dataclass(frozen=True)
class Moment:
    """A time, and the system or person that named it."""

    at: datetime
    source: str = ""

    @property
    def exact(self) -> bool:
        """Whether it is the moment of the submission, and not only a bound of it."""
        return self.source != NOT_LATE


@dataclass(frozen=True)
class Attempt:
    """A part with its student, what named the student, and when it was handed in (None: not known)."""

    student: str
    part: Part
    by: str
    time: Moment | None = None


def counts(first: datetime, second: datetime, deadline: datetime | None, rule: Resubmissions) -> bool:
    """Whether the submission at `second` counts rather than the one at `first`."""
    if second <= first:
        return False
    return rule == "last" or deadline is None or second <= deadline or first > deadline


def chosen(
    attempts: Sequence[Attempt], deadline: datetime | None, rule: Resubmissions
) -> tuple[Attempt | None, list[LeftOut], list[str]]:
    """The attempt of one student that counts; what is left out; notes about attempts that do not count."""
    if len(attempts) == 1:
        return attempts[0], [], []
    timed = sorted(
        (one.time.at, number) for number, one in enumerate(attempts) if one.time and one.time.exact
    )
    if len({at for at, _ in timed}) < len(attempts):
        why = f"{attempts[0].student} has {len(attempts)} submissions here, and no times tell them apart"
        return None, [LeftOut(one.part.label, why, "keep the one that counts") for one in attempts], []
    best, *later = timed
    for one in later:
        best = one if counts(best[0], one[0], deadline, rule) else best
    taken = attempts[best[1]]
    notes = [
        f"{attempts[number].part.label}: {'after the deadline' if at > best[0] else 'an earlier attempt'}; "
        f"{taken.part.label} counts (resubmissions: {rule})"
        for at, number in timed
        if number != best[1]
    ]
    return taken, [], notes


def load_times(path: Path) -> dict[str, Moment]:
    """The times in the table by student, none without a table; raises `DataError`."""
    if not path.is_file():
        return {}
    rows = read_table(path, TIME_COLUMNS, TIME_COLUMNS[:2])
    return {
        row["student_id"]: Moment(parse_time(row["submitted_at"], line), row["source"]) for line, row in rows
    }


def save_times(path: Path, times: Mapping[str, Moment]) -> bool:
    """Write the table unless it says the same already; returns whether it was written."""
    if (not times and not path.is_file()) or times == load_times(path):
        return False
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(TIME_COLUMNS)
    table.writerows((student, one.at.isoformat(), one.source) for student, one in times.items())
    return write_changed(path, text.getvalue().encode())
