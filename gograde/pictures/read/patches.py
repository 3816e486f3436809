"""The patch of each point: its square and a rim of its neighbours', reduced to boxes of one number."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from gograde.pictures.read.pixels import Sums, sums_at

Bytes = NDArray[np.uint8]

STEP = 10  # boxes into which a step is cut
SIDE = 16  # boxes a side of a patch
RIM = (SIDE - STEP) // 2  # boxes of a patch beyond its square, on each side

Place = tuple[float, float, float, float]
"""The x of the first column and the step right, the y of the first row and the step down; in pixels."""


def straightened(table: Sums, place: Place, rows: int, cols: int) -> Bytes:
    """The board at `place` in boxes: (rows * STEP + 2 * RIM, cols * STEP + 2 * RIM, 3) mean colours.

    `table` holds the sums of the picture. Beyond the picture, the pixels at its edge repeat.
    """
    x, right, y, down = place
    ys, xs = _cuts(y, down, rows), _cuts(x, right, cols)
    sums = sums_at(table, ys, xs)
    sums = sums[1:] - sums[:-1]
    means = (sums[:, 1:] - sums[:, :-1]) * (STEP * STEP * 255 / (right * down))
    return np.asarray(np.clip(means + 0.5, 0, 255), np.uint8)


def _cuts(first: float, step: float, count: int) -> NDArray[np.float64]:
    """The borders of the boxes along one axis."""
    return np.asarray(first + 0.5 + step * ((np.arange(count * STEP + 2 * RIM + 1) - RIM) / STEP - 0.5))


def patches_of(board: Bytes) -> Bytes:
    """(points, SIDE, SIDE, 3): the patch of each point of a straightened board, row by row."""
    patches = sliding_window_view(board, (SIDE, SIDE), axis=(0, 1))[::STEP, ::STEP]
    return np.asarray(patches.reshape(-1, 3, SIDE, SIDE).transpose(0, 2, 3, 1))


def tone_of(boards: list[Bytes]) -> NDArray[np.float32]:
    """The median colour of boards of one program, from 0 to 1; patches are read against it."""
    every = np.concatenate([board[::3, ::3].reshape(-1, 3) for board in boards])
    return np.asarray(np.median(every, axis=0) / 255, np.float32)
