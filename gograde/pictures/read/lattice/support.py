"""The support of a lattice: by which kind, from 0 to 1, and what reduces it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.lattice.combs import Values
from gograde.pictures.read.lattice.grids import Grid, Kind, stacked
from gograde.pictures.read.lattice.line_tables import (
    GAP,
    Tables,
    borders_of,
    ink_around,
    inner,
    links,
    mean_of,
    means_of,
    separations,
    unevennesses,
    visible,
    walls,
)
from gograde.pictures.read.lattice.lines import LONG
from gograde.pictures.read.pixels import Sums

SUPPORTED = 0.55  # support of a lattice, at least, for a picture to be rejected
WELL_SUPPORTED = 0.8  # support of a lattice whose points lie exactly where stones lie
_FRAMED = 0.5  # strength of the outer walls of cells, at least
FILLED = 2.5  # pixels between the edge of a picture and a board that fills it, at most

_OFF = np.array([0.3, 0.5, 0.7])
"""The places where lines inside of cells are searched for, in steps."""

_BETWEEN = np.array([1 / 3, 0.4, 0.5, 0.6, 2 / 3])
"""The places where lines between points are searched for, in steps."""

_NOISE = slice(1, 4)
"""The places of `_BETWEEN` that measure noise."""

_FINER = ([2], [0, 4])
"""The places of `_BETWEEN` where a finer lattice has lines: at the half, at the thirds."""

_RIMS = 0.4  # strength of the rims of stones at these places
_ON = 0.5  # strength of lines beyond both ends from which on a lattice is only a part
_LEFT = 0.25  # strength of an empty board's lines half a step beyond its ends: coordinates leave gaps
_ALONE = 0.6  # support of the lines of an empty board, less the lines between them, at least
_PIECES = 3  # pieces of the step beyond the last line; a line that runs on is seen in each
_WHOLE = 0.9  # strength of walls that are drawn, dashed ones included
_BESIDE = 0.3  # steps from a wall within which a line that crosses it is seen; stones lie farther in
_BEYOND = 0.25  # ink in the cells beyond a side, against the ink inside, that may belong to the board
_GOES_ON = 0.5  # strength of lines beyond one end from which on a lattice is a part
_HARDLY = 0.6  # share of the lines that cross from one of two boards in a row to the other, at most
_OF_TWO = 0.5  # support of a lattice that lies on two boards, against that of its lines
_UNSEEN = 0.2  # strength of lines that are absent, at most
_SEEN = 0.6  # strength of lines that are present, at least


def rank(grid: Grid) -> float:
    """The support with a bonus for size: a large lattice is better evidence than one inside it."""
    return float(grid.support * (grid.dx * grid.dy) ** 0.25)


def supported(tables: Tables, grids: Sequence[Grid]) -> list[Grid]:
    """Each lattice with its best kind and the support of that kind; all lattices have one size."""
    if not grids:
        return []
    bounds = _bounds(tables, grids)
    return [
        _supported_best(tables, grid, {kind: float(each[n]) for kind, each in bounds.items()})
        for n, grid in enumerate(grids)
    ]


def _supported_best(tables: Tables, grid: Grid, bounds: dict[Kind, float]) -> Grid:
    """The lattice with its best kind; `bounds` are upper bounds of each kind's support."""
    best = replace(grid, kind=Kind.POINTS, support=0.0)
    for kind in sorted(bounds, key=lambda kind: -bounds[kind]):
        if bounds[kind] <= best.support:
            break
        best = max(best, _as_kind(tables, replace(grid, kind=kind), bounds[kind]), key=lambda g: g.support)
    return best


