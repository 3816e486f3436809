"""The area score as machine code (numba): for very many boards, and for large ones.

Importing this module loads numba.  The first call compiles the function; later processes read the code from
numba's cache on disk.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.go.kernels import compiled

Cells = NDArray[np.int8]
Mask = NDArray[np.bool_]


@compiled
def area_score(board: Cells) -> tuple[int, int]:
    """Black's and white's points: stones, and empty regions that touch only that colour.

    The board is a C-contiguous int8 array of shape (rows, cols) with 0 empty, 1 black, 2 white.
    """
    cols = board.shape[1]
    cells, seen = board.ravel(), board.ravel() != 0
    points = np.zeros(4, np.int64)  # of nobody, black, white, both
    stack = np.empty(cells.size, np.int32)
    for start in range(cells.size):
        if cells[start]:
            points[cells[start]] += 1
        elif not seen[start]:
            size, touched = _region(cells, seen, stack, start, cols)
            points[touched] += size
    return points[1], points[2]


@compiled
def _region(cells: Cells, seen: Mask, stack: NDArray[np.int32], start: int, cols: int) -> tuple[int, int]:
    """Size of an empty region, and which colours touch it: 1 black, 2 white, 3 both."""
    seen[start], stack[0] = True, start
    size, touched, height = 0, 0, 1
    while height:
        height -= 1
        point = stack[height]
        size += 1
        column = point % cols
        for side in range(4):
            if (side == 0 and column == 0) or (side == 1 and column == cols - 1):
                continue
            other = point + (-1, 1, -cols, cols)[side]
            if 0 <= other < cells.size:
                touched |= cells[other]
                if not seen[other]:
                    seen[other], stack[height] = True, other
                    height += 1
    return size, touched
