"""Adds corrections to `overrides.csv`, one at a time, and undoes the last one."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gograde.classroom.classroom import OVERRIDE_COLUMNS, OVERRIDES, Override
from gograde.classroom.tables import read_table
from gograde.errors import DataError
from gograde.files import write_atomic


@dataclass(frozen=True)
class Written:
    """The content of the file before and after a correction; `before` is None when there was no file."""

    path: Path
    before: bytes | None
    after: bytes


def add_override(class_dir: Path, override: Override) -> Written:
    """Add a line to the class's `overrides.csv`; existing bytes stay.

    Raises `DataError` when the file's header cannot be read or lacks a column.
    """
    path = class_dir / OVERRIDES
    before = path.read_bytes() if path.is_file() else None
    columns = OVERRIDE_COLUMNS if before is None else _columns(path)
    head = before or _line(OVERRIDE_COLUMNS, "\n")
    end = "\r\n" if head.partition(b"\n")[0].endswith(b"\r") else "\n"
    whole = head if head.endswith(b"\n") else head + end.encode()
    after = whole + _line([_cells(override)[column] for column in columns], end)
    write_atomic(path, after)
    return Written(path, before, after)


def take_back(written: Written) -> None:
    """Restore the file as it was before; raises `DataError` when it has changed since."""
    if not written.path.is_file() or written.path.read_bytes() != written.after:
        what = "was changed since the correction was added"
        raise DataError(str(written.path), what, "take its line out by hand")
    if written.before is None:
        written.path.unlink()
    else:
        write_atomic(written.path, written.before)


def _columns(path: Path) -> Sequence[str]:
    """The columns of the file, in its own order."""
    for _ in read_table(
        path, OVERRIDE_COLUMNS, ("assignment", "student_id", "test", "points", "by", "reason")
    ):
        break
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [cell.strip() for cell in next(csv.reader(file))]


def _cells(override: Override) -> dict[str, str]:
    values = (
        override.assignment,
        override.student,
        override.test,
        f"{override.points:.12g}",
        override.by,
        override.at,
        override.reason,
    )
    return dict(zip(OVERRIDE_COLUMNS, values, strict=True))


def _line(cells: Sequence[str], end: str) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=end).writerow(cells)
    return out.getvalue().encode()
