"""Candidate lattices: pairs of one comb across and one comb down, the best supported first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from gograde.pictures import effort
from gograde.pictures.read.lattice.combs import (
    SIGNS,
    Comb,
    Peaks,
    Values,
    combs_of,
    merged,
    peaks_of,
    refined,
    runs_of,
)
from gograde.pictures.read.lattice.grids import Grid, Kind, stacked
from gograde.pictures.read.lattice.line_tables import (
    Tables,
    inner,
    links,
    mean_of,
    means_of,
    separations,
    unevennesses,
    walls,
)
from gograde.pictures.read.lattice.lines import Maps
from gograde.pictures.read.lattice.support import FILLED, fills, gaps, inked_sides, rank, supported
from gograde.pictures.read.pixels import Floats

_SLIMMEST = 0.55  # smaller step of a board against the larger, at least
PAIRS = 48  # pairs of combs tried in a whole picture, at most
_LOOKED_AT = 4  # one in this many pairs is refined
_ENOUGH = 0.8  # support by lines or by gaps from which on symmetry is not used
_WORTH = 0.6  # rank, against the best rank, from which on a lattice is refined
_EXACT = 0.1  # bonus to the rank of a lattice whose combs lie on lines, not on edges beside them
_TEETH = 0.6  # share of the rows or columns of signs that must lie on a comb
_LASTS = 24  # pixels of an unbroken line that is longer than letters are high
_SEEN = 0.5  # strength of the pixels of an unbroken line, at least
_GOOD = 0.7  # score of a comb that lies well on lines
_MUCH = 0.8  # share of the picture's side that a board covers when little lies beside it
_WITHIN = 6  # pairs tried within the stretch of one comb

Axis = tuple[Floats, Floats, Floats]
"""Maps of lines, edges and ink, transposed if necessary so that the lines of the axis run down."""

_PLACED = 3  # lattices that may lie a step beside the board
_STEPS = 4  # times that a lattice may move by a step
_STRETCHED = 2  # lattices whose ends are moved
_FAR_MORE_EVEN = 1 / 3  # unevenness after the move against before, at most
_ENDS = (0.06, 0.03, 0.015)
"""The moves of the ends of a lattice, in steps, tried in this order."""

_MOVES = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


def candidates(
    maps: Maps, tables: Tables, size: tuple[int, int], pairs: int = PAIRS, least: float = 0.0
) -> list[Grid]:
    """The lattices of `size` (rows, cols) with the best support, best first.

    `pairs` is the largest number of pairs of combs to try; the best quarter of them is refined. `least` is
    the smallest step, in pixels.
    """
    effort.spend(effort.SEARCH)
    rows, cols = size
    upright, lying = (maps.down, maps.edge_down, maps.ink), (maps.across.T, maps.edge_across.T, maps.ink.T)
    across, down = axis_combs(*upright, cols), axis_combs(*lying, rows)
    beside = [
        *_pairs_within(upright, lying, size, least),
        *((a, d) for d, a in _pairs_within(lying, upright, (cols, rows), least)),
    ]
    usual = _pairs([c for c in across if c.step >= least], [c for c in down if c.step >= least])
    tried = [*beside, *usual][:pairs]
    grids = [Grid(Kind.POINTS, rows, cols, a.first, a.step, d.first, d.step) for a, d in tried]
    paired = zip(_with_most_support(tables, grids), tried, strict=True)
    hoped = [grid for grid, _ in sorted(paired, key=lambda pair: -_rank_on_lines(pair[0], *pair[1]))]
    worth = [grid for grid in distinct(hoped)[: pairs // _LOOKED_AT] if rank(grid) > _WORTH * rank(hoped[0])]
    worth = distinct([*(grid for one in worth for grid in _beside_gaps(tables, one)), *worth])
    if worth and not _is_supported(tables, worth[0]):
        worth = [grid if fills(grid, tables.luma) else _on_even_squares(tables, grid) for grid in worth]
    worth = distinct([_on_signs(maps, tables, grid) for grid in worth])
    found = sorted(supported(tables, worth), key=lambda grid: -rank(grid))
    placed = [_moved_by_steps(tables, grid) for grid in found[:_PLACED]]
    best = distinct(sorted([*placed, *found], key=lambda grid: -rank(grid)))
    return sorted(
        [*(_stretched(tables, grid) for grid in best[:_STRETCHED]), *best[_STRETCHED:]],
        key=lambda grid: -rank(grid),
    )


def _stretched(tables: Tables, grid: Grid) -> Grid:
    """The lattice with its ends moved to where its squares are far more even; only for lattices of signs."""
    if grid.kind is not Kind.SIGNS:
        return grid
    best, start = _most_even(tables, [grid])
    least = start
    for size in _ENDS:
        for off in (size, -size):
            moved, uneven = _most_even(tables, list(_with_ends_moved(best, off)))
            if uneven < least:
                best, least = moved, uneven
    return supported(tables, [best])[0] if least <= _FAR_MORE_EVEN * start else grid


def _with_ends_moved(grid: Grid, by: float) -> Iterator[Grid]:
    """The lattice with its first column, last column, first row or last row moved by `by` steps."""
    x, y = by * grid.dx, by * grid.dy
    wide, high = x / max(grid.cols - 1, 1), y / max(grid.rows - 1, 1)
    yield replace(grid, x=grid.x + x, dx=grid.dx - wide)
    yield replace(grid, dx=grid.dx + wide)
    yield replace(grid, y=grid.y + y, dy=grid.dy - high)
    yield replace(grid, dy=grid.dy + high)


def _moved_by_steps(tables: Tables, grid: Grid) -> Grid:
    """The lattice, or a better one up to four steps beside it, as where a board's lines are partly hidden."""
    for _ in range(_STEPS):
        moved = [
            replace(grid, x=grid.x + a * grid.dx, y=grid.y + b * grid.dy)
            for a, b in inked_sides(tables.ink, grid)
        ]
        best = max(supported(tables, moved), key=rank, default=grid)
        if rank(best) <= rank(grid):
            break
        grid = best
    return grid


