"""Lattices along the axes of an upright sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gograde.pictures.read.lattice.combs import Values
from gograde.pictures.read.pixels import Sheet
from gograde.pictures.read.question import Lattice

SMALL = 0.4  # step of a further board against those already found, at least


@dataclass(frozen=True)
class Grid:
    """Points at `x + col * dx`, `y + row * dy`."""

    rows: int
    cols: int
    x: float
    dx: float
    y: float
    dy: float

    def scaled(self, by: float) -> Grid:
        """The same lattice in a picture enlarged by the factor `by`, with the centres of pixels as places."""
        off = (by - 1) / 2
        return replace(self, x=self.x * by + off, dx=self.dx * by, y=self.y * by + off, dy=self.dy * by)

    @cached_property
    def xs(self) -> Values:
        return np.asarray(self.x + self.dx * np.arange(self.cols), np.float64)

    @cached_property
    def ys(self) -> Values:
        return np.asarray(self.y + self.dy * np.arange(self.rows), np.float64)


def extent(grid: Grid, margin: float = 0.6) -> tuple[slice, slice]:
    """The rows and columns of pixels that the board covers, with a margin of so many steps."""
    low_y, high_y = grid.y - margin * grid.dy, grid.ys[-1] + margin * grid.dy
    low_x, high_x = grid.x - margin * grid.dx, grid.xs[-1] + margin * grid.dx
    return slice(max(0, int(low_y)), max(0, int(high_y) + 2)), slice(
        max(0, int(low_x)), max(0, int(high_x) + 2)
    )


def overlap(one: Grid, other: Grid) -> bool:
    """Whether two lattices share more than a fifth of the area of the smaller."""
    wide = _shared((one.x, one.dx, one.cols), (other.x, other.dx, other.cols))
    high = _shared((one.y, one.dy, one.rows), (other.y, other.dy, other.rows))
    return wide * high > 0.2 * min(
        one.dx * one.dy * one.rows * one.cols, other.dx * other.dy * other.rows * other.cols
    )


def elsewhere(grids: Sequence[Grid], taken: Sequence[Grid]) -> list[Grid]:
    """Those of the lattices at which further boards may lie beside the ones taken."""
    least = SMALL * max(min(one.dx, one.dy) for one in taken)
    return [
        grid
        for grid in grids
        if min(grid.dx, grid.dy) >= least and not any(overlap(grid, one) for one in taken)
    ]


def _shared(one: tuple[float, float, int], other: tuple[float, float, int]) -> float:
    """The length that two combs share; each is (first tooth, step, number of teeth)."""
    low = max(one[0] - one[1] / 2, other[0] - other[1] / 2)
    high = min(one[0] + one[1] * (one[2] - 0.5), other[0] + other[1] * (other[2] - 0.5))
    return max(0.0, high - low)


def lattice_of(grid: Grid, sheet: Sheet) -> Lattice:
    """The lattice in pixels of the original picture."""

    def place(x: float, y: float) -> tuple[float, float]:
        found = sheet.back @ np.array([x + 0.5, y + 0.5, 1.0])
        return float(found[0]) - 0.5, float(found[1]) - 0.5

    origin = place(grid.x, grid.y)
    right, down = place(grid.x + grid.dx, grid.y), place(grid.x, grid.y + grid.dy)
    steps = ((to[0] - origin[0], to[1] - origin[1]) for to in (right, down))
    return Lattice(grid.rows, grid.cols, origin, *steps)
