"""Recognises a grading worksheet of Moodle by what stands in it: its headings are in the user's language.

The first column names participants by a word and a number, the second has full names.  Marks stand before a
column in which every row has the same maximum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_PARTICIPANT = re.compile(r"(?P<word>[^\W\d]\D{2,})\d+")
"""Matches as in `Participant 31` and `Teilnehmer/in31`."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+")
_ID = re.compile(r"[\w.-]*\d[\w.-]*", re.ASCII)
_NONE = ("", "-")
"""A mark that is not there."""


@dataclass(frozen=True)
class Worksheet:
    """The fields of a worksheet's columns (empty for those that are not known), and where marks stand."""

    fields: tuple[str, ...]
    grade: int
    most: int


def worksheet(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Worksheet | None:
    """The columns of a worksheet; None for a table that is none.  Each row has a cell for each column."""
    columns = list(zip(*rows, strict=True))
    maxima = [at for at in range(3, len(columns)) if _is_maximum(columns[at], columns[at - 1])]
    if not maxima or not _are_participants(columns[0]):
        return None
    most = maxima[0]
    while most + 1 in maxima:  # where all marks are equal, they look like a maximum themselves
        most += 1
    about = range(2, most - 1)
    address = next((at for at in about if _all(_ADDRESS, columns[at])), None)
    number = next((at for at in about if _all(_ID, columns[at])), None)
    fields = {0: "moodle_id", 1: "name", address: "email", number: "student_id"}
    return Worksheet(tuple(fields.get(at, "") for at in range(len(header))), most - 1, most)


def _are_participants(cells: Sequence[str]) -> bool:
    """Whether every cell is the same word before a number."""
    words = {found["word"] if (found := _PARTICIPANT.fullmatch(cell)) else "" for cell in cells}
    return len(words) == 1 and words != {""}


def _is_maximum(cells: Sequence[str], marks: Sequence[str]) -> bool:
    """Whether all cells are one number, and the cells before it are marks that are not above it."""
    most = {_number(cell) for cell in cells}
    got = [0.0 if cell in _NONE else _number(cell) for cell in marks]
    [first, *others] = most
    return not others and bool(first) and all(one is not None and one <= (first or 0) for one in got)


def _number(cell: str) -> float | None:
    return float(cell.replace(",", ".")) if _NUMBER.fullmatch(cell) else None


def _all(pattern: re.Pattern[str], cells: Sequence[str]) -> bool:
    """Whether all cells fit but the empty ones, and one is not empty."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(pattern.fullmatch, filled))
