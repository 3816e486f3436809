"""What is seen along a lattice: sums over maps of lines, links between points, walls of cells, ink."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gograde.pictures.recognise.combs import Values
from gograde.pictures.recognise.grids import Grid, extent
from gograde.pictures.recognise.lines import Maps
from gograde.pictures.recognise.pixels import Floats, Sums, summed, sums_at

_THICKNESS = 0.5 + np.array([-0.6, 0.6])
"""From where to where a line is looked at, in pixels from the first of its place."""

GAP = (0.42, 0.58)
"""The part of a link that stones leave open, unless they touch."""


class Tables:
    """Sums over the maps of lines, made thick by a pixel, for asking about many places at once."""

    def __init__(self, maps: Maps, luma: Floats) -> None:
        self.luma = summed(luma)
        self.ink = summed(maps.ink)
        self.down = summed(_thick(maps.down))
        self.across = summed(_thick(maps.across.T))
        self.edge_down = summed(_thick(np.maximum(maps.edge_down, maps.down)))
        self.edge_across = summed(_thick(np.maximum(maps.edge_across, maps.across).T))


def without(maps: Maps, grids: Iterable[Grid]) -> Maps:
    """The maps with nothing where these lattices lie."""
    whole = [
        maps.down.copy(),
        maps.across.copy(),
        maps.edge_down.copy(),
        maps.edge_across.copy(),
        maps.ink.copy(),
    ]
    for grid in grids:
        part = extent(grid)
        for values in whole:
            values[part] = 0
    return Maps(*whole)


def _thick(values: Floats) -> Floats:
    wide = values.copy()
    np.maximum(wide[:, 1:], values[:, :-1], out=wide[:, 1:])
    np.maximum(wide[:, :-1], values[:, 1:], out=wide[:, :-1])
    return wide


def visible(table: Sums, places: Values, low: Values, high: Values) -> Values:
    """How much of a line is seen at each place from each `low` to its `high`: (stretches, places)."""
    xs = (places[:, None] + _THICKNESS).ravel()
    ys = np.empty(2 * len(low))
    ys[::2], ys[1::2] = low, high
    ys += 0.5
    sums = sums_at(table, ys, xs)
    area = sums[1::2, 1::2] - sums[::2, 1::2] - sums[1::2, ::2] + sums[::2, ::2]
    return np.asarray(area / ((_THICKNESS[1] - _THICKNESS[0]) * (high - low)[:, None]))


def links(tables: Tables, grid: Grid) -> tuple[Values, Values]:
    """The lines between neighbours: (rows - 1, cols) down, and (cols - 1, rows) across."""
    xs, ys, dx, dy = grid.xs, grid.ys, grid.dx, grid.dy
    down = visible(tables.down, xs, ys[:-1] + GAP[0] * dy, ys[:-1] + GAP[1] * dy)
    across = visible(tables.across, ys, xs[:-1] + GAP[0] * dx, xs[:-1] + GAP[1] * dx)
    return down, across


def walls(tables: Tables, grid: Grid, edges: bool = True) -> tuple[Values, Values]:
    """The borders of cells: (rows, cols + 1) those that run down, (cols, rows + 1) those across."""
    xs, ys, dx, dy = grid.xs, grid.ys, grid.dx, grid.dy
    first = tables.edge_down if edges else tables.down
    other = tables.edge_across if edges else tables.across
    down = visible(first, borders_of(xs, dx), ys - 0.3 * dy, ys + 0.3 * dy)
    return down, visible(other, borders_of(ys, dy), xs - 0.3 * dx, xs + 0.3 * dx)


def ink_around(ink: Sums, grid: Grid) -> Values:
    """The ink in the cell of every point and in the ring of cells around."""
    xs = grid.x + 0.5 + grid.dx * (np.arange(-1, grid.cols + 2) - 0.5)
    ys = grid.y + 0.5 + grid.dy * (np.arange(-1, grid.rows + 2) - 0.5)
    sums = sums_at(ink, ys.clip(0, ink.shape[0] - 1), xs.clip(0, ink.shape[1] - 1))
    return _between(sums)


_STRIP = np.array([-0.05, 0.05])
"""From where to where, in steps, no ink lies between signs."""


def separation(ink: Sums, grid: Grid) -> float:
    """How empty the borders between the cells are: 1 when no ink is there, as between signs in rows."""
    left, right = grid.x + 0.5 - grid.dx / 2, grid.xs[-1] + 0.5 + grid.dx / 2
    top, bottom = grid.y + 0.5 - grid.dy / 2, grid.ys[-1] + 0.5 + grid.dy / 2
    strips_x = (left + grid.dx * (np.arange(grid.cols + 1)[:, None] + _STRIP)).ravel()
    strips_y = (top + grid.dy * (np.arange(grid.rows + 1)[:, None] + _STRIP)).ravel()
    from_left = _between(sums_at(ink, np.array([top, bottom]), np.array([left, *strips_x, right])))[0]
    down, whole = from_left[1:-1:2].sum(), from_left.sum()
    across = _between(sums_at(ink, strips_y, np.array([left, right])))[::2, 0].sum()
    usual = whole * 0.05 * (1 / grid.cols + 1 / grid.rows) * max(grid.cols, grid.rows) + 1e-6
    return float(np.clip(1 - max(down, across) / usual, 0, 1)) if whole > grid.rows * grid.cols else 0.0


def _between(sums: Values) -> Values:
    """The sums in the boxes between neighbouring places."""
    rows = sums[1:] - sums[:-1]
    return np.asarray(rows[:, 1:] - rows[:, :-1])


_BOXES = 6


def unevenness(luma: Sums, grid: Grid) -> float:
    """How far the squares around the points are from their mirror images: 0 the same, 1 unrelated."""
    step = np.arange(-0.5, -0.5 + 1e-9 + 1, 1 / _BOXES)[:-1]
    xs = np.append((grid.xs[:, None] + 0.5 + step * grid.dx).ravel(), grid.xs[-1] + 0.5 + grid.dx / 2)
    ys = np.append((grid.ys[:, None] + 0.5 + step * grid.dy).ravel(), grid.ys[-1] + 0.5 + grid.dy / 2)
    sums = sums_at(luma, ys, xs)
    sums = sums[1:] - sums[:-1]
    means = (sums[:, 1:] - sums[:, :-1]) * (_BOXES**2 / (grid.dx * grid.dy))
    boxes = means.reshape(grid.rows, _BOXES, grid.cols, _BOXES)
    spread = ((boxes - boxes.mean((0, 2), keepdims=True)) ** 2).sum() + 1e-3 * boxes.size
    upright = ((boxes - boxes[:, ::-1]) ** 2).sum()
    sideways = ((boxes - boxes[:, :, :, ::-1]) ** 2).sum()
    return float((0.4 * upright + 0.6 * sideways) / (2 * spread))


def mean_of(parts: tuple[Values, Values]) -> float:
    return sum(float(part.clip(0, 1).sum()) for part in parts) / sum(part.size for part in parts)


def inner(around: tuple[Values, Values]) -> tuple[Values, Values]:
    """The walls between points; the outermost may be the edges of the picture."""
    down, across = around
    return down[:, 1:-1], across[:, 1:-1]


def borders_of(places: Values, step: float) -> Values:
    return np.asarray(places[0] + step * (np.arange(len(places) + 1) - 0.5))
