"""Boards as text: coordinate lists, `X O -` marks, digit rows.

Readers take text or bytes and return a value or `Malformed`; they never raise.  They accept only ASCII: a
full-width digit is no digit.  Writers are the inverses of readers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isqrt

from gograde.errors import DataError
from gograde.go.board import MAX_SIDE, Board, Point, Stone

COLOURS = {-1: Stone.BLACK, 1: Stone.WHITE}
_SIGNS = {stone: number for number, stone in COLOURS.items()}
_NUMBER = re.compile(rb"[+-]?[0-9]{1,4}")
_MARKS = b"-XO"


@dataclass(frozen=True, slots=True)
class Malformed:
    """A text that cannot be read: the place in it (like `line 3`, or empty), the fault, and how to fix it."""

    place: str
    what: str
    fix: str

    def error(self, where: str) -> DataError:
        """The error to raise when a person can fix the text; `where` names the text."""
        return DataError(f"{where}: {self.place}" if self.place else where, self.what, self.fix)

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


def read_coordinates(text: str | bytes, rows: int, cols: int) -> Board | Malformed:
    """A board from lines `row col colour`, -1 black and 1 white, in any order; blank lines are skipped."""
    stones: dict[Point, tuple[int, Stone]] = {}
    for number, line in enumerate(_bytes(text).split(b"\n"), start=1):
        if not line.split():
            continue
        stone = _read_stone(line, number, rows, cols)
        if isinstance(stone, Malformed):
            return stone
        point, colour = stone
        if point in stones:
            what = f"point {tuple(point)} was given in line {stones[point][0]} already"
            return Malformed(f"line {number}", what, "give every point once")
        stones[point] = number, colour
    cells = bytearray(rows * cols)
    for point, (_, colour) in stones.items():
        cells[point.row * cols + point.column] = colour
    return Board(rows, cols, bytes(cells))


def write_coordinates(board: Board) -> str:
    """Lines `row col colour`, row by row, -1 black and 1 white."""
    stones = ((point, board.get(point)) for point in board.points())
    return "".join(f"{point.row} {point.column} {_SIGNS[stone]}\n" for point, stone in stones if stone)


def read_marks(text: str | bytes) -> Board | Malformed:
    """A square board from `X` (black), `O` (white) and `-` (empty), row by row from the top.

    Every other character is ignored, line ends included.
    """
    marks = bytes(byte for byte in _bytes(text) if byte in _MARKS)
    side = isqrt(len(marks))
    if side * side != len(marks):
        return Malformed("", f"{len(marks)} points make no square", "give n x n of X, O and -")
    if side > MAX_SIDE:
        return Malformed("", f"{side}x{side} is too large", f"give at most {MAX_SIDE} rows")
    return Board(side, side, marks.translate(bytes.maketrans(_MARKS, b"\0\1\2")))


def write_digits(board: Board) -> str:
    """A line of digits for each row: 0 empty, 1 black, 2 white."""
    return "".join("".join(map(str, row)) + "\n" for row in board.to_rows())


def _read_stone(line: bytes, number: int, rows: int, cols: int) -> tuple[Point, Stone] | Malformed:
    """One line of a coordinate list."""
    place, fields = f"line {number}", line.split()
    if len(fields) != 3 or not all(_NUMBER.fullmatch(field) for field in fields):
        return Malformed(place, f"{_quoted(line.strip())} is not row col colour", "write three whole numbers")
    row, column, colour = (int(field) for field in fields)
    if not (0 <= row < rows and 0 <= column < cols):
        what = f"point ({row}, {column}) is off the {rows}x{cols} board"
        return Malformed(place, what, "count rows and columns from 0 at the top left")
    if colour not in COLOURS:
        return Malformed(place, f"{colour} is no colour", "use -1 for black and 1 for white")
    return Point(row, column), COLOURS[colour]


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def _quoted(data: bytes, limit: int = 40) -> str:
    """Untrusted bytes as short printable ASCII in quotes."""
    return ascii(data[:limit].decode("latin-1")) + ("…" if len(data) > limit else "")


def lead_text(lead: float) -> str:
    """Black's lead in points as the result of a game, as SGF and GTP write it: `B+0.5`, `W+12`, or `0`."""
    return f"{'B' if lead > 0 else 'W'}+{abs(lead):g}" if lead else "0"
