"""Boards of 5x5 as bits, for `kernels`: symmetries, neighbours, chains (numba).

Bit 5 r + c is the point (r, c).  A word holds two boards; the second starts at bit 25.  numba's cache of
`kernels` does not see changes of this file: after an edit here, touch `kernels`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from gograde.go.machine_code import compiled

_Count = Callable[[int], int]

SIDE = 5
CELLS = 25
BOARD = (1 << CELLS) - 1


def _count_ones(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


def _lowest(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


count_ones = cast(_Count, intrinsic(_count_ones))
"""The number of set bits; one processor instruction."""
lowest = cast(_Count, intrinsic(_lowest))
"""The index of the lowest set bit; the word must not be 0."""


def _both(bits: int) -> int:
    return bits | bits << CELLS


def _diagonal(offset: int) -> int:
    return sum(1 << SIDE * r + r + offset for r in range(SIDE) if 0 <= r + offset < SIDE)


_COLUMN = 0b00001_00001_00001_00001_00001
_ROW = 0b11111
C0, C1, C2, C3, C4 = (_both(_COLUMN << c) for c in range(SIDE))
R0, R1, R2, R3, R4 = (_both(_ROW << SIDE * r) for r in range(SIDE))
B4, B3, B2, B1, D0, A1, A2, A3, A4 = (_both(_diagonal(offset)) for offset in range(-4, 5))
_WAY_OF_STEP = (0, 1, 3, 2, 4, 5, 7, 6)
NOT_WEST = BOARD & ~_COLUMN
NOT_EAST = BOARD & ~(_COLUMN << 4)


@compiled
def mirrored(x: int) -> int:
    """Left and right exchanged, of both boards of a word."""
    return ((x & C0) << 4) | ((x & C4) >> 4) | ((x & C1) << 2) | ((x & C3) >> 2) | (x & C2)


@compiled
def flipped(x: int) -> int:
    """Top and bottom exchanged, of both boards of a word."""
    return ((x & R0) << 20) | ((x & R4) >> 20) | ((x & R1) << 10) | ((x & R3) >> 10) | (x & R2)


@compiled
def transposed(x: int) -> int:
    """Rows and columns exchanged, of both boards of a word."""
    above = ((x & A1) << 4) | ((x & A2) << 8) | ((x & A3) << 12) | ((x & A4) << 16)
    below = ((x & B1) >> 4) | ((x & B2) >> 8) | ((x & B3) >> 12) | ((x & B4) >> 16)
    return (x & D0) | above | below


@compiled
def turned(x: int, way: int) -> int:
    """A word under one of the eight symmetries: transposed, then mirrored, then flipped."""
    x = transposed(x) if way & 4 else x
    x = mirrored(x) if way & 1 else x
    return flipped(x) if way & 2 else x


@compiled
def turned_back(x: int, way: int) -> int:
    """The inverse of `turned`."""
    x = flipped(x) if way & 2 else x
    x = mirrored(x) if way & 1 else x
    return transposed(x) if way & 4 else x


@compiled
def canonical(x: int) -> tuple[int, int]:
    """The least of the eight symmetric words, and which symmetry made it."""
    best, way, y = x, 0, x
    for step in range(1, 8):  # 1, 3, 2, 6, 7, 5, 4: each symmetry is one step from the previous symmetry
        if step == 4:
            y = transposed(x)
        elif step & 1:
            y = mirrored(y)
        else:
            y = flipped(y)
        if y < best:
            best, way = y, step
    return best, _WAY_OF_STEP[way]


@compiled
def neighbours(x: int) -> int:
    """The neighbours of the points of a board; bits above the board may be set."""
    return (x << 5) | (x >> 5) | ((x & NOT_EAST) << 1) | ((x & NOT_WEST) >> 1)


@compiled
def chain_of(seed: int, stones: int) -> tuple[int, int]:
    """The chain of a stone, and the points next to the chain."""
    chain, around, grown = 0, 0, seed
    while grown != chain:
        chain = grown
        around = neighbours(chain)
        grown = chain | (around & stones)
    return chain, around


@compiled
def sides(state: int) -> tuple[int, int, int]:
    """The stones of the side to play, the stones of the other side, and the point that ko forbids."""
    ko = state & (state >> CELLS) & BOARD
    return (state & BOARD) ^ ko, ((state >> CELLS) & BOARD) ^ ko, ko