def _bounds(tables: Tables, grids: Sequence[Grid]) -> dict[Kind, Values]:
    """An upper bound of each lattice's support as each kind, before deductions."""
    many, filled = stacked(grids), np.array([fills(grid, tables.luma) for grid in grids])
    even = np.maximum(1 - 2 * unevennesses(tables.luma, many), separations(tables.ink, many))
    walled = {
        kind: _walled(walls(tables, many, edges), filled)
        for kind, edges in ((Kind.CELLS, False), (Kind.EDGES, True))
    }
    down, across = links(tables, many)
    second = np.minimum(_every_second(down), _every_second(across))
    whole = np.where(_gaps(down).any(1) | _gaps(across).any(1), _OF_TWO, 1.0)
    return {
        Kind.POINTS: np.minimum(means_of((down, across)), second) * whole,
        **walled,
        Kind.SIGNS: 0.9 * np.maximum(0, even),
    }


def gaps(tables: Tables, grid: Grid) -> tuple[list[int], list[int]]:
    """The steps (right, down) of a lattice that hardly a line crosses, as between two boards in one row."""
    down, across = links(tables, grid)
    right, under = (np.flatnonzero(_gaps(part[None])[0]).tolist() for part in (across, down))
    return right, under


def _gaps(seen: Values) -> NDArray[np.bool_]:
    """(lattices, steps): which hardly a line crosses, while nearly all cross the others."""
    lines = seen.clip(0, 1).mean(2)
    usual = np.median(lines, axis=1, keepdims=True)
    return np.asarray((lines < _HARDLY) & (usual > _WHOLE))


def _every_second(seen: Values) -> Values:
    """The strength of the weaker half of lines, if every second line is seen and the others are not; else 1.

    `seen` is (lattices, steps, lines). Such a lattice has twice as many rows or columns as the board.
    """
    lines = seen.clip(0, 1).mean(1)
    pair = lines[:, ::2].mean(1), lines[:, 1::2].mean(1)
    less, more = np.minimum(*pair), np.maximum(*pair)
    return np.where((less < _UNSEEN) & (more > _SEEN), less, 1.0)


def _walled(around: tuple[Values, Values], filled: NDArray[np.bool_]) -> Values:
    """The support of each lattice by walls, reduced when its outer walls are not seen."""
    within = inner(around)
    held = np.minimum(means_of(around), means_of(within))
    weaker = np.minimum(*(part.clip(0, 1).mean((1, 2)) for part in within))
    held = np.where(filled, np.minimum(held, weaker), held)
    return held * np.where(_closed(around) > _FRAMED, 1, 0.6)


def _as_kind(tables: Tables, grid: Grid, bound: float) -> Grid:
    """The lattice with its support as its kind, after deductions."""
    if grid.kind is Kind.SIGNS:
        cells, on = ink_around(tables.ink, grid), _goes_on(tables, replace(grid, kind=Kind.POINTS))
        part = 0.3 * _lopsided(cells) + (on if on > _GOES_ON else 0)
        return replace(grid, support=max(0.0, bound - part) * (0.4 + 0.6 * _covered(cells)))
    found = bound - 0.5 * _goes_on(tables, grid) - 2 * _stray(tables, grid)
    return replace(grid, support=max(0.0, found))


def fills(grid: Grid, table: Sums) -> bool:
    """Whether the squares around the points end at two opposite edges of the picture."""
    height, width = (size - 2 for size in table.shape[:2])
    axes = (borders_of(grid.ys, grid.dy), height), (borders_of(grid.xs, grid.dx), width)
    return any(max(abs(at[0]), abs(at[-1] - last)) < FILLED for at, last in axes)


def _lopsided(cells: Values) -> float:
    """The difference of ink one step beyond opposite ends, against the ink inside; from 0 to 1."""
    usual = cells[1:-1, 1:-1].mean() + 1e-6
    left, right = cells[1:-1, 0].mean(), cells[1:-1, -1].mean()
    over, under = cells[0, 1:-1].mean(), cells[-1, 1:-1].mean()
    return float(min(1.0, max(abs(left - right), abs(over - under)) / usual))


