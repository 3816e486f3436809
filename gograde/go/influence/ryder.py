"""Ryder's influence: a fixed pattern around every stone, summed.

Source: the course's paper on influence, its section on the first Go programs.
"""

from __future__ import annotations

from dataclasses import dataclass

from gograde.errors import DataError
from gograde.go.board import Board
from gograde.go.influence.matrices import SIGNS, IntGrid, by_rows


@dataclass(frozen=True, slots=True)
class RyderParameters:
    """The pattern of a stone, and the threshold from which a block is an area (see `blocks`).

    `kernel` is a matrix with sides of odd length and the stone in its centre.  The paper gives 60 and 13 and
    no threshold.  With 200, the block of a single stone (112) is no area, and the block of two linked stones
    (224) is one.  Raises `DataError` for a kernel that is no rectangle or has no centre.
    """

    kernel: IntGrid = ((0, 13, 0), (13, 60, 13), (0, 13, 0))
    threshold: int = 200

    def __post_init__(self) -> None:
        if len({len(row) for row in self.kernel}) > 1:
            raise DataError("ryder.kernel", "its rows differ in length", "give every row the same length")
        if not all(side % 2 for side in (len(self.kernel), *map(len, self.kernel))):
            what = "a side of even length has no middle"
            raise DataError("ryder.kernel", what, "give an odd number of rows and of columns")


DEFAULT = RyderParameters()


def ryder_influence(board: Board, parameters: RyderParameters = DEFAULT) -> IntGrid:
    """The value of every point, exact: each stone's pattern, white's negated; up to 255 a side.

    Influence beyond the edge of the board is lost.  If the kernel is symmetric, like the default, the values
    rotate with the board.
    """
    totals = [0] * len(board.cells)
    reach = _reach(parameters.kernel)
    for index, cell in enumerate(board.cells):
        if cell:
            row, column = board.point(index)
            for down, right, weight in reach:
                if (row + down, column + right) in board:
                    totals[index + down * board.cols + right] += SIGNS[cell] * weight
    return by_rows(board, totals)


def _reach(kernel: IntGrid) -> list[tuple[int, int, int]]:
    """The steps down and right from the stone, and the weight at each step."""
    up, left = len(kernel) // 2, len(kernel[0]) // 2
    return [(r - up, c - left, w) for r, row in enumerate(kernel) for c, w in enumerate(row) if w]
