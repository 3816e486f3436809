"""Regions of a picture that empty space or lines separate; each is searched for a board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.pixels import Floats, Sums, summed

Region = tuple[int, int, int, int]
"""The first row and the row after the last, then the same of columns."""

Shares = NDArray[np.float64]

EDGE = 0.08  # difference of brightness between neighbouring pixels that counts as an edge
_EMPTY = 0.015  # share of a row's pixels with an edge below which the row is empty
_LINE = 0.9  # share from which on a line runs through
_GAP = 0.006  # empty gap between two regions, as a share of the picture's longer side
_NARROW = 4.0  # the same in pixels, at least
_LEAST = 50  # pixels of the smaller side of a region
_MOST = 4  # parts of a region along one axis; lines of a board divide it into more
_DEPTH = 5  # times that a region is divided again
_ALIKE = 8  # pixels by which a side of a region differs from that of another one, at least


def regions_of(luma: Floats) -> list[Region]:
    """The whole picture, its parts, and the parts of these."""
    edges = np.zeros(luma.shape, np.bool_)
    edges[1:] = np.abs(np.diff(luma, axis=0)) > EDGE
    edges[:, 1:] |= np.abs(np.diff(luma, axis=1)) > EDGE
    table = summed(edges.view(np.uint8))
    whole = 0, luma.shape[0], 0, luma.shape[1]
    found = [whole, *_parts(table, whole, max(_NARROW, _GAP * max(luma.shape)), _DEPTH)]
    kept: list[Region] = []
    for region in reversed(found):
        if all(max(abs(a - b) for a, b in zip(region, one, strict=True)) > _ALIKE for one in kept):
            kept.append(region)
    return kept[::-1]


def _parts(table: Sums, region: Region, gap: float, depth: int) -> list[Region]:
    """The parts of a region and, after each, its own parts."""
    top, end, left, right = region
    rows = np.diff(table[top : end + 1, right] - table[top : end + 1, left]) / (right - left)
    cols = np.diff(table[end, left : right + 1] - table[top, left : right + 1]) / (end - top)
    high, wide = _stretches(rows, gap), _stretches(cols, gap)
    parts = [(top + a, top + b, left + c, left + d) for a, b in high for c, d in wide]
    if not depth or parts == [region]:
        return []
    return [one for part in parts for one in (part, *_parts(table, part, gap, depth - 1))]


def _stretches(shares: Shares, gap: float) -> list[tuple[int, int]]:
    """The stretches of rows with edges between lines and, if those are few, between gaps; else all rows."""
    line = shares > _LINE
    places = np.flatnonzero((shares >= _EMPTY) & ~line)
    if not len(places):
        return [(0, len(shares))]
    lines = np.cumsum(line)[places]
    lined = np.diff(lines) > 0
    found = [(0, len(shares))]
    for divided in (lined, lined | (np.diff(places) > gap)):
        breaks = np.flatnonzero(divided)
        starts, ends = np.r_[places[0], places[breaks + 1]], np.r_[places[breaks], places[-1]] + 1
        long = [(int(a), int(b)) for a, b in zip(starts, ends, strict=True) if b - a >= _LEAST]
        if 0 < len(long) <= _MOST:
            found = long
    return found
