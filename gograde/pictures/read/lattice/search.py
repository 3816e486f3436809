"""The search for lattices of one size: in the whole picture, in its regions, enlarged and reduced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gograde.pictures.read.lattice.candidates import PAIRS, candidates, distinct
from gograde.pictures.read.lattice.grids import Grid, Kind, overlap
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
    SUPPORTED,
    is_continued,
    is_crossed,
    is_cut,
    is_part,
    lines_beside,
    rank,
)
from gograde.pictures.read.pixels import Floats, Sheet, doubled, half_size, turned

SEARCHED = 640  # pixels a side of the picture that is searched; lines one pixel wide stay visible
_SMALL = 320  # pixels a side below which a picture may be doubled; also the size of the reduced view
_SMALL_STEP = 24  # pixels per point below which a picture is doubled: lines need a length of 9 pixels
_FAR_STEP = 16  # pixels per step, at least, to search for lines between the lines; smaller steps blur
_BETWEEN = 0.27  # strength of lines between the lines from which on a lattice holds only every second line
_TRIED = 6  # lattices kept of a whole picture
_HOPELESS = 0.25  # rank, against the best rank, from which on a lattice is kept
_PAIRS_IN_PART = 20  # pairs of combs tried in a region
_IN_PART = 2  # lattices kept of a region
_BORDER = 4  # pixels of margin around a region
ALIKE_SUPPORT = 0.6  # support of a lattice whose points all look alike, at least
_MORE_SUPPORT = 0.3  # support of the lattice of a further board, at least
_LEFT = 0.2  # share of lines and edges outside of the found boards that is worth a search
_SPARSE = 0.3  # the same share, against the share of each found board: few stones have few edges


@dataclass(frozen=True)
class View:
    """A sheet as it is searched: `maps` and `luma` belong to the sheet reduced by `scale`."""

    sheet: Sheet
    maps: Maps
    luma: Floats
    scale: float


def first_view(sheet: Sheet) -> View:
    """The sheet reduced to `SEARCHED` pixels a side."""
    return _reduced(sheet, SEARCHED)


def _reduced(sheet: Sheet, largest: int) -> View:
    luma, scale = half_size(sheet, largest)
    return View(sheet, maps_of(luma), luma, scale)


def lattices(view: View, size: tuple[int, int]) -> tuple[View, list[Grid]]:
    """The lattices of `size` (rows, cols), best first, and the view in which they were found.

    The view's sheet is rotated upright. A small picture is doubled. When lines support no lattice, each
    region is searched at its original size, then the whole at `_SMALL` pixels, where thick lines become
    thin.
    """
    degrees = tilt(view.maps)
    if degrees:
        view = _reduced(turned(view.sheet, degrees), SEARCHED)
    if max(view.luma.shape) <= min(_SMALL, _SMALL_STEP * (max(size) + 1)):
        luma = doubled(view.luma)
        view = View(view.sheet, maps_of(luma), luma, 0.5)
    grids = [grid.scaled(view.scale) for grid in _everywhere(view, size)]
    if not _on_lines(grids):
        grids = _best(grids, _near_by(view, size))
    if not _on_lines(grids) and max(view.luma.shape) > _SMALL:
        afar = _reduced(view.sheet, _SMALL)
        found = _everywhere(afar, size)
        if _on_lines(found):
            return afar, [grid.scaled(afar.scale) for grid in found]
    return view, grids


def _best(grids: Iterable[Grid], more: Iterable[Grid]) -> list[Grid]:
    """The distinct lattices of both lists, best first."""
    return distinct(sorted([*grids, *more], key=lambda g: -rank(g)))


def _everywhere(view: View, size: tuple[int, int]) -> list[Grid]:
    """The best lattices of each region, and of the whole picture unless lines support one of those."""
    luma, maps = view.luma, framed(view.maps)
    regions = regions_of(view.maps, luma)
    few = (_PAIRS_IN_PART, _IN_PART) if len(regions) > 1 else (PAIRS, _TRIED)
    grids = [grid for region in regions for grid in _inside(maps, luma, region, size, few)]
    if not _on_lines(grids):
        grids += candidates(maps, Tables(maps, luma), size)[:_TRIED]
    if not _on_lines(grids):
        small, parts = (_PAIRS_IN_PART, _IN_PART), lined_parts(luma)
        grids += [grid for part in parts for grid in _inside(maps, luma, part, size, small)]
    found = _best(grids, ())
    return [grid for grid in found if rank(grid) > _HOPELESS * rank(found[0])] or found


def _on_lines(grids: Sequence[Grid]) -> bool:
    """Whether lines or walls support one of the lattices."""
    return any(grid.support >= SUPPORTED and grid.kind is not Kind.SIGNS for grid in grids)


def _near_by(view: View, size: tuple[int, int]) -> Iterator[Grid]:
    """The supported lattices of each region of a picture, at its original size."""
    for part in _parts_of(view):
        for grid in candidates(part.maps, part.tables, size, pairs=_PAIRS_IN_PART)[:_IN_PART]:
            if grid.support >= SUPPORTED:
                small = grid.scaled(part.scale)
                yield replace(small, x=small.x + part.x, y=small.y + part.y)


@dataclass(frozen=True)
class _Part:
    """A region of a sheet: its maps, and their place and scale in pixels of the sheet."""

    maps: Maps
    tables: Tables
    x: int
    y: int
    scale: float


def _parts_of(view: View) -> Iterator[_Part]:
    """Each region of a picture at its original size; small regions are doubled."""
    sheet = view.sheet
    for region in (*blocks_of(view.maps, view.luma), *lined_parts(view.luma)):
        whole = tuple(slice(int(part.start * view.scale), int(part.stop * view.scale) + 1) for part in region)
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
    """The best lattices of a region, in pixels of the whole picture.

    `few` are the pairs tried and the lattices kept. Empty when the lines of the best lattice run on beyond
    the region: then the search took a line of the board for the border of the region.
    """
    rows, cols = widened(region, (luma.shape[0], luma.shape[1]), _BORDER)
    part, light = part_of(maps, luma, (rows, cols))
    tables = Tables(part, light)
    grids = candidates(part, tables, size, pairs=few[0])[: few[1]]
    places = [replace(grid, x=grid.x + cols.start, y=grid.y + rows.start) for grid in grids]
    divided = places and is_cut(tables, grids[0]) and _goes_on_around(maps, luma, region, places[0])
    return [] if divided else places


def _goes_on_around(maps: Maps, luma: Floats, region: Region, grid: Grid) -> bool:
    """Whether a lattice found in a region continues in the region widened by two steps."""
    rows, cols = widened(region, (luma.shape[0], luma.shape[1]), int(2 * max(grid.dx, grid.dy)))
    part, light = part_of(maps, luma, (rows, cols))
    return is_continued(Tables(part, light), replace(grid, x=grid.x - cols.start, y=grid.y - rows.start))


def lattices_in_rest(
    view: View, taken: Sequence[Grid], size: tuple[int, int], least: float
) -> tuple[View, list[Grid]] | None:
    """The view without the lattices in `taken`, and the further lattices in it; None when little is left.

    `size` is (rows, cols). `least` is the smallest step of a further lattice, in pixels of the sheet.
    """
    rest, left = _left_beside(view, taken)
    if left < min(_LEFT, _SPARSE * (1 - left) / len(taken)):
        return None
    grids = candidates(rest, Tables(rest, view.luma), size, pairs=_PAIRS_IN_PART, least=least / view.scale)
    scaled = [grid.scaled(view.scale) for grid in grids]
    found = [grid for grid in scaled if grid.support >= _MORE_SUPPORT and min(grid.dx, grid.dy) >= least]
    return replace(view, maps=rest), [
        grid for grid in found if not any(overlap(grid, other) for other in taken)
    ]


def is_unexplained(view: View, taken: Sequence[Grid]) -> bool:
    """Whether so much lies beside the lattices in `taken` that a board may be there that was not found.

    The names of rows and columns and the frame, within a step of a lattice, belong to it.
    """
    wide = [
        replace(one, x=one.x - one.dx, y=one.y - one.dy, rows=one.rows + 2, cols=one.cols + 2)
        for one in taken
    ]
    return _left_beside(view, wide)[1] >= _LEFT


def _left_beside(view: View, taken: Sequence[Grid]) -> tuple[Maps, float]:
    """The maps without the lattices in `taken`, and the share of lines and edges that is left."""
    rest = without(view.maps, [grid.scaled(1 / view.scale) for grid in taken])
    return rest, _busy(rest) / max(_busy(view.maps), 1e-9)


def _busy(maps: Maps) -> float:
    """The sum of the strengths of all edges."""
    return float(maps.edge_down.sum() + maps.edge_across.sum())


def is_whole_board(view: View, grid: Grid) -> bool:
    """Whether lines or walls alone support a lattice that is not a part of a larger one.

    Used when all points look alike, since rows of one sign may be a part of more rows or every second row.
    The lattice is also tested in each region of the picture, unless its lines run on to the region's border.
    """
    if grid.kind is Kind.SIGNS:
        grid = replace(grid, kind=Kind.POINTS)
    if grid.kind is Kind.POINTS and _has_lines_between(view, grid):
        return False
    if grid.support >= ALIKE_SUPPORT and _is_alone(Tables(view.maps, view.luma), grid.scaled(1 / view.scale)):
        return True
    for part in _parts_of(view):
        near = replace(grid, x=grid.x - part.x, y=grid.y - part.y).scaled(1 / part.scale)
        within = _lies_in(near, part.maps.ink.shape) and not is_cut(part.tables, near)
        if within and _is_alone(part.tables, near):
            return True
    return False


def _has_lines_between(view: View, grid: Grid) -> bool:
    """Whether lines are seen between those of a lattice in a reduced view."""
    afar = max(view.sheet.width, view.sheet.height) > _SMALL >= max(view.luma.shape)
    sizes = (_SMALL, SEARCHED) if afar else (_SMALL,)
    return any(_seen_between(view.sheet, grid, size) > _BETWEEN for size in sizes)


def _seen_between(sheet: Sheet, grid: Grid, largest: int) -> float:
    """The strength of lines between a lattice's lines at `largest` pixels a side; 0 for small steps."""
    view = _reduced(sheet, largest)
    seen = grid.scaled(1 / view.scale)
    return lines_beside(Tables(view.maps, view.luma), seen) if min(seen.dx, seen.dy) >= _FAR_STEP else 0.0


def _is_alone(tables: Tables, grid: Grid) -> bool:
    return not is_part(tables, grid) and not is_crossed(tables, grid)


def _lies_in(grid: Grid, shape: tuple[int, ...]) -> bool:
    return min(grid.x, grid.y) >= 0 and grid.xs[-1] < shape[1] and grid.ys[-1] < shape[0]
