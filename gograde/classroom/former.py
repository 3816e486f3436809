"""Students who left a class: their rows are gone from the roster, and their work is still there.

What the other files of a class say of them is left aside, so that one edit, in the roster, is enough.
"""

from __future__ import annotations

from pathlib import Path

from gograde.classroom.tables import read_table
from gograde.errors import DataError
from gograde.intake.names import readable, without_suffix

SUBMISSIONS = "submissions"
TAKEN = "taken_in.csv"
TAKEN_COLUMNS = ("assignment", "student_id", "sha256", "taken_in_at")


def former_students(class_dir: Path) -> frozenset[str]:
    """The ids of all who handed something in, by the names of submissions and the moments of intake."""
    entries = [entry.name for entry in class_dir.glob(f"{SUBMISSIONS}/*/*")]
    return frozenset({*map(student_part, entries), *entries, *_taken(class_dir / TAKEN)})


def student_part(name: str) -> str:
    """The name of a submission on the disk without its suffix."""
    return without_suffix(readable(name))


def _taken(table: Path) -> set[str]:
    """The students of a table; none for a damaged one, which is told where its moments are read."""
    try:
        return {row["student_id"] for _, row in read_table(table, TAKEN_COLUMNS, TAKEN_COLUMNS)}
    except DataError:
        return set()