def inked_sides(ink: Sums, grid: Grid) -> list[tuple[int, int]]:
    """The sides, as steps (right, down), with ink in the row or column of cells beyond."""
    cells = ink_around(ink, grid)
    some = _BEYOND * float(cells[1:-1, 1:-1].mean())
    sides = {
        (1, 0): cells[1:-1, -1],
        (-1, 0): cells[1:-1, 0],
        (0, 1): cells[-1, 1:-1],
        (0, -1): cells[0, 1:-1],
    }
    return [side for side, line in sides.items() if float(line.mean()) > some]


def _covered(cells: Values) -> float:
    """The share of rows with ink, or of columns if that is smaller; in text every row has some."""
    inside = cells[1:-1, 1:-1]
    some = 0.25 * inside.sum() / np.array(inside.shape)
    return float(min((inside.sum(0) > some[1]).mean(), (inside.sum(1) > some[0]).mean()))


def _closed(around: tuple[Values, Values]) -> Values:
    """The strength of the weakest of the four outer walls of each lattice."""
    sides = [part[..., end].clip(0, 1).mean(1) for part in around for end in (0, -1)]
    return np.asarray(np.min(sides, axis=0))


def _stray(tables: Tables, grid: Grid) -> float:
    """The strength of lines between those of the lattice; in noise it is high."""
    if grid.kind is Kind.POINTS:
        seen = _lines_between(tables, grid)
        finer = max(float(part[:, off].mean()) for part in seen for off in _FINER)
        return max(float(np.mean([part[:, _NOISE].mean() for part in seen])), finer - _RIMS)
    xs, ys = borders_of(grid.xs, grid.dx), borders_of(grid.ys, grid.dy)
    between_x = (xs[:-1, None] + grid.dx * _OFF).ravel()
    between_y = (ys[:-1, None] + grid.dy * _OFF).ravel()
    whole = mean_of(walls(tables, grid, edges=False)) > _WHOLE
    down = _crossing(tables.down, between_x, ys, grid.dy, whole)
    across = _crossing(tables.across, between_y, xs, grid.dx, whole)
    return mean_of((down, across))


def _lines_between(tables: Tables, grid: Grid, off: Values = _BETWEEN) -> tuple[Values, Values]:
    """(steps, places): the strength of lines between those of the lattice, for lines down and across."""
    between_x = (grid.xs[:-1, None] + grid.dx * off).ravel()
    between_y = (grid.ys[:-1, None] + grid.dy * off).ravel()
    down = visible(tables.down, between_x, *_middles(grid.ys, grid.dy)).clip(0, 1).mean(0)
    across = visible(tables.across, between_y, *_middles(grid.xs, grid.dx)).clip(0, 1).mean(0)
    return down.reshape(-1, len(off)), across.reshape(-1, len(off))


def _crossing(table: Sums, places: Values, borders: Values, step: float, whole: bool) -> Values:
    """(walls, places): the strength of lines at these places that cross walls.

    A stroke of a dashed wall is seen only on the wall; a line is also seen on one side of it. Stones may
    hide that side, so only walls drawn in full (`whole`) are tested for dashes.
    """
    near = 0.5 * (GAP[1] - GAP[0]) * step
    on = visible(table, places, borders - near, borders + near)
    beside = LONG / 2 + 1 + near
    if not whole or beside > _BESIDE * step:
        return on
    over, under = (
        visible(table, places, borders + off - near, borders + off + near) for off in (-beside, beside)
    )
    return np.minimum(on, np.maximum(over, under))


def _goes_on(tables: Tables, grid: Grid) -> float:
    """How much more the lattice continues beyond one end than beyond the opposite end."""
    sides = _beyond(tables, grid)
    return max(abs(sides[0] - sides[1]), abs(sides[2] - sides[3]))


def is_continued(tables: Tables, grid: Grid) -> bool:
    """Whether the lines or walls of a lattice continue beyond one end and not beyond the opposite end."""
    return grid.kind is not Kind.SIGNS and _goes_on(tables, grid) > _GOES_ON


