"""Regions of a picture that empty space or lines separate; each is searched for a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from gograde.pictures.read.lattice.lines import Maps, maps_of
from gograde.pictures.read.pixels import Floats

_BLOCK = 8  # pixels a side of a block in which long lines are searched for
_REACH = 6  # blocks between long lines of one cluster, at most
_RUN = 24  # pixels of a line that is longer than letters are high
_NEARLY = 0.8  # share of the pixels of `_RUN` at which the line must be seen
_BESIDE = 2  # pixels to both sides with which a line is compared
_CLEAR = 0.03  # difference of brightness from the pixels beside the line, at least
_LONGER = 1.8  # longer side of a board against the shorter, at most
_MARGIN = 0.08  # margin around a board, in shares of its longer side

Region = tuple[slice, slice]
Seen = NDArray[np.bool_]
Pair = tuple[Seen, Seen]

_SEEN = 0.2  # strength from which on a line or an edge counts
_GAP = 0.01  # empty gap between two boards, as a share of the picture's longer side
_WIDE = 5  # empty gap between two boards in pixels, at least
_SMALLEST = 0.2  # side of a region against the picture's; if all are smaller, the largest region counts
_LEAST = 60  # pixels of the smaller side of a region, at least; a title has fewer
_REGULAR = 5  # gaps or lines at equal steps that count as those within one board
_WIDER = 1.6  # width of a separating gap, against the median width of regular gaps, at least
_EVEN = 0.15  # unevenness of the lines of one board, in steps
_MOST = 9  # regions, at most; more regions are no boards
_DEPTH = 5  # times that a region is divided again
_APART = 0.6  # share of the picture's content that a lone region covers, at most
_GRAINY = 0.4  # share of a region's pixels with edges from which on the edges may be grain
_THROUGH = 0.94  # share of the picture's side along which a separating line is seen
_DRAWN = 0.9  # share of a separating line's pixels with a step of brightness; a row of letters has gaps
_STEP = 0.02  # step of brightness at a pixel of a separating line, at least
_BORDER = 3  # pixels on each side of the separating line that are left out


def regions_of(maps: Maps, luma: Floats) -> list[Region]:
    """The regions that stand apart from one another or from the rest of the picture."""
    edges, shape = _edges(maps), luma.shape
    every = list(_parts(luma, edges, _all(luma), (max(shape), _DEPTH)))
    large = [region for region in every if _least(region) >= _SMALLEST * max(shape)]
    found = large or sorted(every, key=_area)[-1:]
    lone = len(found) == 1 and _area(found[0]) < _APART * _spread(edges[0] | edges[1])
    return found if lone or 2 <= len(found) <= _MOST else []


def blocks_of(maps: Maps, luma: Floats) -> list[Region]:
    """All regions, whatever their size; none when there are too many or the picture is one region."""
    found = list(_parts(luma, _edges(maps), _all(luma), (max(luma.shape), _DEPTH), thin=True))
    return found if len(found) <= _MOST and _all(luma) not in found else []


def lined_parts(luma: Floats) -> list[Region]:
    """Regions with long lines, about as wide as high, below half of the picture's area; the largest first."""
    found, shape = [], (luma.shape[0], luma.shape[1])
    for rows, cols in _clusters(_in_blocks(_lasting(luma))):
        part = slice(rows.start * _BLOCK, rows.stop * _BLOCK), slice(cols.start * _BLOCK, cols.stop * _BLOCK)
        high, wide = (side.stop - side.start for side in part)
        if min(high, wide) >= _LEAST and max(high, wide) <= _LONGER * min(high, wide):
            found.append(widened(part, shape, int(_MARGIN * max(high, wide))))
    small = [part for part in found if 2 * _area(part) < luma.size]
    return sorted(small, key=_area, reverse=True)[:_MOST]


