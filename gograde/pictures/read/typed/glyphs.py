"""What a sign of fixed-pitch type is, told by its pixels: the few signs that boards are printed with."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.fit import Values

Mask = NDArray[np.bool_]


class Sign(Enum):
    """The shape of a sign; `OTHER` is any sign that is none of these."""

    BLANK = "blank"
    DOT = "dot"
    PLUS = "plus"
    DASH = "dash"
    BAR = "bar"
    CROSS = "cross"
    HASH = "hash"
    RING = "ring"
    OTHER = "other"


STONES = {Sign.CROSS: 1, Sign.HASH: 1, Sign.RING: 2}
"""The class of a stone that a sign stands for."""

_FAINT, _INKED = 0.15, 0.4
"""How far from its ground the ink of a sign is at least, and the share of that which counts as ink."""

_DOT, _FLAT, _LONG, _FULL = 0.32, 0.25, 0.3, 0.8
"""Against the cell: the size of a dot and the thickness of a bar at most, the length of a bar at least; and
how full a bar is."""

_THIN = 0.6
"""The ink in the square of a plus at most."""

_LEAST, _UNEVEN = 4, 0.15
"""Pixels that a cross or a ring is high and wide at least, and the share of its ink that may not be
there when it is mirrored."""

_TALL, _HOLE, _HASH_HOLE, _OPEN, _AMID = 0.5, 0.2, 0.45, 0.7, 0.15
"""Against the sign: how high and how wide the hole of a ring is at least, and that of a hash at most; how
much of its square a hole is; and by how much nearer to one side than to the other that of a hash may lie."""


def sign_of(cell: Values) -> Sign:
    """The shape of what a cell (rows, columns, 3 bytes) shows on its most frequent colour."""
    values = cell.reshape(-1, 3).astype(np.int32)
    codes = (values[:, 0] << 16) | (values[:, 1] << 8) | values[:, 2]
    kinds, counts = np.unique(codes, return_counts=True)
    ground = int(kinds[counts.argmax()])
    paper = np.array([ground >> 16, ground >> 8 & 255, ground & 255])
    drawn = np.abs(values - paper).max(1).reshape(cell.shape[:2]) / 255
    if drawn.max() < _FAINT or _is_spilt(drawn >= _FAINT):
        return Sign.BLANK
    return _shape(drawn > _INKED * drawn.max())


def _is_spilt(ink: Mask) -> bool:
    """Whether there is only what a wide sign beside left in the farthest_side columns."""
    return not ink[:, 1:-1].any() and float(ink.mean(0).max()) <= 0.5


def box_of(ink: Mask) -> tuple[slice, slice]:
    """The rows and columns that have ink."""
    rows, cols = np.nonzero(ink.any(1))[0], np.nonzero(ink.any(0))[0]
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)


def _shape(ink: Mask) -> Sign:
    there = ink[box_of(ink)]
    high, wide = there.shape
    full, (tall, broad) = float(there.mean()), ink.shape
    if (
        max(high / tall, wide / broad / 1.5) <= _DOT
        and full >= 0.5
        and max(high, wide) <= 2 * min(high, wide)
    ):
        return Sign.DOT
    if high <= _FLAT * tall and wide >= max(3, _LONG * broad) and wide >= 2 * high and full >= _FULL:
        return Sign.DASH
    if wide <= 1.5 * _FLAT * broad and high >= _LONG * tall and high >= 2 * wide and full >= _FULL:
        return Sign.BAR
    if min(high, wide) < _LEAST:
        return Sign.OTHER
    hole = _holes(there)
    return _enclosing(there, hole) if hole.any() else _solid(there)


def _enclosing(ink: Mask, hole: Mask) -> Sign:
    if _is_ring(ink, hole):
        return Sign.RING
    return Sign.HASH if _is_hash(ink, hole) else Sign.OTHER


def _solid(ink: Mask) -> Sign:
    if _is_plus(ink):
        return Sign.PLUS
    return Sign.CROSS if _is_cross(ink) else Sign.OTHER


def _thirds(size: int) -> tuple[slice, slice, slice]:
    """The first, the middle and the last part of a side; the middle one lies evenly between the others."""
    end = max(1, size // 4)
    return slice(0, end), slice(size // 2 - (1 - size % 2), size // 2 + 1), slice(size - end, size)


def _corners(ink: Mask) -> list[Mask]:
    """The four corners, a third of each side; one arm of a slanting cross may end a pixel before another."""
    high, wide = (max(1, size // 3) for size in ink.shape)
    return [part[:, side] for part in (ink[:high], ink[-high:]) for side in (slice(wide), slice(-wide, None))]


def _parts(ink: Mask) -> list[list[Mask]]:
    """Three by three parts: the corners, the middles of the sides and the middle."""
    return [[ink[down, across] for across in _thirds(ink.shape[1])] for down in _thirds(ink.shape[0])]


def _is_even(ink: Mask) -> bool:
    """Whether a sign is nearly as it is when mirrored, either way; lines may lie a pixel aside then."""
    return _is_like(ink, ink[:, ::-1]) and _is_like(ink, ink[::-1])


def _is_like(ink: Mask, other: Mask) -> bool:
    return float((ink & ~_grown(other)).sum()) <= _UNEVEN * float(ink.sum())


def _grown(ink: Mask) -> Mask:
    """Ink with the pixels above, below and beside it."""
    grown = ink.copy()
    grown[1:] |= ink[:-1]
    grown[:-1] |= ink[1:]
    grown[:, 1:] |= ink[:, :-1]
    grown[:, :-1] |= ink[:, 1:]
    return grown


def _is_plus(ink: Mask) -> bool:
    parts = _parts(ink)
    corners = any(bool(parts[a][b].any()) for a in (0, 2) for b in (0, 2))
    through = ink.all(1).any() and ink.all(0).any()
    thin = float(ink.mean()) <= _THIN
    return bool(through) and thin and not corners and _is_even(ink)


def _is_cross(ink: Mask) -> bool:
    """Ink in the corners and in the middle, none in the middles of the sides."""
    parts = _parts(ink)
    corners = all(bool(part.any()) for part in _corners(ink))
    sides = any(bool(parts[a][b].any()) for a, b in ((0, 1), (1, 0), (1, 2), (2, 1)))
    return corners and not sides and bool(parts[1][1].any()) and _is_even(ink)


def _is_ring(ink: Mask, hole: Mask) -> bool:
    """One large hole in the middle, round corners, nothing within."""
    if ink[0, 0] or ink[0, -1] or ink[-1, 0] or ink[-1, -1] or not _is_even(ink):
        return False
    inside = hole[box_of(hole)]
    large = inside.shape[0] >= _TALL * ink.shape[0] and inside.shape[1] >= _HOLE * ink.shape[1]
    return large and float(inside.mean()) >= _OPEN and not _parts(ink)[1][1].any()


def _is_hash(ink: Mask, hole: Mask) -> bool:
    """Two strokes down and two across, perhaps slanted, and a small hole amid them.

    It is nearly as it was when turned by half a turn, which R and 9, of as many strokes, are not.
    """
    inside, (high, wide) = hole[box_of(hole)], ink.shape
    amid = all(
        abs(side.start + side.stop - size) <= max(1, _AMID * size)
        for side, size in zip(box_of(hole), ink.shape, strict=True)
    )
    small = inside.shape[0] <= _HASH_HOLE * high and inside.shape[1] <= _HASH_HOLE * wide
    sides = (ink[:3], ink[-3:], ink[:, :3].T, ink[:, -3:].T)
    crossed = float(inside.mean()) >= _OPEN and all(2 in map(_runs, lines) for lines in sides)
    return small and amid and crossed and _is_like(ink, ink[::-1, ::-1])


def _runs(line: Mask) -> int:
    """How many strokes a line crosses."""
    return int(line[0]) + int((line[1:] & ~line[:-1]).sum())


def _holes(ink: Mask) -> Mask:
    """What has no ink and is not reached from outside by steps down, up and to the sides."""
    free = np.pad(~ink, 1, constant_values=True)
    # One bit a pixel of one long number: a sign has few pixels, and pages of type have hundreds of signs.
    width, there = free.shape[1], int.from_bytes(np.packbits(free).tobytes())
    outside, grown = 0, 1 << (there.bit_length() - 1)
    while grown != outside:
        outside = grown
        beside = outside << 1 | outside >> 1 | outside << width | outside >> width
        grown = (outside | beside) & there
    bits = np.frombuffer((there & ~outside).to_bytes(-(-free.size // 8)), np.uint8)
    return np.unpackbits(bits, count=free.size).reshape(free.shape)[1:-1, 1:-1].astype(np.bool_)
