"""Points, colours and moves as the protocol writes them: `D4`, `pass`, `b`; columns have no I.

Rows count from 1 at the bottom; `Point` counts them from 0 at the top.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gograde.go.board import Point, Stone

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = "pass"
_VERTEX = re.compile("([A-HJ-Za-hj-z])([1-9][0-9]?)")
_COLOURS = {"b": Stone.BLACK, "black": Stone.BLACK, "w": Stone.WHITE, "white": Stone.WHITE}


def read_colour(word: str) -> Stone | None:
    """`b`, `black`, `w` or `white` in any case; None for anything else."""
    return _COLOURS.get(word.lower())


def read_vertex(word: str, side: int) -> Point | None:
    """The point of a vertex, or None for what is no point of the board."""
    found = _VERTEX.fullmatch(word)
    if found is None:
        return None
    row, column = side - int(found[2]), COLUMNS.index(found[1].upper())
    return Point(row, column) if row >= 0 and column < side else None


def is_pass(word: str) -> bool:
    """Whether a word is a pass, in any case."""
    return word.lower() == PASS


def write_vertex(point: Point | None, side: int) -> str:
    """`D4`, or `pass` for None."""
    return PASS if point is None else f"{COLUMNS[point.column]}{side - point.row}"


def write_vertices(points: Iterable[Point], side: int) -> str:
    """Vertices with blanks between them."""
    return " ".join(write_vertex(point, side) for point in points)
