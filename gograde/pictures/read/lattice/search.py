"""Where boards may lie in a picture, before anything is known of what they should show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.candidates import PAIRS, candidates, distinct
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.lattice.line_tables import Tables, without
from gograde.pictures.read.lattice.lines import Maps, framed, maps_of, tilt
from gograde.pictures.read.lattice.regions import (
    Region,
    blocks_of,
    lined_parts,
    part_of,
    regions_of,
    widened,
)
from gograde.pictures.read.lattice.support import (
    SOUND,
    is_continued,
    is_crossed,
    is_cut,
    is_part,
    lines_beside,
    rank,
)
from gograde.pictures.read.pixels import Floats, Sheet, Sums, doubled, half_size, sheet_of, summed, turned
from gograde.pictures.read.stones.classes import Samples
from gograde.pictures.read.stones.patches import Patches
from gograde.pictures.read.typed.typed_boards import Typed, typed_boards
from gograde.pictures.read.verdict.trial import Known

SEARCHED = 640
"""Pixels a side of the picture in which lattices are looked for."""

_SMALL, _STEP = 320, 24
"""Pixels a side of a picture, and a point and side of it, up to which it is looked at twice as large, so that
little is as long as a line in it."""

_FAR, _SOME = 16, 0.27
"""Pixels a step of a lattice seen from afar at least, and how much is seen of lines between its lines, from
afar and near by."""

_TRIED = 6
_HOPELESS = 0.25
_PAIRS_IN_PART, _IN_PART, _BORDER = 20, 2, 4
"""Lattices that are thought of and kept of a part that stands apart, and the pixels left around it."""

FIRM = 0.6
"""The support that a lattice has on which all points are alike."""

_MORE_SUPPORT = 0.3
"""The support that a lattice of a further board has at least."""

_LEFT = 0.2
"""The share of lines and edges outside of the boards found that is not worth a search."""

_SPARSE = 0.3
"""What a board with few stones has of them at least, against the usual one of several that were found."""


@dataclass(frozen=True)
class Survey:
    """What is known about a picture before any reference: pixels, lines, and lattices of the asked size.

    `grids` are in pixels of the sheet, `maps` are of the sheet made smaller by `scale`.  `typed` are boards
    in fixed-pitch type, whose lattices come first.  `points` and `rests` are what was seen when the picture
    was asked about other boards: at the points of its lattices, beside what the other pictures taught, and
    beside lattices that were taken out.
    """

    sheet: Sheet
    table: Sums
    grids: tuple[Grid, ...]
    maps: Maps
    luma: Floats
    scale: float
    typed: tuple[Typed, ...] = ()
    points: dict[tuple[Grid, Known | None], tuple[Patches, Samples]] = field(default_factory=dict, repr=False)
    rests: dict[tuple[tuple[Grid, ...], float], Survey | None] = field(
        default_factory=dict, repr=False, init=False
    )


def survey(picture: Picture, rows: int, cols: int) -> Survey:
    """Reduce, turn upright, and look for lattices; the costly part, and the same for every reference."""
    sheet = sheet_of(picture)
    luma, scale = half_size(sheet, SEARCHED)
    maps = maps_of(luma)
    typed = _typed(picture, sheet, rows, cols)
    if typed:
        return Survey(sheet, summed(sheet.rgb), tuple(one.grid for one in typed), maps, luma, scale, typed)
    degrees = tilt(maps)
    if degrees:
        sheet = turned(sheet, degrees)
        luma, scale = half_size(sheet, SEARCHED)
        maps = maps_of(luma)
    if max(luma.shape) <= min(_SMALL, _STEP * (max(rows, cols) + 1)):
        luma, scale = doubled(luma), 0.5
        maps = maps_of(luma)
    grids = _everywhere(maps, luma, rows, cols)
    kept = [grid.scaled(scale) for grid in grids]
    if not _are_held(kept):
        kept = _best(kept, _closely(sheet, (maps, luma, scale), (rows, cols)))
    if not _are_held(kept) and max(luma.shape) > _SMALL:
        small, by = half_size(sheet, _SMALL)
        coarse = maps_of(small)
        found = _everywhere(coarse, small, rows, cols)
        if _are_held(found):
            luma, scale, maps, kept = small, by, coarse, [grid.scaled(by) for grid in found]
    return Survey(sheet, summed(sheet.rgb), tuple(kept), maps, luma, scale)


def _best(grids: Iterable[Grid], more: Iterable[Grid]) -> list[Grid]:
    """All that differ, the best first."""
    return distinct(sorted([*grids, *more], key=lambda g: -rank(g)))


def _typed(picture: Picture, sheet: Sheet, rows: int, cols: int) -> tuple[Typed, ...]:
    """The boards in type, in pixels of the sheet; nothing else can lie where they are."""
    by = sheet.width / picture.width
    return tuple(replace(one, grid=one.grid.scaled(by)) for one in typed_boards(picture, rows, cols))


def _everywhere(maps: Maps, luma: Floats, rows: int, cols: int) -> list[Grid]:
    """The best lattices of each part that stands apart; of the whole unless lines hold these surely."""
    regions, maps = regions_of(maps, luma), framed(maps)
    few = (_PAIRS_IN_PART, _IN_PART) if len(regions) > 1 else (PAIRS, _TRIED)
    grids = [grid for region in regions for grid in _inside(maps, luma, region, (rows, cols), few)]
    if not _are_held(grids):
        grids += candidates(maps, Tables(maps, luma), (rows, cols))[:_TRIED]
    if not _are_held(grids):
        small, parts = (_PAIRS_IN_PART, _IN_PART), lined_parts(luma)
        grids += [grid for part in parts for grid in _inside(maps, luma, part, (rows, cols), small)]
    found = distinct(sorted(grids, key=lambda g: -rank(g)))
    return [grid for grid in found if rank(grid) > _HOPELESS * rank(found[0])] or found


def _are_held(grids: Sequence[Grid]) -> bool:
    """Whether lines or walls hold a lattice surely."""
    return any(grid.support >= SOUND and grid.kind is not Kind.SIGNS for grid in grids)


def _closely(sheet: Sheet, seen: tuple[Maps, Floats, float], size: tuple[int, int]) -> Iterator[Grid]:
    """The lattices that are held surely in each part of a picture, seen as large as it was given."""
    for part in _parts_of(sheet, seen):
        for grid in candidates(part.maps, part.tables, size, pairs=_PAIRS_IN_PART)[:_IN_PART]:
            if grid.support >= SOUND:
                small = grid.scaled(part.scale)
                yield replace(small, x=small.x + part.x, y=small.y + part.y)


@dataclass(frozen=True)
class _Part:
    """A part of a sheet that stands apart: its maps, and their place and scale in pixels of the sheet."""

    maps: Maps
    tables: Tables
    x: int
    y: int
    scale: float


def _parts_of(sheet: Sheet, seen: tuple[Maps, Floats, float]) -> Iterator[_Part]:
    """Each part of a picture, and each with long lines, seen as large as it was given.

    Small ones are looked at twice as large.
    """
    maps, luma, scale = seen
    for region in (*blocks_of(maps, luma), *lined_parts(luma)):
        whole = tuple(slice(int(part.start * scale), int(part.stop * scale) + 1) for part in region)
        rows, cols = widened((whole[0], whole[1]), (sheet.height, sheet.width), _BORDER)
        light = np.ascontiguousarray(sheet.luma[rows, cols])
        if max(light.shape) > SEARCHED:
            continue
        by = 0.5 if max(light.shape) <= _SMALL else 1.0
        light = doubled(light) if by < 1 else light
        near = maps_of(light)
        yield _Part(near, Tables(near, light), cols.start, rows.start, by)


def _inside(
    maps: Maps, luma: Floats, region: Region, size: tuple[int, int], few: tuple[int, int]
) -> list[Grid]:
    """The best lattices of a part, in pixels of the whole; of so many pairs of combs, and so many of them.

    None when the lines of the best run on to where the part ends, and beyond: one of them divided the board.
    """
    rows, cols = widened(region, (luma.shape[0], luma.shape[1]), _BORDER)
    part, light = part_of(maps, luma, (rows, cols))
    tables = Tables(part, light)
    grids = candidates(part, tables, size, pairs=few[0])[: few[1]]
    places = [replace(grid, x=grid.x + cols.start, y=grid.y + rows.start) for grid in grids]
    divided = places and is_cut(tables, grids[0]) and _goes_on_around(maps, luma, region, places[0])
    return [] if divided else places


def _goes_on_around(maps: Maps, luma: Floats, region: Region, grid: Grid) -> bool:
    """Whether a lattice found in a part goes on where two steps more of the picture are seen."""
    rows, cols = widened(region, (luma.shape[0], luma.shape[1]), int(2 * max(grid.dx, grid.dy)))
    part, light = part_of(maps, luma, (rows, cols))
    return is_continued(Tables(part, light), replace(grid, x=grid.x - cols.start, y=grid.y - rows.start))


def elsewhere(found: Survey, taken: Sequence[Grid], least: float) -> Survey | None:
    """The lattices in what is left of the picture when some are taken out; None when little is left.

    Those whose step is less than `least`, or that hardly anything holds, are no further boards; nor are signs
    on a page of type that has none beside the boards taken.
    """
    key = tuple(taken), least
    if key not in found.rests:
        found.rests[key] = _elsewhere(found, taken, least)
    return found.rests[key]


def _elsewhere(found: Survey, taken: Sequence[Grid], least: float) -> Survey | None:
    first = found.grids[0]
    rest = without(found.maps, [grid.scaled(1 / found.scale) for grid in taken])
    left = _busy(rest) / max(_busy(found.maps), 1e-9)
    if left < min(_LEFT, _SPARSE * (1 - left) / len(taken)):
        return None
    size, small = (first.rows, first.cols), least / found.scale
    grids = candidates(rest, Tables(rest, found.luma), size, pairs=_PAIRS_IN_PART, least=small)
    scaled = [grid.scaled(found.scale) for grid in grids]
    held = [grid for grid in scaled if grid.support >= _MORE_SUPPORT and min(grid.dx, grid.dy) >= least]
    free = [grid for grid in held if not any(overlap(grid, other) for other in taken)]
    if found.typed and all(one.lone for one in found.typed):
        free = [grid for grid in free if grid.kind is not Kind.SIGNS]
    return replace(found, grids=tuple(free[:_TRIED]), maps=rest)


def anchored(found: Survey, grid: Grid) -> bool:
    """Whether lines, walls or type alone hold a lattice that is no part of a larger one.

    What is all alike lies anywhere: rows of one sign may be a part of more, or half of them.  A lattice in a
    part that stands apart is asked about there, unless its lines run on to where that part ends.
    """
    if any(one.grid == grid for one in found.typed):
        return True
    if grid.kind is Kind.SIGNS:
        grid = replace(grid, kind=Kind.POINTS)
    if grid.kind is Kind.POINTS and _has_more_between(found, grid):
        return False
    if grid.support >= FIRM and _is_alone(Tables(found.maps, found.luma), grid.scaled(1 / found.scale)):
        return True
    for part in _parts_of(found.sheet, (found.maps, found.luma, found.scale)):
        near = replace(grid, x=grid.x - part.x, y=grid.y - part.y).scaled(1 / part.scale)
        within = _lies_in(near, part.maps.ink.shape) and not is_cut(part.tables, near)
        if within and _is_alone(part.tables, near):
            return True
    return False


def _has_more_between(found: Survey, grid: Grid) -> bool:
    """Whether lines between those of a lattice are seen from afar, where thick ones are seen, or near by.

    Near by it is asked only where lattices were looked for from afar; elsewhere that is asked of all.
    """
    afar = max(found.sheet.width, found.sheet.height) > _SMALL >= max(found.luma.shape)
    sizes = (_SMALL, SEARCHED) if afar else (_SMALL,)
    return any(_seen_between(found.sheet, grid, size) > _SOME for size in sizes)


def _seen_between(sheet: Sheet, grid: Grid, largest: int) -> float:
    """How much is seen of lines between those of a lattice in so large a picture; 0 when steps are small."""
    luma, scale = half_size(sheet, largest)
    seen = grid.scaled(1 / scale)
    return lines_beside(Tables(maps_of(luma), luma), seen) if min(seen.dx, seen.dy) >= _FAR else 0.0


def _is_alone(tables: Tables, grid: Grid) -> bool:
    return not is_part(tables, grid) and not is_crossed(tables, grid)


def _lies_in(grid: Grid, shape: tuple[int, ...]) -> bool:
    return min(grid.x, grid.y) >= 0 and grid.xs[-1] < shape[1] and grid.ys[-1] < shape[0]


def _busy(maps: Maps) -> float:
    """How much there is of lines and edges."""
    return float(maps.edge_down.sum() + maps.edge_across.sum())


def overlap(one: Grid, other: Grid) -> bool:
    """Whether the two lie over one another by more than a fifth of the smaller."""
    wide = _shared((one.x, one.dx, one.cols), (other.x, other.dx, other.cols))
    high = _shared((one.y, one.dy, one.rows), (other.y, other.dy, other.rows))
    return wide * high > 0.2 * min(
        one.dx * one.dy * one.rows * one.cols, other.dx * other.dy * other.rows * other.cols
    )


def _shared(one: tuple[float, float, int], other: tuple[float, float, int]) -> float:
    low = max(one[0] - one[1] / 2, other[0] - other[1] / 2)
    high = min(one[0] + one[1] * (one[2] - 0.5), other[0] + other[1] * (other[2] - 0.5))
    return max(0.0, high - low)