def is_part(tables: Tables, grid: Grid) -> bool:
    """Whether the lattice continues beyond two opposite ends; coordinates leave gaps beside a board."""
    kind = Kind.POINTS if grid.kind is Kind.SIGNS else grid.kind
    left, right, over, under = _beyond(tables, replace(grid, kind=kind))
    if kind is Kind.POINTS:
        wide, high = (
            min(_runs_on(*axis, back) for back in (False, True)) > _LEFT for axis in _axes(tables, grid, 0.5)
        )
        return (wide and min(left, right) > _ON) or (high and min(over, under) > _ON)
    return max(min(left, right), min(over, under)) > _ON


def _axes(tables: Tables, grid: Grid, steps: float) -> tuple[tuple[Sums, Values, Values, float], ...]:
    """The arguments of `_runs_on` for the lines across and the lines down, `steps` steps far."""
    across, down = (tables.across, grid.ys, grid.xs), (tables.down, grid.xs, grid.ys)
    return (*across, steps * grid.dx), (*down, steps * grid.dy)


def is_crossed(tables: Tables, grid: Grid) -> bool:
    """Whether too many lines run beside those of a lattice for an empty board."""
    if grid.kind is not Kind.POINTS:
        return False
    held = mean_of(links(tables, grid)) - 0.5 * _goes_on(tables, grid)
    return held - 2 * lines_beside(tables, grid) < _ALONE


def lines_beside(tables: Tables, grid: Grid) -> float:
    """The strength of lines anywhere between those of a lattice."""
    return mean_of(_lines_between(tables, grid, _OFF))


def is_cut(tables: Tables, grid: Grid) -> bool:
    """Whether a lattice's lines run on to the end of its region: the board may continue there."""
    xs, ys = grid.xs, grid.ys
    if grid.kind is not Kind.POINTS:
        xs, ys = borders_of(xs, grid.dx), borders_of(ys, grid.dy)
    axes = (tables.across, ys, xs, grid.dx), (tables.down, xs, ys, grid.dy)
    return max(_runs_on(*axis, back) for axis in axes for back in (False, True)) > _ON


def _runs_on(table: Sums, lines: Values, ends: Values, step: float, back: bool) -> float:
    """The strength of lines beyond the first or the last that crosses them, in the weakest piece."""
    start = float(ends[0] if back else ends[-1])
    far = min(step, start if back else table.shape[0] - 2 - start)
    cuts = start + (-1 if back else 1) * max(far, 1.0) * np.arange(_PIECES + 1) / _PIECES
    low, high = np.minimum(cuts[1:], cuts[:-1]), np.maximum(cuts[1:], cuts[:-1])
    return float(visible(table, lines, low, high).clip(0, 1).mean(1).min())


def _beyond(tables: Tables, grid: Grid) -> tuple[float, float, float, float]:
    """The strength of the lattice one step further left, right, up and down."""
    points = grid.kind is Kind.POINTS
    edges = grid.kind is Kind.EDGES
    down = tables.edge_down if edges else tables.down
    across = tables.edge_across if edges else tables.across
    lines_x, lines_y = (
        (grid.xs, grid.ys) if points else (borders_of(grid.xs, grid.dx), borders_of(grid.ys, grid.dy))
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


def _outer(lines: Values, step: float) -> Values:
    return np.array([lines[0] - step, lines[-1] + step])


def _stretches(starts: Values, step: float) -> tuple[Values, Values]:
    """The middle parts (`GAP`) of the steps that begin at these places."""
    return starts + GAP[0] * step, starts + GAP[1] * step


def _middles(lines: Values, step: float) -> tuple[Values, Values]:
    return _stretches(lines[:-1], step)


def _inside(seen: Values, places: Values, size: int) -> Values:
    """The mean of each line; 0 for lines outside of the picture."""
    return np.asarray(seen.clip(0, 1).mean(0) * ((places > 1) & (places < size - 3)))
