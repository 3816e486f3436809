"""Parts of a reading: where two boards differ, and the lattice in pixels of the picture given."""

from __future__ import annotations

import numpy as np

from gograde.pictures.read.lattice.grids import Grid
from gograde.pictures.read.pixels import Sheet
from gograde.pictures.read.question import Board, Difference, Lattice


def differences(reference: Board, seen: Board) -> tuple[Difference, ...]:
    """The points where two boards of one size differ, row by row."""
    return tuple(
        Difference(r, c, a, b)
        for r, (line, other) in enumerate(zip(reference, seen, strict=True))
        for c, (a, b) in enumerate(zip(line, other, strict=True))
        if a != b
    )


def lattice_of(grid: Grid, sheet: Sheet) -> Lattice:
    """The lattice in pixels of the picture as it was given."""
    back = sheet.back

    def place(x: float, y: float) -> tuple[float, float]:
        found = back @ np.array([x + 0.5, y + 0.5, 1.0])
        return float(found[0]) - 0.5, float(found[1]) - 0.5

    origin, right, down = (
        place(grid.x, grid.y),
        place(grid.x + grid.dx, grid.y),
        place(grid.x, grid.y + grid.dy),
    )
    return Lattice(
        grid.rows,
        grid.cols,
        origin,
        (right[0] - origin[0], right[1] - origin[1]),
        (down[0] - origin[0], down[1] - origin[1]),
    )


def check(board: Board) -> None:
    """Raise ValueError for a board that is none."""
    if (
        not board
        or not board[0]
        or len({len(line) for line in board}) != 1
        or set("".join(board)) - set(".XO")
    ):
        raise ValueError("a board is rows of equal length of the signs . X O")
