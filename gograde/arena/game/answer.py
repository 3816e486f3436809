"""Reads what a program answered: bytes in; a point, a pass or a refusal out.

There are two profiles.  STRICT takes `PASS` or `row,column` with one digit each, and at most one line end.
CLASSIC takes what the course's first judge took, as far as that is ASCII: it reads only the first line and
its first two fields, and forgives signs and white space.  Both refuse digits of other scripts and `1_0`.
Whether a point is on the board is for the rules to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from gograde.go.board import Point

LONGEST_NUMBER = 4300
"""Digits.  Python converts no longer text to a number, and so the first judge refused it."""

FAR = 10**9
"""Rows and columns beyond this are recorded as this, since records and pages need not hold 4300 digits."""


class Profile(StrEnum):
    """How an answer may be written."""

    CLASSIC = "classic"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer that says no move; `excerpt` is its first line, short and printable."""

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
    """The point that was answered, None for a pass, or why the bytes say neither."""
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