def _lasting(luma: Floats) -> Seen:
    """Where a long line runs down, allowing for gaps at crossings."""
    wide = np.pad(luma, ((0, 0), (_BESIDE, _BESIDE)), mode="edge")
    left, right = luma - wide[:, : -2 * _BESIDE], luma - wide[:, 2 * _BESIDE :]
    on = (np.minimum(left, right) > _CLEAR) | (np.maximum(left, right) < -_CLEAR)
    ends = np.zeros((luma.shape[0] + 1, luma.shape[1]), np.int32)
    np.cumsum(on, axis=0, out=ends[1:])
    begins = on[: 1 - _RUN] & (ends[_RUN:] - ends[:-_RUN] >= _NEARLY * _RUN)
    there = np.zeros(luma.shape, np.bool_)
    there[: len(begins)] = begins
    there[_RUN - 1 :] |= begins
    return there


def _in_blocks(there: Seen) -> Seen:
    """Which blocks contain at least one true pixel."""
    high, wide = (-(-size // _BLOCK) for size in there.shape)
    padded = np.pad(there, ((0, high * _BLOCK - there.shape[0]), (0, wide * _BLOCK - there.shape[1])))
    return np.asarray(padded.reshape(high, _BLOCK, wide, _BLOCK).any((1, 3)))


def _clusters(there: Seen) -> Iterator[Region]:
    """The clusters of neighbouring blocks, as their rows and columns of blocks."""
    left = there.copy()
    while left.any():
        part = np.zeros_like(left)
        part.flat[left.argmax()] = True
        while (grown := _near(part) & left).sum() > part.sum():
            part = grown
        left &= ~part
        rows, cols = (np.flatnonzero(part.any(axis)) for axis in (1, 0))
        yield slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)


def _near(there: Seen) -> Seen:
    """The blocks within `_REACH` blocks of a true one."""
    rows = sliding_window_view(np.pad(there, _REACH), 2 * _REACH + 1, axis=0).any(-1)
    return np.asarray(sliding_window_view(rows, 2 * _REACH + 1, axis=1).any(-1))


def _all(luma: Floats) -> Region:
    return slice(0, luma.shape[0]), slice(0, luma.shape[1])


def _edges(maps: Maps) -> Pair:
    return np.maximum(maps.edge_down, maps.down) > _SEEN, np.maximum(maps.edge_across, maps.across) > _SEEN


def _spread(busy: Seen) -> int:
    """The area of the smallest rectangle around all true pixels."""
    rows, cols = (np.nonzero(busy.any(axis))[0] for axis in (1, 0))
    return int((rows[-1] + 1 - rows[0]) * (cols[-1] + 1 - cols[0])) if len(rows) else 0


def _least(region: Region) -> int:
    rows, cols = region
    return int(min(rows.stop - rows.start, cols.stop - cols.start))


def _area(region: Region) -> int:
    rows, cols = region
    return int((rows.stop - rows.start) * (cols.stop - cols.start))


def _steps(luma: Floats) -> Seen:
    """Where the brightness differs between the row above and the row below."""
    found = np.zeros(luma.shape, np.bool_)
    found[1:-1] = np.abs(luma[2:] - luma[:-2]) > _STEP
    return found


def _parts(
    luma: Floats, seen: Pair, region: Region, form: tuple[int, int], thin: bool = False
) -> Iterator[Region]:
    """The regions between separating lines or between empty rows and columns, divided recursively.

    `seen` are the edges in the region. `form` is the longer side of the picture in pixels and the depth of
    the recursion. With `thin`, several lines may border a pane.
    """
    size, depth = form
    down, across = seen
    rows = _panes(across, _steps(luma[region]), thin)
    cols = _panes(down.T, _steps(luma[region].T), thin)
    if len(rows) * len(cols) == 1 and _whole(rows[0], down.shape[0]) and _whole(cols[0], down.shape[1]):
        busy = down | across
        rows = _runs(np.asarray(busy.any(1)), max(_WIDE, _GAP * size))
        cols = _runs(np.asarray(busy.any(0)), max(_WIDE, _GAP * size))
        depth = 0 if len(rows) * len(cols) == 1 else depth
    parts = [(r, c) for r in rows for c in cols if _least((r, c)) >= _LEAST]
    for part in parts:
        place = _offset(part[0], region[0].start), _offset(part[1], region[1].start)
        if depth == 0:
            yield place
        else:
            within = _edges_in(luma, place, (seen[0][part], seen[1][part]))
            yield from _parts(luma, within, place, (size, depth - 1), thin)


def _edges_in(luma: Floats, place: Region, cut: Pair) -> Pair:
    """The edges of a part, without those that are grain when the part is measured alone."""
    if not _is_grainy(cut):
        return cut
    alone = _edges(maps_of(np.ascontiguousarray(luma[place])))
    return cut[0] & alone[0], cut[1] & alone[1]


def _is_grainy(seen: Pair) -> bool:
    """Whether a part is so full of edges that they may be grain."""
    return max(float(one.mean()) for one in seen) > _GRAINY


def _whole(part: slice, size: int) -> bool:
    return bool(part.stop - part.start == size)


def _panes(seen: Seen, steps: Seen, thin: bool) -> list[slice]:
    """The stretches of rows between lines that run through."""
    through = seen.mean(1) >= _THROUGH
    if not thin and _are_even(through):
        return [slice(0, len(through))]
    through[through] = steps[through].mean(1) >= _DRAWN
    size = len(through)
    parts = [(part.start, part.stop) for part in _runs(~through, 1, regular=not thin)]
    cut = [slice(a + _BORDER * (a > 0), b - _BORDER * (b < size)) for a, b in parts]
    return [part for part in cut if part.stop > part.start] or [slice(0, size)]


def _are_even(through: NDArray[np.bool_]) -> bool:
    """Whether the lines that run through lie at equal steps, as those of one board do."""
    steps = np.diff(np.nonzero(through & ~np.r_[False, through[:-1]])[0])
    return len(steps) >= _REGULAR - 1 and bool(np.ptp(steps) <= _EVEN * np.median(steps))


def _offset(part: slice, by: int) -> slice:
    return slice(part.start + by, part.stop + by)


def _runs(busy: NDArray[np.bool_], gap: float, regular: bool = True) -> list[slice]:
    """The stretches of true values at least `gap` apart.

    With `regular`, gaps of one width, as between signs, do not separate.
    """
    places = np.nonzero(busy)[0]
    if not len(places):
        return []
    gaps = np.diff(places)
    wide = gaps[gaps > gap]
    if regular and len(wide) >= _REGULAR:
        gap = max(gap, _WIDER * float(np.median(wide)))
    breaks = np.nonzero(gaps > gap)[0]
    starts, stops = np.r_[places[0], places[breaks + 1]], np.r_[places[breaks], places[-1]] + 1
    return [slice(int(a), int(b)) for a, b in zip(starts, stops, strict=True)]


def widened(region: Region, shape: tuple[int, int], by: int) -> Region:
    """The region with a margin of `by` pixels, clipped to the picture."""
    rows, cols = region
    return (
        slice(max(0, rows.start - by), min(shape[0], rows.stop + by)),
        slice(max(0, cols.start - by), min(shape[1], cols.stop + by)),
    )


def part_of(maps: Maps, luma: Floats, region: Region) -> tuple[Maps, Floats]:
    """The maps and the brightness of a region, without its grain."""
    names = [one.name for one in fields(Maps)]
    cut = Maps(*(np.ascontiguousarray(getattr(maps, name)[region]) for name in names))
    light = np.ascontiguousarray(luma[region])
    if not _is_grainy(_edges(cut)):
        return cut, light
    alone = maps_of(light)
    return Maps(*(np.minimum(getattr(cut, name), getattr(alone, name)) for name in names)), light
