"""Reads what a program answered: bytes in, a point, a pass or a refusal out.

Two profiles.  CLASSIC takes what the course's first judge took, for ASCII: the first line alone,
white space at its ends, more fields after a comma, white space and a sign before a number.  STRICT takes
`PASS` or `row,column` of one digit each, with one line end or none.  Digits of other scripts
and `1_0` are refused in both.  Whether the point is on the board is for the rules to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from gograde.go.board import Point

LONGEST_NUMBER = 4300
"""Digits that Python turns into a number; the first judge, too, refused more."""


FAR = 10**9
"""What is further off the board is told as this: records and pages need not hold 4300 digits."""


class Profile(StrEnum):
    """How an answer may be written."""

    CLASSIC = "classic"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer that says no move; `shown` is its first line, short and printable."""

    shown: str
    fix: str

    def __str__(self) -> str:
        return f"{self.shown} is no answer; {self.fix}"


_SPACE = b" \t\x0b\x0c\r\n"
"""What Python takes around a number."""

_MORE_SPACE = _SPACE + b"\x1c\x1d\x1e\x1f"
"""What Python's text methods take off the ends of a line of ASCII."""

_LINE_END = re.compile(rb"\r\n|\r|\n")
_NUMBER = re.compile(rb"[+-]?([0-9]+)")
_STRICT = re.compile(rb"(?:(PASS)|([0-9]),([0-9]))(?:\r\n|\r|\n)?")
_FIX = "write one line, PASS or row,column"


def read_answer(data: bytes, profile: Profile = Profile.CLASSIC) -> Point | Unreadable | None:
    """The point that was answered, None for a pass, or why the bytes say neither."""
    return _classic(data) if profile is Profile.CLASSIC else _strict(data)


def _classic(data: bytes) -> Point | Unreadable | None:
    """Bytes after the first line are not looked at, nor fields after the second."""
    line = _first_line(data).strip(_MORE_SPACE)
    fields = line.split(b",")
    if fields[0] == b"PASS":
        return None
    row, column = _number(fields[0]), _number(fields[1]) if len(fields) > 1 else None
    if row is None or column is None:
        return Unreadable(_shown(data), _FIX)
    return Point(row, column)


def _strict(data: bytes) -> Point | Unreadable | None:
    found = _STRICT.fullmatch(data)
    if found is None:
        return Unreadable(_shown(data), f"{_FIX}, and nothing else")
    return None if found[1] else Point(int(found[2]), int(found[3]))


def _first_line(data: bytes) -> bytes:
    return _LINE_END.split(data, maxsplit=1)[0]


def _number(field: bytes) -> int | None:
    """A whole number in ASCII, white space around it, at most `FAR` from 0; None for anything else."""
    found = _NUMBER.fullmatch(field.strip(_SPACE))
    return max(-FAR, min(FAR, int(found[0]))) if found and len(found[1]) <= LONGEST_NUMBER else None


def _shown(data: bytes, most: int = 40) -> str:
    """The first line of a stranger's bytes as short, printable ASCII."""
    if not data:
        return "an empty file"
    line = _first_line(data)
    return ascii(line[:most].decode("utf-8", "replace")) + ("…" if len(line) > most else "")
