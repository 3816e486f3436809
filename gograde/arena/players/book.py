"""The book of the perfect player: proved winning moves for black.

A book has lines `plies cells mark move`: plies left, 25 cells of `.XO` row by row, the mark of the last ply
(`pass`, the point that ko forbids, or `-`), and black's move.  A point is two digits, row and column.  Black
is to play in every position.  The book lists one of eight symmetric positions: the first by cells and mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from gograde.go.board import Point
from gograde.go.position import Position
from gograde.go.solver.exact import has_passed

Key = tuple[int, str, str]
Book = Mapping[Key, Point]
AIM = 3
"""Stones; the smallest lead with which black wins against a komi of 2.5."""

_SIDE = 5


def read_book(text: str) -> dict[Key, Point]:
    """The moves of a book by position.  The text ships with gograde and is not checked."""
    rows = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {(int(plies), cells, mark): Point(*map(int, move)) for plies, cells, mark, move in rows}


@lru_cache(maxsize=1)
def shipped_book() -> Book:
    """The book that comes with the package."""
    return read_book((files("gograde.arena.players") / "book.txt").read_text(encoding="ascii"))


def look_up(book: Book, position: Position, plies_left: int) -> Point | None:
    """Black's move in a position; None when the position is not listed."""
    key, way = key_of(position, plies_left)
    move = book.get(key)
    return None if move is None else turned_back(move, way)


def key_of(position: Position, plies_left: int) -> tuple[Key, int]:
    """The key of a 5x5 position and which of the eight symmetries made it."""
    ko = position.ko_point
    cells = str(position.board).replace(" ", "").replace("\n", "")

    def appearance(way: int) -> tuple[str, str, int]:
        order = [turned_back(Point(*divmod(i, _SIDE)), way) for i in range(_SIDE * _SIDE)]
        text = "".join(cells[row * _SIDE + column] for row, column in order)
        if ko is None:
            return text, "pass" if has_passed(position) else "-", way
        return text, "".join(map(str, turned(ko, way))), way

    text, mark, way = min(appearance(way) for way in range(8))
    return (plies_left, text, mark), way


def turned(point: Point, way: int) -> Point:
    """The image of a point under a symmetry: transposed, then mirrored, then flipped."""
    row, column = (point.column, point.row) if way & 4 else point
    return Point(_SIDE - 1 - row if way & 2 else row, _SIDE - 1 - column if way & 1 else column)


def turned_back(point: Point, way: int) -> Point:
    """The point whose image under a symmetry is this one."""
    row = _SIDE - 1 - point.row if way & 2 else point.row
    column = _SIDE - 1 - point.column if way & 1 else point.column
    return Point(column, row) if way & 4 else Point(row, column)


def from_centre(point: Point) -> int:
    """The squared distance from the centre."""
    return (point.row - _SIDE // 2) ** 2 + (point.column - _SIDE // 2) ** 2
