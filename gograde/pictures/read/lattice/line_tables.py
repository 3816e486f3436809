"""Sums along a lattice: links between points, walls of cells, ink between signs, symmetry."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gograde.pictures.read.lattice.combs import Values
from gograde.pictures.read.lattice.grids import Grid, Grids, extent
from gograde.pictures.read.lattice.lines import Maps
from gograde.pictures.read.pixels import Floats, Sums, summed, sums_at

_THICKNESS = 0.5 + np.array([-0.6, 0.6])
"""The two sides of the strip in which a line is searched for, in pixels from the line's place."""

GAP = (0.42, 0.58)
"""The part of a link between two points, in steps, that stones leave free unless they touch."""


class Tables:
    """Summed-area tables of brightness, of ink, and of lines and edges widened by a pixel each side."""

    def __init__(self, maps: Maps, luma: Floats) -> None:
        self.luma = summed(luma)
        self.ink = summed(maps.ink)
        self.down = summed(_thick(maps.down))
        self.across = summed(_thick(maps.across.T))
        self.edge_down = summed(_thick(np.maximum(maps.edge_down, maps.down)))
        self.edge_across = summed(_thick(np.maximum(maps.edge_across, maps.across).T))


def without(maps: Maps, grids: Iterable[Grid]) -> Maps:
    """The maps with zeros where the given lattices lie."""
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
    """The mean strength of a line at each place, from each `low` to its `high`: (stretches, places).

    With (lattices, places) and (lattices, stretches) the result is (lattices, stretches, places).
    """
    xs = (places[..., None] + _THICKNESS).reshape(*places.shape[:-1], -1)
    ys = np.empty((*low.shape[:-1], 2 * low.shape[-1]))
    ys[..., ::2], ys[..., 1::2] = low, high
    ys += 0.5
    sums = sums_at(table, ys, xs)
    area = sums[..., 1::2, 1::2] - sums[..., ::2, 1::2] - sums[..., 1::2, ::2] + sums[..., ::2, ::2]
    return np.asarray(area / ((_THICKNESS[1] - _THICKNESS[0]) * (high - low)[..., None]))


def links(tables: Tables, grid: Grid | Grids) -> tuple[Values, Values]:
    """The strength of lines between neighbours: (rows - 1, cols) down and (cols - 1, rows) across."""
    xs, ys, dx, dy = grid.xs, grid.ys, grid.dx, grid.dy
    down = visible(tables.down, xs, ys[..., :-1] + GAP[0] * dy, ys[..., :-1] + GAP[1] * dy)
    across = visible(tables.across, ys, xs[..., :-1] + GAP[0] * dx, xs[..., :-1] + GAP[1] * dx)
    return down, across


def walls(tables: Tables, grid: Grid | Grids, edges: bool = True) -> tuple[Values, Values]:
    """The strength of the walls of cells: (rows, cols + 1) that run down, (cols, rows + 1) across."""
    xs, ys, dx, dy = grid.xs, grid.ys, grid.dx, grid.dy
    first = tables.edge_down if edges else tables.down
    other = tables.edge_across if edges else tables.across
    down = visible(first, borders_of(xs, dx), ys - 0.3 * dy, ys + 0.3 * dy)
    return down, visible(other, borders_of(ys, dy), xs - 0.3 * dx, xs + 0.3 * dx)


def ink_around(ink: Sums, grid: Grid) -> Values:
    """The ink in the cell of every point, and in the ring of cells around the board."""
    xs = grid.x + 0.5 + grid.dx * (np.arange(-1, grid.cols + 2) - 0.5)
    ys = grid.y + 0.5 + grid.dy * (np.arange(-1, grid.rows + 2) - 0.5)
    sums = sums_at(ink, ys.clip(0, ink.shape[0] - 1), xs.clip(0, ink.shape[1] - 1))
    return _between(sums)


_STRIP = np.array([-0.05, 0.05])
"""The strip between signs that should be free of ink, in steps from the border of a cell."""


