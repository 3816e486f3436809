"""Where boards may lie in a picture, before anything is known of what they should show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gograde.pictures.picture import Picture
from gograde.pictures.recognise.grids import Grid, Kind
from gograde.pictures.recognise.lattices import candidates, distinct
from gograde.pictures.recognise.lines import Maps, framed, maps_of, tilt
from gograde.pictures.recognise.pixels import Floats, Sheet, Sums, half_size, sheet_of, summed, turned
from gograde.pictures.recognise.regions import Region, part_of, regions_of, widened
from gograde.pictures.recognise.support import SOUND, Tables, lined, rank, separation, without

SEARCHED = 640
"""Pixels a side of the picture in which lattices are looked for."""

_TRIED = 6
_HOPELESS = 0.25
_PAIRS_IN_PART, _IN_PART, _BORDER = 20, 2, 4
"""Lattices that are thought of and kept of a part that stands apart, and the pixels left around it."""

_MORE_SUPPORT = 0.3
"""The support that a lattice of a further board has at least."""

_APART, _LINED = 0.8, 0.35
"""How empty the borders between signs are that hold an empty board, or the support that lines give it."""

_LEFT = 0.2
"""The share of lines and edges outside of the boards found that is not worth a search."""


@dataclass(frozen=True)
class Survey:
    """What is known about a picture before any reference: pixels, lines, and lattices of the asked size.

    `grids` are in pixels of the sheet, `maps` are of the sheet made smaller by `scale`.
    """

    sheet: Sheet
    table: Sums
    grids: tuple[Grid, ...]
    maps: Maps
    luma: Floats
    scale: float


def survey(picture: Picture, rows: int, cols: int) -> Survey:
    """Reduce, turn upright, and look for lattices; the costly part, and the same for every reference."""
    sheet = sheet_of(picture)
    luma, scale = half_size(sheet, SEARCHED)
    maps = maps_of(luma)
    degrees = tilt(maps)
    if degrees:
        sheet = turned(sheet, degrees)
        luma, scale = half_size(sheet, SEARCHED)
        maps = maps_of(luma)
    grids = _everywhere(maps, luma, rows, cols)
    kept = tuple(grid.scaled(scale) for grid in grids)
    return Survey(sheet, summed(sheet.rgb), kept, maps, luma, scale)


def _everywhere(maps: Maps, luma: Floats, rows: int, cols: int) -> list[Grid]:
    """The best lattices of each part that stands apart; of the whole picture when these are not sound."""
    regions, maps = regions_of(maps), framed(maps)
    grids = [grid for region in regions for grid in _inside(maps, luma, region, (rows, cols))]
    if not any(grid.support >= SOUND for grid in grids):
        grids += candidates(maps, Tables(maps, luma), (rows, cols))[:_TRIED]
    found = distinct(sorted(grids, key=lambda g: -rank(g)))
    return [grid for grid in found if rank(grid) > _HOPELESS * rank(found[0])] or found


def _inside(maps: Maps, luma: Floats, region: Region, size: tuple[int, int]) -> list[Grid]:
    """The best lattices of a part, in pixels of the whole."""
    whole = widened(region, (luma.shape[0], luma.shape[1]), _BORDER)
    part, light = part_of(maps, luma, whole)
    grids = candidates(part, Tables(part, light), size, pairs=_PAIRS_IN_PART)[:_IN_PART]
    return [replace(g, x=g.x + whole[1].start, y=g.y + whole[0].start) for g in grids]


def elsewhere(found: Survey, taken: Sequence[Grid], least: float) -> Survey | None:
    """The lattices in what is left of the picture when some are taken out; None when little is left.

    Those whose step is less than `least`, or that hardly anything holds, are no further boards.
    """
    first = found.grids[0]
    rest = without(found.maps, [grid.scaled(1 / found.scale) for grid in taken])
    if _busy(rest) < _LEFT * _busy(found.maps):
        return None
    size, small = (first.rows, first.cols), least / found.scale
    grids = candidates(rest, Tables(rest, found.luma), size, pairs=_PAIRS_IN_PART, least=small)
    scaled = [grid.scaled(found.scale) for grid in grids]
    held = [grid for grid in scaled if grid.support >= _MORE_SUPPORT and min(grid.dx, grid.dy) >= least]
    free = [grid for grid in held if not any(overlap(grid, other) for other in taken)]
    return replace(found, grids=tuple(free[:_TRIED]), maps=rest)


def anchored(found: Survey, grid: Grid) -> bool:
    """Whether lines, walls or signs that stand apart hold a lattice; what is all alike lies anywhere."""
    if grid.kind is not Kind.SIGNS:
        return True
    tables, near = Tables(found.maps, found.luma), grid.scaled(1 / found.scale)
    return separation(tables.ink, near) > _APART or lined(tables, near) > _LINED


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
