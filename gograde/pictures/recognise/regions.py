"""Parts of a picture with nothing between them: several boards in one figure are looked for one by one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.recognise.lines import Maps
from gograde.pictures.recognise.pixels import Floats

Region = tuple[slice, slice]

_SEEN = 0.2
_GAP, _WIDE = 0.015, 5
"""The share of the longer side, and pixels, that must be empty between two boards."""

_SMALLEST, _LEAST = 0.2, 60
"""The share of the longer side, and pixels, that a board's part has at least; a title has less."""

_MOST = 9


def regions_of(maps: Maps) -> list[Region]:
    """Where boards may lie that stand apart from one another; none when all hangs together."""
    busy = np.maximum(maps.edge_down, maps.edge_across) > _SEEN
    busy |= np.maximum(maps.down, maps.across) > _SEEN
    size = max(busy.shape)
    found = list(_parts(busy, (slice(0, busy.shape[0]), slice(0, busy.shape[1])), (size, 4)))
    return found if 2 <= len(found) <= _MOST else []


def _parts(busy: NDArray[np.bool_], region: Region, form: tuple[int, int]) -> Iterator[Region]:
    """The parts between empty rows, and of these between empty columns, and so on."""
    size, depth = form
    least = max(_LEAST, _SMALLEST * size)
    inside = busy[region]
    rows = _runs(np.asarray(inside.any(1)), max(_WIDE, _GAP * size))
    cols = _runs(np.asarray(inside.any(0)), max(_WIDE, _GAP * size))
    parts = [
        (_moved(r, region[0].start), _moved(c, region[1].start))
        for r in rows
        for c in cols
        if min(r.stop - r.start, c.stop - c.start) >= least
    ]
    if depth == 0 or len(rows) * len(cols) == 1:
        yield from parts
        return
    for part in parts:
        yield from _parts(busy, part, (size, depth - 1))


def _moved(part: slice, by: int) -> slice:
    return slice(part.start + by, part.stop + by)


def _runs(busy: NDArray[np.bool_], gap: float) -> list[slice]:
    """The stretches of something that are at least `gap` apart."""
    places = np.nonzero(busy)[0]
    if not len(places):
        return []
    breaks = np.nonzero(np.diff(places) > gap)[0]
    starts, stops = np.r_[places[0], places[breaks + 1]], np.r_[places[breaks], places[-1]] + 1
    return [slice(int(a), int(b)) for a, b in zip(starts, stops, strict=True)]


def widened(region: Region, shape: tuple[int, int], by: int) -> Region:
    """A region with a border of so many pixels, within the picture."""
    rows, cols = region
    return (
        slice(max(0, rows.start - by), min(shape[0], rows.stop + by)),
        slice(max(0, cols.start - by), min(shape[1], cols.stop + by)),
    )


def part_of(maps: Maps, luma: Floats, region: Region) -> tuple[Maps, Floats]:
    """The maps and the brightness of a region alone."""
    parts = (maps.down, maps.across, maps.edge_down, maps.edge_across, maps.ink)
    return Maps(*(np.ascontiguousarray(values[region]) for values in parts)), luma[region]