def separations(ink: Sums, grids: Grids) -> Values:
    """How free of ink the strips between the cells of each lattice are: 1 when they have no ink."""
    rows, cols = grids.rows, grids.cols
    left, right = grids.x + 0.5 - grids.dx / 2, grids.xs[:, -1:] + 0.5 + grids.dx / 2
    top, bottom = grids.y + 0.5 - grids.dy / 2, grids.ys[:, -1:] + 0.5 + grids.dy / 2
    strips_x = left + grids.dx * (np.arange(cols + 1)[:, None] + _STRIP).ravel()
    strips_y = top + grids.dy * (np.arange(rows + 1)[:, None] + _STRIP).ravel()
    along = sums_at(ink, np.hstack([top, bottom]), np.hstack([left, strips_x, right]))
    from_left = _between(along)[:, 0]
    down, whole = from_left[:, 1:-1:2].sum(1), from_left.sum(1)
    across = _between(sums_at(ink, strips_y, np.hstack([left, right])))[:, ::2, 0].sum(1)
    usual = whole * 0.05 * (1 / cols + 1 / rows) * max(cols, rows) + 1e-6
    return np.where(whole > rows * cols, np.clip(1 - np.maximum(down, across) / usual, 0, 1), 0.0)


def _between(sums: Values) -> Values:
    """The sums in the boxes between neighbouring places."""
    rows = sums[..., 1:, :] - sums[..., :-1, :]
    return np.asarray(rows[..., 1:] - rows[..., :-1])


_BOXES = 6  # boxes a side of the square around a point that are compared with their mirror images


def unevennesses(luma: Sums, grids: Grids) -> Values:
    """How far the squares around points differ from their mirror images: 0 is equal, 1 is unrelated."""
    step = np.arange(-0.5, -0.5 + 1e-9 + 1, 1 / _BOXES)[:-1]
    count = len(grids.x)
    xs = (grids.xs[..., None] + 0.5 + step * grids.dx[..., None]).reshape(count, -1)
    ys = (grids.ys[..., None] + 0.5 + step * grids.dy[..., None]).reshape(count, -1)
    xs = np.hstack([xs, grids.xs[:, -1:] + 0.5 + grids.dx / 2])
    ys = np.hstack([ys, grids.ys[:, -1:] + 0.5 + grids.dy / 2])
    means = _between(sums_at(luma, ys, xs)) * (_BOXES**2 / (grids.dx * grids.dy))[..., None]
    boxes = means.reshape(count, grids.rows, _BOXES, grids.cols, _BOXES)
    apart = boxes - boxes.mean((1, 3), keepdims=True), boxes - boxes[:, :, ::-1], boxes - boxes[..., ::-1]
    spread, upright, sideways = (_squared(one) for one in apart)
    return np.asarray((0.4 * upright + 0.6 * sideways) / (2 * (spread + 1e-3 * boxes[0].size)))


def _squared(values: Values) -> Values:
    """The sum of squares of each lattice."""
    flat = values.reshape(len(values), -1)
    return np.asarray(np.einsum("ij,ij->i", flat, flat))


def mean_of(parts: tuple[Values, Values]) -> float:
    """The result of `means_of` for one lattice."""
    down, across = parts
    return float(means_of((down[None], across[None]))[0])


def means_of(parts: tuple[Values, Values]) -> Values:
    """The mean strength over both parts of each lattice."""
    flat = [part.reshape(len(part), -1).clip(0, 1) for part in parts]
    return np.asarray(sum(part.sum(1) for part in flat) / sum(part.shape[1] for part in flat))


def inner(around: tuple[Values, Values]) -> tuple[Values, Values]:
    """The walls between points, without the outermost, which may be the edges of the picture."""
    down, across = around
    return down[..., 1:-1], across[..., 1:-1]


def borders_of(places: Values, step: float | Values) -> Values:
    """The borders half a step before and after each place."""
    return np.asarray(places[..., :1] + step * (np.arange(places.shape[-1] + 1) - 0.5))
