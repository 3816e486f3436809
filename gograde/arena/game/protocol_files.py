"""The two files of the protocol, byte for byte, and the modules that students get to read and write them.

`input.txt` has eleven lines in 61 bytes and no newline at its end: the colour, the board after the player's
last move, the current board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gograde.arena.game.rules import SIDE
from gograde.go.board import Board, Point, Stone
from gograde.go.notation import Malformed, write_digits
from gograde.go.position import Position

INPUT = "input.txt"
OUTPUT = "output.txt"

_INPUT = re.compile(rb"([12])\n" + rb"((?:[012]{5}\n){5})" + rb"((?:[012]{5}\n){4}[012]{5})")
_CELLS = bytes.maketrans(b"012", b"\0\1\2")


def write_input(position: Position) -> bytes:
    """The 61 bytes of `input.txt`."""
    before = position.previous or position.board
    return f"{position.to_play:d}\n{write_digits(before)}{write_digits(position.board)}"[:-1].encode()


def read_input(data: bytes) -> Position | Malformed:
    """The position of an `input.txt`; two equal boards mean a pass.

    A newline at the end and CRLF line ends are accepted.
    """
    text = data.replace(b"\r\n", b"\n").removesuffix(b"\n")
    found = _INPUT.fullmatch(text)
    if found is None:
        return Malformed("", "not a colour and two boards", "give 11 lines: 1 or 2, then ten of five digits")
    before, now = (Board(SIDE, SIDE, _cells(found[group])) for group in (2, 3))
    return Position(now, Stone(int(found[1])), before, passes=int(before == now))


def _cells(rows: bytes) -> bytes:
    return rows.replace(b"\n", b"").translate(_CELLS)


@lru_cache(maxsize=1)
def handed_out() -> dict[str, bytes]:
    """The modules that students import, by file name: `host.py`, `read.py`, `write.py`."""
    folder = Path(__file__).parent / "handed_out"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}


# -- reads the answer of a program: bytes in; a point, a pass or `Unreadable` out --------------------------
# Every ASCII answer that the course's first judge accepted is one: it read only the first line and its first
# two fields, and allowed signs and white space.  Non-ASCII digits and `1_0` are refused.  The rules decide
# whether a point is on the board.

LONGEST_NUMBER = 4300
"""Digits.  Python refuses to convert longer texts to numbers, so the first judge refused them."""

FAR = 10**9
"""Larger rows and columns are recorded as this number, so that records and pages stay short."""


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
_FIX = "write one line, PASS or row,column"


def read_answer(data: bytes) -> Point | Unreadable | None:
    """The answered point, None for a pass, or `Unreadable`."""
    line = _first_line(data).strip(_MORE_SPACE)
    fields = line.split(b",")
    if fields[0] == b"PASS":
        return None
    row, column = _number(fields[0]), _number(fields[1]) if len(fields) > 1 else None
    if row is None or column is None:
        return Unreadable(_excerpt(data), _FIX)
    return Point(row, column)


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
