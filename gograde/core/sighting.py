"""What a person saw in a picture, as a value and as a cell of `overrides.csv`.

A cell has the SHA-256 of the picture and, where the person said so, a board and a lattice with points:
`SHA board=.X/O. lattice=2x2,30,40,30,40 points=.0,0;X0,1`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Place = tuple[float, float, float, float]
"""Where a board lies, in pixels: x of the first column, the step right, y of the first row, the step down."""

Sightings = Mapping[str, tuple["Sighting", ...]]
"""By student what a person saw in pictures."""


@dataclass(frozen=True)
class Sighting:
    """What a person saw in the picture that a SHA-256 names; None where nothing was said.

    `board` are the rows of `.XO` that it shows.  `size` are the rows and columns of the board at `lattice`.
    `points` maps a sign of `.XO` to a point (row, col; 0-based, from the top left) that looks so.
    """

    picture: str
    board: tuple[str, ...] | None = None
    size: tuple[int, int] | None = None
    lattice: Place | None = None
    points: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __str__(self) -> str:
        """The cell."""
        board = f" board={'/'.join(self.board)}" if self.board else ""
        if not self.lattice or not self.size:
            return self.picture + board
        numbers = ",".join(f"{round(number, 6):.12g}" for number in self.lattice)
        shown = ";".join(f"{sign}{row},{col}" for sign, (row, col) in self.points.items())
        lattice = f" lattice={self.size[0]}x{self.size[1]},{numbers}"
        return self.picture + board + lattice + (f" points={shown}" if shown else "")

    def beside(self, later: Sighting) -> Sighting:
        """What is known of the picture after a later word on it."""
        known = replace(self, board=later.board or self.board)
        return replace(later, board=known.board) if later.lattice else known


_CELL = re.compile(
    r"([0-9a-f]{64})(?: board=([.XO/]+))?"
    r"(?: lattice=(\d\d?)x(\d\d?)((?:,-?\d+(?:\.\d+)?){4})(?: points=((?:[.XO]\d\d?,\d\d?;?){1,3}))?)?"
)


def sighting_of(cell: str) -> Sighting:
    """What a cell says; raises ValueError when it is none."""
    found = _CELL.fullmatch(cell)
    if found is None:
        raise ValueError("not a SHA-256 with board=, lattice= and points=")
    picture, rows, high, wide, place, shown = found.groups()
    board = tuple(rows.split("/")) if rows else None
    if board and (len({*map(len, board)}) > 1 or not board[0]):
        raise ValueError("the rows of the board are not equally long")
    if not place:
        return Sighting(picture, board)
    cells = re.findall(r"(.)(\d+),(\d+)", shown or "")
    points = {sign: (int(row), int(col)) for sign, row, col in cells}
    x, right, y, down = map(float, place[1:].split(","))
    size = int(high), int(wide)
    outside = any(row >= size[0] or col >= size[1] for row, col in points.values())
    if min(size) < 2 or min(right, down) < 1 or outside:
        raise ValueError("the points lie less than a pixel apart, or outside the board")
    return Sighting(picture, board, size, (x, right, y, down), points)
