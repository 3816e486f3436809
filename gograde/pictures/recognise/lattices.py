"""Lattices that may lie under a board: pairs of combs, scored by the lines that join their points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.recognise.combs import Comb, Values, combs_of, peaks_of, refined
from gograde.pictures.recognise.lines import Maps
from gograde.pictures.recognise.pixels import Floats, summed, sums_at

_SLIMMEST = 0.55
"""The smallest ratio of the two steps of a board."""


class Kind(Enum):
    """What holds a lattice: lines through the points, lines or edges around cells, or only signs."""

    POINTS = "points"
    CELLS = "cells"
    EDGES = "edges"
    SIGNS = "signs"


@dataclass(frozen=True)
class Grid:
    """Points at `x + col * dx`, `y + row * dy`, with how well lines support them (0 to 1)."""

    kind: Kind
    rows: int
    cols: int
    x: float
    dx: float
    y: float
    dy: float
    support: float = 0.0

    def scaled(self, by: float) -> Grid:
        """The same lattice in a picture that is larger by a factor; pixel centres are kept in place."""
        off = (by - 1) / 2
        return replace(
            self, x=self.x * by + off, dx=self.dx * by, y=self.y * by + off, dy=self.dy * by
        )

    @property
    def xs(self) -> Values:
        return self.x + self.dx * np.arange(self.cols)

    @property
    def ys(self) -> Values:
        return self.y + self.dy * np.arange(self.rows)


class Tables:
    """Sums over the maps of lines, made thick by a pixel, for asking about many places at once."""

    def __init__(self, maps: Maps) -> None:
        self.down = summed(_thick(maps.down))
        self.across = summed(_thick(maps.across.T))
        self.edge_down = summed(_thick(np.maximum(maps.edge_down, maps.down)))
        self.edge_across = summed(_thick(np.maximum(maps.edge_across, maps.across).T))


def _thick(values: Floats) -> Floats:
    wide = values.copy()
    np.maximum(wide[:, 1:], values[:, :-1], out=wide[:, 1:])
    np.maximum(wide[:, :-1], values[:, 1:], out=wide[:, :-1])
    return wide


def visible(table: NDArray[np.float64], places: Values, low: Values, high: Values) -> Values:
    """How much of a line is seen at each place between each `low` and `high`: an array (stretches, places)."""
    half = 0.6
    xs = np.stack([places + 0.5 - half, places + 0.5 + half], 1).ravel()
    ys = np.stack([low + 0.5, high + 0.5], 1).ravel()
    sums = sums_at(table, ys, xs)
    area = sums[1::2, 1::2] - sums[::2, 1::2] - sums[1::2, ::2] + sums[::2, ::2]
    return np.asarray(area / (2 * half * (high - low)[:, None]))


def links(tables: Tables, grid: Grid) -> tuple[Values, Values]:
    """The lines between neighbours: (rows - 1, cols) down, and (cols - 1, rows) across."""
    xs, ys, dx, dy = grid.xs, grid.ys, grid.dx, grid.dy
    down = visible(tables.down, xs, ys[:-1] + 0.3 * dy, ys[:-1] + 0.7 * dy)
    across = visible(tables.across, ys, xs[:-1] + 0.3 * dx, xs[:-1] + 0.7 * dx)
    return down, across


def walls(tables: Tables, grid: Grid, edges: bool = True) -> tuple[Values, Values]:
    """The borders of cells: (rows, cols + 1) those that run down, (cols, rows + 1) those across."""
    xs, ys, dx, dy = grid.xs, grid.ys, grid.dx, grid.dy
    first = tables.edge_down if edges else tables.down
    other = tables.edge_across if edges else tables.across
    between_x = np.append(xs, xs[-1] + dx) - dx / 2
    between_y = np.append(ys, ys[-1] + dy) - dy / 2
    down = visible(first, between_x, ys - 0.3 * dy, ys + 0.3 * dy)
    return down, visible(other, between_y, xs - 0.3 * dx, xs + 0.3 * dx)


def candidates(maps: Maps, tables: Tables, rows: int, cols: int) -> list[Grid]:
    """The lattices of that size best supported by lines, best first."""
    found = [
        *_by_lines(maps, tables, (rows, cols)),
        *_by_walls(maps, tables, (rows, cols), Kind.CELLS),
        *_by_walls(maps, tables, (rows, cols), Kind.EDGES),
    ]
    return distinct(sorted(found, key=lambda grid: -grid.support))


def _by_lines(maps: Maps, tables: Tables, size: tuple[int, int]) -> Iterator[Grid]:
    rows, cols = size
    for across, down in _pairs(_combs(maps.down, cols - 1), _combs(maps.across.T, rows - 1)):
        grid = Grid(Kind.POINTS, rows, cols, across.first, across.step, down.first, down.step)
        yield replace(grid, support=_mean(links(tables, grid)))


def _by_walls(maps: Maps, tables: Tables, size: tuple[int, int], kind: Kind) -> Iterator[Grid]:
    rows, cols = size
    lines = kind is Kind.CELLS
    first = _combs(maps.down if lines else maps.edge_down, cols)
    other = _combs((maps.across if lines else maps.edge_across).T, rows)
    for across, down in _pairs(first, other):
        x, y = across.first + across.step / 2, down.first + down.step / 2
        grid = Grid(kind, rows, cols, x, across.step, y, down.step)
        yield replace(grid, support=_mean(walls(tables, grid, not lines)))


def _mean(parts: tuple[Values, Values]) -> float:
    return float(np.concatenate([part.ravel() for part in parts]).clip(0, 1).mean())


def _combs(values: Floats, steps: int) -> list[Comb]:
    places, weights = peaks_of(values.sum(0, dtype=np.float64))
    return [refined(comb, places, steps) for comb in combs_of(places, weights, steps)]


def _pairs(across: list[Comb], down: list[Comb]) -> list[tuple[Comb, Comb]]:
    pairs = [
        (a, d) for a in across for d in down if min(a.step, d.step) >= _SLIMMEST * max(a.step, d.step)
    ]
    return sorted(pairs, key=lambda pair: -pair[0].score * pair[1].score)[:16]


def distinct(grids: list[Grid]) -> list[Grid]:
    """Those that do not nearly repeat a better one of the same kind."""
    kept: list[Grid] = []
    for grid in grids:
        if not any(_alike(grid, other) for other in kept):
            kept.append(grid)
    return kept


def _alike(one: Grid, other: Grid) -> bool:
    near = abs(one.x - other.x) < 0.2 * one.dx and abs(one.y - other.y) < 0.2 * one.dy
    return near and abs(one.dx - other.dx) < 0.03 * one.dx and abs(one.dy - other.dy) < 0.03 * one.dy
