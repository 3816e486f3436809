"""Reads the answer of a program: bytes in; a point, a pass or `Unreadable` out.

There are two profiles.  STRICT accepts `PASS` or `row,column` with one digit each, and at most one line end.
CLASSIC accepts every ASCII answer that the course's first judge accepted: it reads only the first line and
its first two fields, and allows signs and white space.  Both refuse non-ASCII digits and `1_0`.
The rules decide whether a point is on the board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from gograde.go.board import Point

LONGEST_NUMBER = 4300
"""Digits.  Python refuses to convert longer texts to numbers, so the first judge refused them."""

FAR = 10**9
"""Larger rows and columns are recorded as this number, so that records and pages stay short."""


class Profile(StrEnum):
    """How an answer may be written."""

    CLASSIC = "classic"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer that is no move; `excerpt` is its first line, short and printable."""

    excerpt: str
    fix: str

    def __str__(self) -> str:
        return f"{self.excerpt} is no answer; {self.fix}"


_SPACE = b" \t\x0b\x0c\r\n"
"""White space that Python accepts around a number."""

_MORE_SPACE = _SPACE + b"\x1c\x1d\x1e\x1f"
"""What Python's `strip` removes from the ends of a line of ASCII."""

_LINE_END = re.compile(rb"\r\n|\r|\n")
_NUMBER = re.compile(rb"[+-]?([0-9]+)")
_STRICT = re.compile(rb"(?:(PASS)|([0-9]),([0-9]))(?:\r\n|\r|\n)?")
_FIX = "write one line, PASS or row,column"


def read_answer(data: bytes, profile: Profile = Profile.CLASSIC) -> Point | Unreadable | None:
    """The answered point, None for a pass, or `Unreadable`."""
    return _classic(data) if profile is Profile.CLASSIC else _strict(data)


def _classic(data: bytes) -> Point | Unreadable | None:
    line = _first_line(data).strip(_MORE_SPACE)
    fields = line.split(b",")
    if fields[0] == b"PASS":
        return None
    row, column = _number(fields[0]), _number(fields[1]) if len(fields) > 1 else None
    if row is None or column is None:
        return Unreadable(_excerpt(data), _FIX)
    return Point(row, column)


def _strict(data: bytes) -> Point | Unreadable | None:
    found = _STRICT.fullmatch(data)
    if found is None:
        return Unreadable(_excerpt(data), f"{_FIX}, and nothing else")
    return None if found[1] else Point(int(found[2]), int(found[3]))


def _first_line(data: bytes) -> bytes:
    return _LINE_END.split(data, maxsplit=1)[0]


def _number(field: bytes) -> int | None:
    """A whole number in ASCII, cut to `FAR` either way; None for anything else."""
    found = _NUMBER.fullmatch(field.strip(_SPACE))
    return max(-FAR, min(FAR, int(found[0]))) if found and len(found[1]) <= LONGEST_NUMBER else None


def _excerpt(data: bytes, most: int = 40) -> str:
    """The first line as short, printable ASCII."""
    if not data:
        return "an empty file"
    line = _first_line(data)
    return ascii(line[:most].decode("utf-8", "replace")) + ("…" if len(line) > most else "")
