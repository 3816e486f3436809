"""Adds corrections to `overrides.csv`, all of one decision at once, and takes them out again."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gograde.classroom.classroom import DECISIONS, LOOK, OVERRIDE_COLUMNS, OVERRIDES, TABLE_COLUMNS, Override
from gograde.classroom.tables import read_table
from gograde.core.record import TestScore, spelled
from gograde.errors import DataError, UsageError
from gograde.files import alone, write_atomic
from gograde.listing import safe
from gograde.package.yaml_files import did_you_mean

NEEDED = ("assignment", "student_id", "test", "points", "by", "reason")
LATER = ("decision", "picture")
"""Columns that a file of an older class lacks; they are added to its header."""


def add_overrides(class_dir: Path, overrides: Sequence[Override]) -> None:
    """Add a line for each correction to the class's `overrides.csv`, all or none; existing rows stay.

    Raises `DataError` when the file cannot be read, lacks a column, or has a line for one of the tests, and
    `UsageError` for a text that is not UTF-8.
    """
    _check_text(overrides)
    path = class_dir / OVERRIDES
    with alone(class_dir):
        before = path.read_bytes() if path.is_file() else None
        rows, columns = ([], list(TABLE_COLUMNS)) if before is None else _read(path)
        _check_new(path, rows, overrides)
        after = _with_later_columns(before or _line(TABLE_COLUMNS, "\n"), columns)
        end = "\r\n" if after.partition(b"\n")[0].endswith(b"\r") else "\n"
        after += b"" if after.endswith(b"\n") else end.encode()
        own = (_line([_cells(one).get(name, "") for name in columns], end) for one in overrides)
        write_atomic(path, after + b"".join(own))


def take_out(class_dir: Path, overrides: Sequence[Override]) -> None:
    """Take the lines of corrections out, whoever added them; all other lines stay as they are.

    Raises `DataError` when one of the lines does not say just that any more, and takes none out.
    """
    path = class_dir / OVERRIDES
    with alone(class_dir):
        data = path.read_bytes() if path.is_file() else b""
        for one in overrides:
            kept = _without(data, one)
            if kept is None:
                what = f"the correction of {_named(one)} of {one.student} was changed"
                raise DataError(str(path), what, "look at it again")
            data = kept
        write_atomic(path, data)


def _without(data: bytes, override: Override) -> bytes | None:
    """The file without the only row that says what a correction says; None without such a row."""
    lines = list(io.StringIO(data.decode("utf-8", "surrogateescape"), newline=""))
    reader = csv.reader(line.removeprefix("\ufeff") for line in lines)
    names = [cell.strip() for cell in next(reader, [])]
    found: list[tuple[int, int]] = []
    begin = reader.line_num
    for cells in reader:
        if _says(dict(zip(names, map(str.strip, cells), strict=False)), override):
            found.append((begin, reader.line_num))
        begin = reader.line_num
    if len(found) != 1:
        return None
    [(first, after)] = found
    return "".join(lines[:first] + lines[after:]).encode("utf-8", "surrogateescape")


def _says(row: Mapping[str, str], override: Override) -> bool:
    """Whether a row says what a correction says, however its points are written."""
    wanted = _cells(override)
    points = row.get("points", "")
    same = all(row.get(name, "") == cell for name, cell in wanted.items() if name != "points")
    return same and bool(points) and float(points) == override.points


def _read(path: Path) -> tuple[list[tuple[str, ...]], list[str]]:
    """The test that each row decides, and the columns of the file in its own order."""
    named = ("assignment", "student_id", "test")
    table = [row for _, row in read_table(path, TABLE_COLUMNS, NEEDED) if row["decision"] != LOOK]
    rows = [tuple(row[name] for name in named) for row in table]
    with path.open(encoding="utf-8-sig", newline="") as file:
        return rows, [cell.strip() for cell in next(csv.reader(file))]


def _check_text(overrides: Sequence[Override]) -> None:
    for name, cell in (cell for one in overrides for cell in _cells(one).items()):
        if spelled(cell) != cell:
            raise UsageError(name, f"is not UTF-8: {spelled(cell)}", "write it again")


def _check_new(path: Path, rows: Sequence[tuple[str, ...]], overrides: Sequence[Override]) -> None:
    for one in overrides:
        if one.decision != LOOK and (one.assignment, one.student, one.test) in rows:
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


def check_overrides(overrides: Sequence[Override], tests: Iterable[TestScore], file: str) -> None:
    """Raise `DataError` unless each override is of one of the tests, or of the whole.

    Its points must be in the range of the test, and no test may have two.  The overrides are those of a
    student in an assignment.
    """
    most = {test.name: test.max_points for test in tests}
    whole = {**most, "": sum(most.values())}
    times = Counter(override.test for override in overrides)
    for override in overrides:
        where = f"{file}:{override.line}: {override.assignment}, {override.student}"
        if override.test not in whole:
            raise DataError(where, f"no test {safe(override.test)!r}", did_you_mean(override.test, most))
        _check_points(where, override, whole[override.test])
        if times[override.test] > 1:
            what = f"{times[override.test]} lines for {_named(override)}"
            raise DataError(where, what, "leave one of them")


def _check_points(where: str, override: Override, most: float) -> None:
    if not 0 <= override.points <= most + 1e-9:
        what = f"{override.points:g} points for {_named(override)}, which is worth {most:g}"
        raise DataError(where, what, f"write a number from 0 to {most:g}")
    if override.test and not most and not override.decision:
        what = f"{_named(override)} is worth nothing, so that points do not say whether it is right"
        raise DataError(where, what, f"write the decision: {' or '.join(DECISIONS)}")


def _named(override: Override) -> str:
    return f"test {safe(override.test)!r}" if override.test else "the whole"
