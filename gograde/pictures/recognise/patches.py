"""What surrounds each point, as numbers that do not depend on the size of the board in the picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.recognise.grids import Grid
from gograde.pictures.recognise.pixels import Floats, Sheet, sums_at

CELLS = 9
"""Boxes a side into which the square around a point is cut."""

_AXIS = (np.arange(CELLS) + 0.5) / CELLS - 0.5
AXES = np.broadcast_arrays(_AXIS[:, None], _AXIS[None, :])
RADIUS = np.hypot(*AXES)
INSIDE = np.nonzero((RADIUS <= 0.5).ravel())[0]
"""The boxes that are used: corners hold labels, shadows and neighbours."""


_RADII = np.repeat(RADIUS.ravel()[INSIDE], 3)
INNER = _RADII < 0.27
OUTER = (_RADII >= 0.27) & (_RADII <= 0.45)
"""Features of the middle, where marks and numbers are, and around it, where only stones reach."""


@dataclass(frozen=True)
class Patches:
    """`inner` is (rows, cols, boxes, 3), colours at the points; `outer` has a ring of points around."""

    outer: Floats

    @property
    def inner(self) -> Floats:
        return self.outer[1:-1, 1:-1]


def patches_of(sheet: Sheet, table: NDArray[np.float64], grid: Grid) -> Patches:
    """Mean colours of the boxes around every point and around the points one step outside."""
    xs = _cuts(grid.x, grid.dx, grid.cols)
    ys = _cuts(grid.y, grid.dy, grid.rows)
    sums = sums_at(table, ys, xs)
    sums = sums[1:] - sums[:-1]
    means = (sums[:, 1:] - sums[:, :-1]) * (CELLS * CELLS / (grid.dx * grid.dy))
    shape = (grid.rows + 2, CELLS, grid.cols + 2, CELLS, 3)
    boxes = means.reshape(shape).transpose(0, 2, 1, 3, 4).reshape(grid.rows + 2, grid.cols + 2, -1, 3)
    return Patches(boxes[:, :, INSIDE].astype(np.float32))


def _cuts(first: float, step: float, count: int) -> NDArray[np.float64]:
    """The borders of the boxes along one axis, from a step and a half before the first point."""
    return np.asarray(first + 0.5 + step * (np.arange((count + 2) * CELLS + 1) / CELLS - 1.5))
