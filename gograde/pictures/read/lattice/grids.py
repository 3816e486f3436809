"""Lattices along the axes of an upright sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.lattice.combs import Values
from gograde.pictures.read.pixels import Sheet
from gograde.pictures.read.question import Lattice


class Kind(Enum):
    """What supports a lattice: lines through points, lines or edges around cells, or only signs."""

    POINTS = "points"
    CELLS = "cells"
    EDGES = "edges"
    SIGNS = "signs"


@dataclass(frozen=True)
class Grid:
    """Points at `x + col * dx`, `y + row * dy`; `support`, from 0 to 1, says how clearly lines mark them."""

    kind: Kind
    rows: int
    cols: int
    x: float
    dx: float
    y: float
    dy: float
    support: float = 0.0

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


@dataclass(frozen=True)
class Grids:
    """Several lattices of one size: `x`, `dx`, `y`, `dy` are (lattices, 1)."""

    rows: int
    cols: int
    x: Values
    dx: Values
    y: Values
    dy: Values

    @cached_property
    def xs(self) -> Values:
        """The x of every column: (lattices, cols)."""
        return np.asarray(self.x + self.dx * np.arange(self.cols))

    @cached_property
    def ys(self) -> Values:
        """The y of every row: (lattices, rows)."""
        return np.asarray(self.y + self.dy * np.arange(self.rows))


def stacked(grids: Sequence[Grid]) -> Grids:
    """One or more lattices of one size as `Grids`."""
    x, dx, y, dy = (np.array([[getattr(one, name)] for one in grids]) for name in ("x", "dx", "y", "dy"))
    return Grids(grids[0].rows, grids[0].cols, x, dx, y, dy)


def extent(grid: Grid) -> tuple[slice, slice]:
    """The rows and columns of pixels that the board covers, with a margin of 0.6 steps."""
    low_y, high_y = grid.y - 0.6 * grid.dy, grid.y + (grid.rows - 0.4) * grid.dy
    low_x, high_x = grid.x - 0.6 * grid.dx, grid.x + (grid.cols - 0.4) * grid.dx
    return slice(max(0, int(low_y)), max(0, int(high_y) + 2)), slice(
        max(0, int(low_x)), max(0, int(high_x) + 2)
    )


_SAME = 0.15  # steps by which corresponding points of two lattices that count as the same may differ


def steps_to(grid: Grid, other: Grid) -> tuple[int, int] | None:
    """The rows and columns from one lattice to another.

    None unless the other lattice lies one step aside along one axis or both.
    """
    down, across = (other.y - grid.y) / grid.dy, (other.x - grid.x) / grid.dx
    rows, cols = round(down), round(across)
    ends = [(other.ys[-1] - grid.ys[-1]) / grid.dy - rows, (other.xs[-1] - grid.xs[-1]) / grid.dx - cols]
    if max(abs(down - rows), abs(across - cols), *map(abs, ends)) > _SAME or max(abs(rows), abs(cols)) != 1:
        return None
    return rows, cols


def unshared(grid: Grid, other: Grid) -> NDArray[np.bool_] | None:
    """(rows, cols): the points of a lattice that another lattice one step aside lacks.

    None when the other lattice does not lie one step aside.
    """
    by = steps_to(grid, other)
    if by is None:
        return None
    alone = np.ones((grid.rows, grid.cols), np.bool_)
    alone[max(0, by[0]) : grid.rows + min(0, by[0]), max(0, by[1]) : grid.cols + min(0, by[1])] = False
    return alone


def aside(grid: Grid, other: Grid) -> float:
    """The largest distance, in steps along an axis, between corresponding points of two lattices."""
    across, down = (other.xs - grid.xs) / grid.dx, (other.ys - grid.ys) / grid.dy
    return float(max(np.abs(across).max(), np.abs(down).max()))


def overlap(one: Grid, other: Grid) -> bool:
    """Whether two lattices share more than a fifth of the area of the smaller."""
    wide = _shared((one.x, one.dx, one.cols), (other.x, other.dx, other.cols))
    high = _shared((one.y, one.dy, one.rows), (other.y, other.dy, other.rows))
    return wide * high > 0.2 * min(
        one.dx * one.dy * one.rows * one.cols, other.dx * other.dy * other.rows * other.cols
    )


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
