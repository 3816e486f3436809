"""Signs of fixed-pitch type recognised by their pixels: the few that boards are printed with."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.fit import Values

Mask = NDArray[np.bool_]


class Sign(Enum):
    """The shape of a sign; `OTHER` is any sign without a name here."""

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
"""The class (1 black, 2 white) of the stone that a sign stands for."""

_FAINT = 0.15  # difference of ink from the ground, at least; 1 is black on white
_INKED = 0.4  # share of the strongest ink from which on a pixel counts as inked
_DOT = 0.32  # size of a dot, as a share of the cell, at most
_FLAT = 0.25  # thickness of a bar, as a share of the cell, at most
_LONG = 0.3  # length of a bar, as a share of the cell, at least
_FULL = 0.8  # share of a bar's rectangle that is inked, at least
_THIN = 0.6  # share of a plus's rectangle that is inked, at most
_LEAST = 4  # height and width of a cross or a ring, in pixels, at least
_UNEVEN = 0.15  # share of its ink that a sign's mirror image may lack
_TALL = 0.5  # height of the hole of a ring, as a share of the sign, at least
_HOLE = 0.2  # width of the hole of a ring, as a share of the sign, at least
_HASH_HOLE = 0.45  # height and width of the hole of a hash, at most
_OPEN = 0.7  # share of its rectangle that a hole fills, at least
_AMID = 0.15  # distance of the hole of a hash from the middle, as a share of the sign, at most


def sign_of(cell: Values) -> Sign:
    """The shape that a cell (rows, columns, 3 bytes) shows on its most frequent colour."""
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
    """Whether the only ink is the overhang of a wide neighbour, in the outermost columns."""
    return not ink[:, 1:-1].any() and float(ink.mean(0).max()) <= 0.5


def box_of(ink: Mask) -> tuple[slice, slice]:
    """The rows and columns of the smallest rectangle around all ink."""
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
    """The first, the middle and the last part of a side; the middle part is centred."""
    end = max(1, size // 4)
    return slice(0, end), slice(size // 2 - (1 - size % 2), size // 2 + 1), slice(size - end, size)


def _corners(ink: Mask) -> list[Mask]:
    """The four corners, a third of each side: one arm of a slanting cross may end a pixel before another."""
    high, wide = (max(1, size // 3) for size in ink.shape)
    return [part[:, side] for part in (ink[:high], ink[-high:]) for side in (slice(wide), slice(-wide, None))]


def _parts(ink: Mask) -> list[list[Mask]]:
    """Three by three parts: the corners, the middles of the sides, and the middle."""
    return [[ink[down, across] for across in _thirds(ink.shape[1])] for down in _thirds(ink.shape[0])]


def _is_even(ink: Mask) -> bool:
    """Whether a sign nearly equals both of its mirror images."""
    return _is_like(ink, ink[:, ::-1]) and _is_like(ink, ink[::-1])


def _is_like(ink: Mask, other: Mask) -> bool:
    """Whether nearly all ink lies on or beside the ink of another sign."""
    return float((ink & ~_grown(other)).sum()) <= _UNEVEN * float(ink.sum())


def _grown(ink: Mask) -> Mask:
    """The ink with the pixels above, below and beside it."""
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
    """Whether ink lies in the corners and the middle, and none in the middles of the sides."""
    parts = _parts(ink)
    corners = all(bool(part.any()) for part in _corners(ink))
    sides = any(bool(parts[a][b].any()) for a, b in ((0, 1), (1, 0), (1, 2), (2, 1)))
    return corners and not sides and bool(parts[1][1].any()) and _is_even(ink)


def _is_ring(ink: Mask, hole: Mask) -> bool:
    """Whether the sign has round corners and one large hole in the middle."""
    if ink[0, 0] or ink[0, -1] or ink[-1, 0] or ink[-1, -1] or not _is_even(ink):
        return False
    inside = hole[box_of(hole)]
    large = inside.shape[0] >= _TALL * ink.shape[0] and inside.shape[1] >= _HOLE * ink.shape[1]
    return large and float(inside.mean()) >= _OPEN and not _parts(ink)[1][1].any()


def _is_hash(ink: Mask, hole: Mask) -> bool:
    """Whether two strokes each way enclose a small hole in the middle, symmetric under half a turn."""
    inside, (high, wide) = hole[box_of(hole)], ink.shape
    in_middle = all(
        abs(side.start + side.stop - size) <= max(1, _AMID * size)
        for side, size in zip(box_of(hole), ink.shape, strict=True)
    )
    small = inside.shape[0] <= _HASH_HOLE * high and inside.shape[1] <= _HASH_HOLE * wide
    sides = (ink[:3], ink[-3:], ink[:, :3].T, ink[:, -3:].T)
    crossed = float(inside.mean()) >= _OPEN and all(2 in map(_runs, lines) for lines in sides)
    return small and in_middle and crossed and _is_like(ink, ink[::-1, ::-1])


def _runs(line: Mask) -> int:
    """The number of strokes that a line crosses."""
    return int(line[0]) + int((line[1:] & ~line[:-1]).sum())


def _holes(ink: Mask) -> Mask:
    """The pixels without ink that no path down, up and to the sides connects with the outside."""
    free = np.pad(~ink, 1, constant_values=True)
    # The pixels are the bits of one long number: a sign has few, and a page has hundreds of signs.
    width, there = free.shape[1], int.from_bytes(np.packbits(free).tobytes())
    outside, grown = 0, 1 << (there.bit_length() - 1)
    while grown != outside:
        outside = grown
        beside = outside << 1 | outside >> 1 | outside << width | outside >> width
        grown = (outside | beside) & there
    bits = np.frombuffer((there & ~outside).to_bytes(-(-free.size // 8)), np.uint8)
    return np.unpackbits(bits, count=free.size).reshape(free.shape)[1:-1, 1:-1].astype(np.bool_)
