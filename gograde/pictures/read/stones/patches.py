"""The patch of each point: the mean colours of small boxes around it, at any size of the board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.lattice.grids import Grid
from gograde.pictures.read.pixels import Floats, Sheet, Sums, sums_at

CELLS = 9  # boxes a side into which the square around a point is cut

_AXIS = (np.arange(CELLS) + 0.5) / CELLS - 0.5
AXES = np.broadcast_arrays(_AXIS[:, None], _AXIS[None, :])
RADIUS = np.hypot(*AXES)
_ANGLES = np.arctan2(*AXES).ravel()
SECTORS = [np.cos(_ANGLES - turn * np.pi / 4) > np.cos(np.pi / 8) for turn in range(8)]
"""The boxes in each of eight directions from the middle."""

INSIDE = np.nonzero((RADIUS <= 0.5).ravel())[0]
"""The boxes in use, without the corners, which hold labels, shadows and neighbours."""

HALVES = [(RADIUS.ravel() * np.cos(_ANGLES - turn * np.pi / 4) > 0.5 / CELLS)[INSIDE] for turn in range(8)]
"""The boxes in use in each of eight halves of a point, without those on the dividing line."""

_RADII = np.repeat(RADIUS.ravel()[INSIDE], 3)
INNER = _RADII < 0.27
"""The features of the middle, where marks and numbers lie."""
OUTER = (_RADII >= 0.27) & (_RADII <= 0.45)
"""The features around the middle, where only stones reach."""
EDGE = RADIUS.ravel()[INSIDE] > 0.42
"""The boxes beside most stones."""

BANDS = [np.repeat(np.abs(axis).ravel()[INSIDE] < 1.5 / CELLS, 3) for axis in AXES]
"""The features of the three boxes across a line: for a line that runs across, for one that runs down."""


def patches_of(sheet: Sheet, table: Sums, grid: Grid) -> Floats:
    """(rows, cols, boxes, 3): the mean colours of the boxes around each point.

    A box beyond the picture takes the colour of the opposite box of its point.
    """
    xs, ys = _cuts(grid.x, grid.dx, grid.cols), _cuts(grid.y, grid.dy, grid.rows)
    sums = sums_at(table, ys, xs)
    sums = sums[1:] - sums[:-1]
    means = (sums[:, 1:] - sums[:, :-1]) * (CELLS * CELLS / (grid.dx * grid.dy))
    means = means[_seen(ys, sheet.height)][:, _seen(xs, sheet.width)]
    shape = (grid.rows, CELLS, grid.cols, CELLS, 3)
    boxes = means.reshape(shape).transpose(0, 2, 1, 3, 4).reshape(grid.rows, grid.cols, -1, 3)
    return np.asarray(boxes[:, :, INSIDE], np.float32)


def _cuts(first: float, step: float, count: int) -> NDArray[np.float64]:
    """The borders of the boxes along one axis, from half a step before the first point."""
    return np.asarray(first + 0.5 + step * (np.arange(count * CELLS + 1) / CELLS - 0.5))


def _seen(cuts: NDArray[np.float64], size: int) -> NDArray[np.intp]:
    """The number of every box along one axis, or of the opposite box when only that is in the picture."""
    inside = (cuts[:-1] >= -0.5) & (cuts[1:] <= size + 0.5)
    number = np.arange(len(inside))
    opposite = number // CELLS * CELLS + CELLS - 1 - number % CELLS
    return np.where(~inside & inside[opposite], opposite, number)