def _beside_gaps(tables: Tables, grid: Grid) -> Iterator[Grid]:
    """The lattices that end before or begin behind a gap in the lines of a lattice: it lies on two boards."""
    right, down = gaps(tables, grid)
    for step in right:
        yield replace(grid, x=grid.x + (step + 1) * grid.dx)
        yield replace(grid, x=grid.x + (step + 1 - grid.cols) * grid.dx)
    for step in down:
        yield replace(grid, y=grid.y + (step + 1) * grid.dy)
        yield replace(grid, y=grid.y + (step + 1 - grid.rows) * grid.dy)


def _rank_on_lines(grid: Grid, across: Comb, down: Comb) -> float:
    """The rank of a lattice, with a bonus for combs that lie on lines."""
    return rank(grid) * (1 + _EXACT * across.score * down.score)


def _is_supported(tables: Tables, grid: Grid) -> bool:
    """Whether lines, walls between points or gaps suffice as support, without symmetry."""
    ways = mean_of(links(tables, grid)), mean_of(inner(walls(tables, grid))), _gaps(tables, grid)
    return max(ways) > _ENOUGH


def _gaps(tables: Tables, grid: Grid) -> float:
    return float(separations(tables.ink, stacked([grid]))[0])


def _on_signs(maps: Maps, tables: Tables, grid: Grid) -> Grid:
    """The lattice moved to the middles of its rows and columns of signs, if only gaps support it."""
    lined = max(mean_of(links(tables, grid)), mean_of(walls(tables, grid)))
    if lined > _ENOUGH or _gaps(tables, grid) <= _ENOUGH:
        return grid
    columns, rows = (runs_of(ink.sum(0, dtype=np.float64))[0] for ink in (maps.ink, maps.ink.T))
    across = _at_runs(Comb(grid.x, grid.dx, 1.0), columns, grid.cols)
    down = _at_runs(Comb(grid.y, grid.dy, 1.0), rows, grid.rows)
    return replace(grid, x=across.first, dx=across.step, y=down.first, dy=down.step)


def _at_runs(comb: Comb, middles: Values, count: int) -> Comb:
    """The comb moved to the middles of signs, if most of its teeth then lie on one."""
    (moved,) = refined([comb], middles, np.ones(len(middles)), count - 1, SIGNS)
    offset = (middles - moved.first) / moved.step
    teeth = np.rint(offset)[np.abs(offset - np.rint(offset)) < SIGNS[-1]]
    held = set(teeth[(teeth >= 0) & (teeth < count)].tolist())
    return moved if len(held) >= _TEETH * count else comb


def _on_even_squares(tables: Tables, grid: Grid) -> Grid:
    """The lattice moved by up to 0.12 steps to where its squares are most even."""
    for size in (0.08, 0.04):
        moves = [
            replace(grid, x=grid.x + a * size * grid.dx, y=grid.y + b * size * grid.dy) for a, b in _MOVES
        ]
        grid, _ = _most_even(tables, moves)
    return grid


def _most_even(tables: Tables, grids: Sequence[Grid]) -> tuple[Grid, float]:
    """The lattice whose squares are most even, and its unevenness."""
    uneven = unevennesses(tables.luma, stacked(grids))
    best = int(uneven.argmin())
    return grids[best], float(uneven[best])


