"""What a person saw in a picture, as a value and as a cell of `overrides.csv`.

A cell has the SHA-256 of the picture and, where the person said so, a board and a lattice with points:
`SHA board=.X/O. lattice=2x2,30,30,40,0,0,40 points=.0,0;X0,1`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Six = tuple[float, float, float, float, float, float]
"""A lattice in pixels: x and y of the point at the top left, the step to the next column, to the next row."""

Sightings = Mapping[str, tuple["Sighting", ...]]
"""By student what a person saw in pictures."""

LARGEST = 52
"""Rows or columns of the largest board."""


@dataclass(frozen=True)
class Sighting:
    """What a person saw in the picture that a SHA-256 names; None where nothing was said.

    `board` are the rows of `.XO` that it shows.  `size` are the rows and columns of the board at `lattice`.
    `points` maps a sign of `.XO` to a point (row, col; 0-based, from the top left) that looks so.
    """

    picture: str
    board: tuple[str, ...] | None = None
    size: tuple[int, int] | None = None
    lattice: Six | None = None
    points: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __str__(self) -> str:
        """The cell."""
        board = f" board={'/'.join(self.board)}" if self.board else ""
        if not self.lattice or not self.size:
            return self.picture + board
        numbers = ",".join(f"{number:.10g}" for number in self.lattice)
        shown = ";".join(f"{sign}{row},{col}" for sign, (row, col) in self.points.items())
        lattice = f" lattice={self.size[0]}x{self.size[1]},{numbers}"
        return self.picture + board + lattice + (f" points={shown}" if shown else "")

    def beside(self, later: Sighting) -> Sighting:
        """What is known of the picture after a later word on it."""
        known = replace(self, board=later.board or self.board)
        return replace(later, board=known.board) if later.lattice else known


_CELL = re.compile(
    r"(?P<picture>[0-9a-f]{64})( board=(?P<board>[.XO/]+))?"
    r"( lattice=(?P<rows>\d{1,2})x(?P<cols>\d{1,2}),(?P<six>[-+.e\d,]+)( points=(?P<points>[.XO\d,;]+))?)?"
)
_POINT = re.compile(r"([.XO])(\d{1,2}),(\d{1,2})")


def sighting_of(cell: str) -> Sighting:
    """What a cell says; raises ValueError when it is none."""
    found = _CELL.fullmatch(cell)
    if found is None:
        raise ValueError("not a SHA-256 with board=, lattice= and points=")
    board = tuple(found["board"].split("/")) if found["board"] else None
    if board and (len({*map(len, board)}) > 1 or not board[0]):
        raise ValueError("the rows of the board are not equally long")
    if not found["six"]:
        return Sighting(found["picture"], board)
    size = int(found["rows"]), int(found["cols"])
    return Sighting(found["picture"], board, size, _six(found["six"], size), _points(found["points"], size))


def _six(text: str, size: tuple[int, int]) -> Six:
    a, b, c, d, e, f = numbers = tuple(map(float, text.split(",")))
    if not all(map(math.isfinite, numbers)) or not all(1 < side <= LARGEST for side in size):
        raise ValueError("the lattice is none")
    if abs(c * f - d * e) < 1:
        raise ValueError("the points of the lattice are less than a pixel apart")
    return a, b, c, d, e, f


def _points(text: str | None, size: tuple[int, int]) -> dict[str, tuple[int, int]]:
    found = [_POINT.fullmatch(part) for part in text.split(";")] if text else []
    points = {one[1]: (int(one[2]), int(one[3])) for one in found if one}
    if len(points) < len(found) or any(row >= size[0] or col >= size[1] for row, col in points.values()):
        raise ValueError("the points are not one of each kind on the board")
    return points
