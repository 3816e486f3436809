"""Reads the CSV tables of a class; a mistake in one raises a `DataError` that names the file and the line."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from gograde.errors import DataError
from gograde.intake.downloads.people_table import TABLE_BYTES
from gograde.listing import safe
from gograde.package.contents import text_of
from gograde.package.yaml_files import did_you_mean, read_capped


def read_table(
    path: Path, columns: Sequence[str], needed: Sequence[str], *, others: bool = False
) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of a CSV file as (file:line, cells by column), without blank rows.

    Raises `DataError` for a missing column, a row that is too long, or a column that is not in `columns`:
    with `others` only for one that looks like a slip of the pen.
    """
    return table_rows(path, read_capped(path, TABLE_BYTES), columns, needed, others=others)


def table_rows(
    path: Path, data: bytes, columns: Sequence[str], needed: Sequence[str], *, others: bool = False
) -> Iterator[tuple[str, dict[str, str]]]:
    """Like `read_table`, for the bytes of the file."""
    text = text_of(data, str(path), 'save it as "CSV UTF-8"')
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        _check_separator(header, columns, path)
        _check_names(header, columns, path, others=others)
        _check_header(header, columns, needed, path)
        for cells in reader:
            where = f"{path}:{reader.line_num}"
            if len(cells) > len(header):
                raise DataError(where, "more cells than the header has", 'put "quotes" around commas')
            row = dict.fromkeys(columns, "") | dict(
                zip(header, (cell.strip() for cell in cells), strict=False)
            )
            if any(row.values()):
                yield where, row
    except csv.Error as error:
        raise DataError(f"{path}:{reader.line_num}", f"not CSV ({error})", "mend the quotes") from None


def _check_separator(header: Sequence[str], columns: Sequence[str], path: Path) -> None:
    """Raise `DataError` for semicolons or tabs between the cells, as spreadsheets in many countries write."""
    words = {";": "semicolons", "\t": "tabs"}
    for sign, word in words.items():
        cells = {cell.strip(' "') for cell in header[0].split(sign)} if len(header) == 1 else set()
        if len(cells) > 1 and cells & set(columns):
            what = f"{word} between the cells"
            raise DataError(f"{path}:1", what, "save it with commas between the cells (comma separated)")


_SLIP = 0.8
"""How alike a column and a missing one are, from 0 to 1, when it is a slip and no other column."""


def _check_names(header: Sequence[str], columns: Sequence[str], path: Path, *, others: bool) -> None:
    missing = [name for name in columns if name not in header]
    for name in header:
        slip = not others or difflib.get_close_matches(name, missing, n=1, cutoff=_SLIP)
        if name not in columns and slip:
            raise DataError(f"{path}:1", f"unknown column {safe(name)!r}", did_you_mean(name, columns))


def _check_header(header: Sequence[str], columns: Sequence[str], needed: Sequence[str], path: Path) -> None:
    for name in needed:
        if name not in header:
            raise DataError(f"{path}:1", f"no column {name!r}", f"begin with {','.join(columns)}")
    if len(set(header)) < len(header):
        raise DataError(f"{path}:1", "a column occurs twice", "keep one of the two")


def check_day(text: str, where: str) -> None:
    """Raise `DataError` unless a text is a day or a time as ISO 8601 writes them, or empty."""
    try:
        _ = datetime.fromisoformat(text) if text else None
    except ValueError:
        raise DataError(where, f"{safe(text)!r} is not a day", "write it like 2026-12-01") from None


def parse_time(text: str, where: str) -> datetime:
    """Parse an ISO 8601 time with an offset; raises `DataError`."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise DataError(
            where,
            f"{safe(text)!r} is not a time with an offset",
            "write it like 2026-11-15T23:59:00+08:00",
        )
    return time