def _with_most_support(tables: Tables, grids: Sequence[Grid]) -> list[Grid]:
    """Each lattice with an upper bound of its support."""
    if not grids:
        return []
    many = stacked(grids)
    even = 0.9 * np.maximum(1 - 2 * unevennesses(tables.luma, many), separations(tables.ink, many))
    held = np.maximum(means_of(links(tables, many)), means_of(inner(walls(tables, many))))
    most = np.maximum(np.maximum(even, held), 0)
    return [replace(grid, support=support) for grid, support in zip(grids, most.tolist(), strict=True)]


def axis_combs(lines: Floats, edges: Floats, ink: Floats, count: int) -> list[Comb]:
    """The combs along one axis with `count` points: from lines, walls, edges of stones, and signs.

    Only walls may lie on the edges of the picture.
    """
    within = edges.copy()
    within[:, [0, -1]] = 0
    size = edges.shape[1]
    on_lines, lined_walls, on_edges, edged_walls = (
        _combs(peaks, steps) for peaks in (_peaks(lines), _peaks(within)) for steps in (count - 1, count)
    )
    filling = [
        c for c in _combs(_peaks(edges), count) if max(c.first, size - 1 - c.first - count * c.step) < FILLED
    ]
    by_walls = [
        Comb(comb.first + comb.step / 2, comb.step, comb.score)
        for comb in (*lined_walls, *edged_walls, *filling)
    ]
    runs = runs_of(ink.sum(0, dtype=np.float64))
    signs = [_at_runs(comb, runs[0], count) for comb in combs_of(*runs, count - 1, slack=SIGNS[0])]
    return merged([*on_lines, *by_walls, *_between(on_edges), *signs], count - 1)


def _pairs_within(one: Axis, other: Axis, size: tuple[int, int], least: float) -> list[tuple[Comb, Comb]]:
    """Pairs within the stretch of a comb that lies well on lines, as where a board stands beside text.

    Empty when the board would fill most of the picture. `size` is the number of points along the other axis,
    then along the axis of `one`.
    """
    lines, (rows, cols) = one[0], size
    places, weights = _peaks(_lasting(lines))
    best = max(combs_of(places, weights, cols - 1), key=lambda comb: comb.score, default=None)
    if best is None or best.score < _GOOD or best.step * cols > _MUCH * lines.shape[1]:
        return []
    (best,) = refined([best], places, weights, cols - 1)
    first = best.first - best.step / 2
    there = slice(max(0, round(first)), min(lines.shape[1], round(first + best.step * cols)))
    within = axis_combs(other[0][there], other[1][there], other[2][there], rows)
    alike = sorted(within, key=lambda c: -c.score * min(c.step / best.step, best.step / c.step))
    return [pair for pair in _pairs([best], alike[:_WITHIN]) if min(pair[0].step, pair[1].step) >= least]


def _lasting(lines: Floats) -> Floats:
    """The pixels at which an unbroken line begins that is longer than letters are high."""
    ends = np.zeros((lines.shape[0] + 1, lines.shape[1]), np.int32)
    np.cumsum(lines > _SEEN, axis=0, out=ends[1:])
    return np.asarray(ends[_LASTS:] - ends[:-_LASTS] == _LASTS, np.float32)


def _between(combs: list[Comb]) -> list[Comb]:
    """The combs halfway between two combs of one step, since a stone has an edge on either side."""
    return [
        Comb((one.first + other.first) / 2, (one.step + other.step) / 2, (one.score + other.score) / 2)
        for one in combs
        for other in combs
        if 0.25 * one.step < other.first - one.first < 1.05 * one.step
        and abs(one.step - other.step) < 0.02 * one.step
    ]


def _peaks(values: Floats) -> Peaks:
    """The peaks of the column sums of a map."""
    return peaks_of(values.sum(0, dtype=np.float64))


def _combs(peaks: Peaks, steps: int) -> list[Comb]:
    return refined(combs_of(*peaks, steps), *peaks, steps)


def _pairs(across: list[Comb], down: list[Comb]) -> list[tuple[Comb, Comb]]:
    pairs = [(a, d) for a in across for d in down if min(a.step, d.step) >= _SLIMMEST * max(a.step, d.step)]
    weight = {id(c): c.score * c.step**0.5 for c in (*across, *down)}
    return sorted(pairs, key=lambda pair: -weight[id(pair[0])] * weight[id(pair[1])])[:PAIRS]


def distinct(grids: list[Grid]) -> list[Grid]:
    """The lattices, in order, without those that nearly equal an earlier one."""
    kept: list[Grid] = []
    for grid in grids:
        if not any(_alike(grid, other) for other in kept):
            kept.append(grid)
    return kept


def _alike(one: Grid, other: Grid) -> bool:
    near = abs(one.x - other.x) < 0.2 * one.dx and abs(one.y - other.y) < 0.2 * one.dy
    return near and abs(one.dx - other.dx) < 0.03 * one.dx and abs(one.dy - other.dy) < 0.03 * one.dy
