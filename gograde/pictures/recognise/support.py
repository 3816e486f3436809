"""How well the lines, walls and signs of a picture support a lattice, from 0 to 1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from gograde.pictures.recognise.combs import Values
from gograde.pictures.recognise.grids import Grid, Kind, extent
from gograde.pictures.recognise.lines import LONG, Maps
from gograde.pictures.recognise.pixels import Floats, Sums, summed, sums_at

SOUND = 0.55
"""The support that a lattice must have before anything is said against a picture that it lies in."""

_GAP = (0.42, 0.58)
"""The part of a link that stones leave open, unless they touch."""

_FRAMED = 0.5
"""How much must be seen of the outer border of cells."""

FILLED = 2.5
"""Pixels from the edge of a picture at most, of a board that fills it."""

_OFF, _BETWEEN = np.array([0.3, 0.5, 0.7]), np.array([1 / 3, 0.4, 0.5, 0.6, 2 / 3])
"""Where it is looked for lines between those of a lattice, in steps: inside of cells, and between points."""

_NOISE, _FINER, _RIMS = slice(1, 4), ([2], [0, 4]), 0.4
"""At which of these noise is looked for; those at the half and the thirds, where the lines of a finer lattice
are; and how much is seen there of what are the rims of stones."""

_ON, _LEFT, _ALONE = 0.5, 0.25, 0.6
"""How much is seen of a lattice beyond both ends of which it is only a part; and the support that lines of an
empty board have at least, when all that is seen between them speaks against it."""

_PIECES = 3
"""Pieces of the step beyond the last line, in each of which a line that runs on is seen."""

_WHOLE = 0.9
"""How much is seen of the borders of cells that are drawn as lines, also dashed ones."""

_BESIDE = 0.3
"""How far from a border, in steps, it is looked whether a line crosses it; farther in are stones."""


_BEYOND = 0.25
"""The ink in a line of cells beyond a lattice, against that inside, from which on it may belong to it."""


_GOES_ON = 0.5
"""How much must be seen of lines beyond one end for a lattice to be told not to be the whole board."""


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
    half = 0.6
    xs = np.stack([places + 0.5 - half, places + 0.5 + half], 1).ravel()
    ys = np.stack([low + 0.5, high + 0.5], 1).ravel()
    sums = sums_at(table, ys, xs)
    area = sums[1::2, 1::2] - sums[::2, 1::2] - sums[1::2, ::2] + sums[::2, ::2]
    return np.asarray(area / (2 * half * (high - low)[:, None]))


def links(tables: Tables, grid: Grid) -> tuple[Values, Values]:
    """The lines between neighbours: (rows - 1, cols) down, and (cols - 1, rows) across."""
    xs, ys, dx, dy = grid.xs, grid.ys, grid.dx, grid.dy
    down = visible(tables.down, xs, ys[:-1] + _GAP[0] * dy, ys[:-1] + _GAP[1] * dy)
    across = visible(tables.across, ys, xs[:-1] + _GAP[0] * dx, xs[:-1] + _GAP[1] * dx)
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


def rank(grid: Grid) -> float:
    """Support, and a little for size: a large lattice that holds says more than a small one inside of it."""
    return float(grid.support * (grid.dx * grid.dy) ** 0.25)


def supported(tables: Tables, grid: Grid) -> Grid:
    """The lattice as the kind that is supported best, with that support."""
    on = _goes_on(tables, replace(grid, kind=Kind.POINTS))
    return max((_as_kind(tables, replace(grid, kind=kind), on) for kind in Kind), key=lambda g: g.support)


def _as_kind(tables: Tables, grid: Grid, on: float) -> Grid:
    """The lattice with the support that it has as its kind; `on` is how much its lines go on at one end.

    What is alike on both sides, as stones on any of the lines, does not tell where a board ends.
    """
    if grid.kind is Kind.SIGNS:
        even = 0.9 * max(0.0, 1 - 2 * unevenness(tables.luma, grid), separation(tables.ink, grid))
        cells = _ink(tables.ink, grid)
        part = 0.3 * _lopsided(cells) + (on if on > _GOES_ON else 0)
        return replace(grid, support=max(0.0, even - part) * (0.4 + 0.6 * _covered(cells)))
    if grid.kind is Kind.POINTS:
        found = mean_of(links(tables, grid)) - 0.5 * on - 2 * _stray(tables, grid)
        return replace(grid, support=max(0.0, found))
    around = walls(tables, grid, grid.kind is Kind.EDGES)
    held = min(mean_of(around), mean_of(inner(around)))
    if fills(grid, tables.luma):
        held = min(held, *(float(part.clip(0, 1).mean()) for part in inner(around)))
    support = held * (1 if _closed(around) > _FRAMED else 0.6)
    found = support - 0.5 * _goes_on(tables, grid) - 2 * _stray(tables, grid)
    return replace(grid, support=max(0.0, found))


def fills(grid: Grid, table: Sums) -> bool:
    """Whether the squares around the points end at two opposite edges of the picture."""
    height, width = (size - 2 for size in table.shape[:2])
    axes = (_borders(grid.ys, grid.dy), height), (_borders(grid.xs, grid.dx), width)
    return any(max(abs(at[0]), abs(at[-1] - last)) < FILLED for at, last in axes)


def _ink(ink: Sums, grid: Grid) -> Values:
    """The ink in the cell of every point and in the ring of cells around."""
    xs = grid.x + 0.5 + grid.dx * (np.arange(-1, grid.cols + 2) - 0.5)
    ys = grid.y + 0.5 + grid.dy * (np.arange(-1, grid.rows + 2) - 0.5)
    sums = sums_at(ink, ys.clip(0, ink.shape[0] - 1), xs.clip(0, ink.shape[1] - 1))
    return _between(sums)


def separation(ink: Sums, grid: Grid) -> float:
    """How empty the borders between the cells are: 1 when no ink is there, as between signs in rows."""
    left, right = grid.x + 0.5 - grid.dx / 2, grid.xs[-1] + 0.5 + grid.dx / 2
    top, bottom = grid.y + 0.5 - grid.dy / 2, grid.ys[-1] + 0.5 + grid.dy / 2
    strips_x = np.stack([left + grid.dx * (np.arange(grid.cols + 1) + off) for off in (-0.05, 0.05)], 1)
    strips_y = np.stack([top + grid.dy * (np.arange(grid.rows + 1) + off) for off in (-0.05, 0.05)], 1)
    down = _between(sums_at(ink, np.array([top, bottom]), strips_x.ravel()))[0, ::2].sum()
    across = _between(sums_at(ink, strips_y.ravel(), np.array([left, right])))[::2, 0].sum()
    whole = _between(sums_at(ink, np.array([top, bottom]), np.array([left, right])))[0, 0]
    usual = whole * 0.05 * (1 / grid.cols + 1 / grid.rows) * max(grid.cols, grid.rows) + 1e-6
    return float(np.clip(1 - max(down, across) / usual, 0, 1)) if whole > grid.rows * grid.cols else 0.0


def _between(sums: Values) -> Values:
    """The sums in the boxes between neighbouring places."""
    rows = sums[1:] - sums[:-1]
    return np.asarray(rows[:, 1:] - rows[:, :-1])


def _lopsided(cells: Values) -> float:
    """How much more ink there is a step beyond one end than beyond the other, held against the inside."""
    usual = cells[1:-1, 1:-1].mean() + 1e-6
    left, right = cells[1:-1, 0].mean(), cells[1:-1, -1].mean()
    over, under = cells[0, 1:-1].mean(), cells[-1, 1:-1].mean()
    return float(min(1.0, max(abs(left - right), abs(over - under)) / usual))


def inked_sides(ink: Sums, grid: Grid) -> list[tuple[int, int]]:
    """The sides, as steps right and down, at which there is something in a line of cells beyond a lattice."""
    cells = _ink(ink, grid)
    some = _BEYOND * float(cells[1:-1, 1:-1].mean())
    sides = {
        (1, 0): cells[1:-1, -1],
        (-1, 0): cells[1:-1, 0],
        (0, 1): cells[-1, 1:-1],
        (0, -1): cells[0, 1:-1],
    }
    return [side for side, line in sides.items() if float(line.mean()) > some]


def _covered(cells: Values) -> float:
    """The share of rows, or of columns, that hold ink; lines of text have some in each."""
    inside = cells[1:-1, 1:-1]
    some = 0.25 * inside.sum() / np.array(inside.shape)
    return float(min((inside.sum(0) > some[1]).mean(), (inside.sum(1) > some[0]).mean()))


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
    return float(np.concatenate([part.ravel() for part in parts]).clip(0, 1).mean())


def inner(around: tuple[Values, Values]) -> tuple[Values, Values]:
    """The walls between points; the outermost may be the edges of the picture."""
    down, across = around
    return down[:, 1:-1], across[:, 1:-1]


def _closed(around: tuple[Values, Values]) -> float:
    """How much is seen of the weakest of the four outer borders."""
    down, across = around
    return float(
        min(side.clip(0, 1).mean() for side in (down[:, 0], down[:, -1], across[:, 0], across[:, -1]))
    )


def _stray(tables: Tables, grid: Grid) -> float:
    """How much is seen of lines between those of the lattice, where no stone reaches; noise has many."""
    if grid.kind is Kind.POINTS:
        seen = _lines_between(tables, grid)
        finer = max(float(part[:, off].mean()) for part in seen for off in _FINER)
        return max(float(np.mean([part[:, _NOISE].mean() for part in seen])), finer - _RIMS)
    xs, ys = _borders(grid.xs, grid.dx), _borders(grid.ys, grid.dy)
    between_x = (xs[:-1, None] + grid.dx * _OFF).ravel()
    between_y = (ys[:-1, None] + grid.dy * _OFF).ravel()
    whole = mean_of(walls(tables, grid, edges=False)) > _WHOLE
    down = _crossing(tables.down, between_x, ys, grid.dy, whole)
    across = _crossing(tables.across, between_y, xs, grid.dx, whole)
    return mean_of((down, across))


def _lines_between(tables: Tables, grid: Grid, off: Values = _BETWEEN) -> tuple[Values, Values]:
    """(steps, places): how much is seen of lines between those down and those across, amid four points."""
    between_x = (grid.xs[:-1, None] + grid.dx * off).ravel()
    between_y = (grid.ys[:-1, None] + grid.dy * off).ravel()
    down = visible(tables.down, between_x, *_middles(grid.ys, grid.dy)).clip(0, 1).mean(0)
    across = visible(tables.across, between_y, *_middles(grid.xs, grid.dx)).clip(0, 1).mean(0)
    return down.reshape(-1, len(off)), across.reshape(-1, len(off))


def _crossing(table: Sums, places: Values, borders: Values, step: float, whole: bool) -> Values:
    """How much is seen of lines at these places that cross the borders of cells: (borders, places).

    The strokes of a border that is dashed, as one of letters, are seen on the border alone; a line is seen
    on one side of it too, unless stones hide it: only borders that are wholly drawn are taken for dashes.
    """
    near = 0.5 * (_GAP[1] - _GAP[0]) * step
    on = visible(table, places, borders - near, borders + near)
    beside = LONG / 2 + 1 + near
    if not whole or beside > _BESIDE * step:
        return on
    over, under = (
        visible(table, places, borders + off - near, borders + off + near) for off in (-beside, beside)
    )
    return np.minimum(on, np.maximum(over, under))


def _goes_on(tables: Tables, grid: Grid) -> float:
    """How much more the lattice goes on beyond one end than beyond the other: it is then not the whole board.

    It goes on where a next line follows and the lines that cross it reach so far.
    """
    sides = _beyond(tables, grid)
    return max(abs(sides[0] - sides[1]), abs(sides[2] - sides[3]))


def is_continued(tables: Tables, grid: Grid) -> bool:
    """Whether the lines or walls of a lattice go on beyond one end and not beyond the other."""
    return grid.kind is not Kind.SIGNS and _goes_on(tables, grid) > _GOES_ON


def is_part(tables: Tables, grid: Grid) -> bool:
    """Whether the lattice goes on beyond two opposite ends: a part in the middle of a larger one.

    Names beside a board may lie where its next line would, but leave a gap before.
    """
    kind = Kind.POINTS if grid.kind is Kind.SIGNS else grid.kind
    left, right, over, under = _beyond(tables, replace(grid, kind=kind))
    if kind is Kind.POINTS:
        wide, high = (
            min(_runs_on(*axis, back) for back in (False, True)) > _LEFT for axis in _axes(tables, grid, 0.5)
        )
        return (wide and min(left, right) > _ON) or (high and min(over, under) > _ON)
    return max(min(left, right), min(over, under)) > _ON


def _axes(tables: Tables, grid: Grid, steps: float) -> tuple[tuple[Sums, Values, Values, float], ...]:
    """What `_runs_on` asks of the lines across and of those down, so many steps far."""
    across, down = (tables.across, grid.ys, grid.xs), (tables.down, grid.xs, grid.ys)
    return (*across, steps * grid.dx), (*down, steps * grid.dy)


def is_crossed(tables: Tables, grid: Grid) -> bool:
    """Whether too many lines run beside those of a lattice for an empty board, where no rims of stones do."""
    if grid.kind is not Kind.POINTS:
        return False
    held = mean_of(links(tables, grid)) - 0.5 * _goes_on(tables, grid)
    return held - 2 * lines_beside(tables, grid) < _ALONE


def lines_beside(tables: Tables, grid: Grid) -> float:
    """How much is seen of lines beside those of a lattice, anywhere between them."""
    return mean_of(_lines_between(tables, grid, _OFF))


def is_cut(tables: Tables, grid: Grid) -> bool:
    """Whether the lines of a lattice run on to where its part of a picture ends: more may follow there.

    Names of rows and columns lie between the last line and that end, but leave gaps.
    """
    xs, ys = grid.xs, grid.ys
    if grid.kind is not Kind.POINTS:
        xs, ys = _borders(xs, grid.dx), _borders(ys, grid.dy)
    axes = (tables.across, ys, xs, grid.dx), (tables.down, xs, ys, grid.dy)
    return max(_runs_on(*axis, back) for axis in axes for back in (False, True)) > _ON


def _runs_on(table: Sums, lines: Values, ends: Values, step: float, back: bool) -> float:
    """How much is seen of lines beyond the first or the last that crosses them, where that is least."""
    start = float(ends[0] if back else ends[-1])
    far = min(step, start if back else table.shape[0] - 2 - start)
    cuts = start + (-1 if back else 1) * max(far, 1.0) * np.arange(_PIECES + 1) / _PIECES
    low, high = np.minimum(cuts[1:], cuts[:-1]), np.maximum(cuts[1:], cuts[:-1])
    return float(visible(table, lines, low, high).clip(0, 1).mean(1).min())


def _beyond(tables: Tables, grid: Grid) -> tuple[float, float, float, float]:
    """How much is seen of the lattice one step further left, right, up and down."""
    points = grid.kind is Kind.POINTS
    edges = grid.kind is Kind.EDGES
    down = tables.edge_down if edges else tables.down
    across = tables.edge_across if edges else tables.across
    lines_x, lines_y = (
        (grid.xs, grid.ys) if points else (_borders(grid.xs, grid.dx), _borders(grid.ys, grid.dy))
    )
    ends_x, ends_y = _outer(lines_x, grid.dx), _outer(lines_y, grid.dy)
    next_x = _inside(visible(down, ends_x, *_middles(lines_y, grid.dy)), ends_x, down.shape[1])
    next_y = _inside(visible(across, ends_y, *_middles(lines_x, grid.dx)), ends_y, across.shape[1])
    left, right = ends_x[0], lines_x[-1]
    reach_x = visible(across, lines_y, *_stretches(np.array([left, right]), grid.dx)).clip(0, 1).mean(1)
    over, under = ends_y[0], lines_y[-1]
    reach_y = visible(down, lines_x, *_stretches(np.array([over, under]), grid.dy)).clip(0, 1).mean(1)
    found = np.minimum(np.concatenate([next_x, next_y]), np.concatenate([reach_x, reach_y]))
    return float(found[0]), float(found[1]), float(found[2]), float(found[3])


def _borders(places: Values, step: float) -> Values:
    return np.append(places, places[-1] + step) - step / 2


def _outer(lines: Values, step: float) -> Values:
    return np.array([lines[0] - step, lines[-1] + step])


def _stretches(starts: Values, step: float) -> tuple[Values, Values]:
    """The middles of the steps that begin at these places."""
    return starts + _GAP[0] * step, starts + _GAP[1] * step


def _middles(lines: Values, step: float) -> tuple[Values, Values]:
    return _stretches(lines[:-1], step)


def _inside(seen: Values, places: Values, size: int) -> Values:
    """The mean a line; none for lines outside of the picture."""
    return np.asarray(seen.clip(0, 1).mean(0) * ((places > 1) & (places < size - 3)))
