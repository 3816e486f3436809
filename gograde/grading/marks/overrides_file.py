"""Adds corrections to `overrides.csv`, all of one decision at once, and undoes the last one."""

from __future__ import annotations

import contextlib
import csv
import fcntl
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gograde.classroom.classroom import OVERRIDE_COLUMNS, OVERRIDES, Override
from gograde.classroom.tables import read_table
from gograde.errors import DataError
from gograde.files import write_atomic
from gograde.intake.printable import safe

NEEDED = ("assignment", "student_id", "test", "points", "by", "reason")
LATER = ("decision", "picture")
"""Columns that a file of an older class lacks; they are added to its header."""


@dataclass(frozen=True)
class Written:
    """The content of the file before and after a decision; `before` is None when there was no file."""

    path: Path
    before: bytes | None
    after: bytes


def add_overrides(class_dir: Path, overrides: Sequence[Override]) -> Written:
    """Add a line for each correction to the class's `overrides.csv`, all or none; existing rows stay.

    Raises `DataError` when the file cannot be read, lacks a column, or has a line for one of the tests.
    """
    path = class_dir / OVERRIDES
    with _alone(class_dir):
        before = path.read_bytes() if path.is_file() else None
        rows, columns = ([], list(OVERRIDE_COLUMNS)) if before is None else _read(path)
        _check_new(path, rows, overrides)
        after = _with_later_columns(before or _line(OVERRIDE_COLUMNS, "\n"), columns)
        end = "\r\n" if after.partition(b"\n")[0].endswith(b"\r") else "\n"
        after += b"" if after.endswith(b"\n") else end.encode()
        after += b"".join(_line([_cells(one).get(name, "") for name in columns], end) for one in overrides)
        write_atomic(path, after)
    return Written(path, before, after)


def take_back(written: Written) -> None:
    """Restore the file as it was before; raises `DataError` when it has changed since."""
    with _alone(written.path.parent):
        if not written.path.is_file() or written.path.read_bytes() != written.after:
            what = "was changed since the correction was added"
            raise DataError(str(written.path), what, "take its line out by hand")
        if written.before is None:
            written.path.unlink()
        else:
            write_atomic(written.path, written.before)


@contextlib.contextmanager
def _alone(class_dir: Path) -> Iterator[None]:
    """In the block nobody else adds or takes back: two people may decide at the same time."""
    descriptor = os.open(class_dir, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _read(path: Path) -> tuple[list[tuple[str, ...]], list[str]]:
    """The test of each row, and the columns of the file in its own order."""
    named = ("assignment", "student_id", "test")
    rows = [tuple(row[name] for name in named) for _, row in read_table(path, OVERRIDE_COLUMNS, NEEDED)]
    with path.open(encoding="utf-8-sig", newline="") as file:
        return rows, [cell.strip() for cell in next(csv.reader(file))]


def _check_new(path: Path, rows: Sequence[tuple[str, ...]], overrides: Sequence[Override]) -> None:
    for one in overrides:
        if (one.assignment, one.student, one.test) in rows:
            what = f"somebody has decided {safe(one.test)!r} of {one.student} in {one.assignment} meanwhile"
            raise DataError(str(path), what, "look at its line; to decide again take it out")


def _with_later_columns(data: bytes, columns: list[str]) -> bytes:
    """The file with the columns that it lacks at the end of its header, which `columns` then has too."""
    missing = [name for name in LATER if name not in columns]
    columns += missing
    head, end, rest = data.partition(b"\n")
    line = head.removesuffix(b"\r")
    return line + "".join(f",{name}" for name in missing).encode() + head[len(line) :] + end + rest


def _cells(override: Override) -> dict[str, str]:
    values = (
        override.assignment,
        override.student,
        override.test,
        f"{override.points:.12g}",
        override.by,
        override.at,
        override.reason,
        override.decision,
        override.picture,
    )
    return dict(zip(OVERRIDE_COLUMNS, values, strict=True))


def _line(cells: Sequence[str], end: str) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=end).writerow(cells)
    return out.getvalue().encode()
