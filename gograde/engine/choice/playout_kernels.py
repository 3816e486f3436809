"""Playing a position out by chance, as machine code (numba).  Boards are rows, games are rings.

Both sides play legal points by chance, but fill no one-point eye of their own; they take the chain that has
just been played when it has one liberty, else they save a chain beside it that has one.  A game played out
ends with two passes; its score is the area.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.engine.choice.worth_kernels import is_false
from gograde.go.kernels import (
    BESIDE,
    BORDER,
    COLOUR,
    COUNT,
    DICE,
    EMPTY,
    FIRST,
    HEAD,
    REGISTERS,
    STRIDE,
    SUM,
    Cells,
    compiled,
    in_atari,
    is_legal,
    new_rings,
    place,
)

Sums = NDArray[np.float64]

_LONGEST = 3  # plies a point of the board, then a game counts as it lies

# What `play_out_all` sums up: for each point the games in which a side was first to play there.
GAMES = 0
MARGINS = 1


@compiled
def play_out_all(board: Cells, stride: int, to_play: int, orders: tuple[int, int, int], sums: Sums) -> float:
    """Play a board out; returns the sum of black's margins.

    The orders are the seed, the number of games, and a side.  For each point that this side is first to play
    on, the games and their margins are added to `sums`.
    """
    start = new_rings(board, stride)
    dice, count, first = orders
    total = 0.0
    for _ in range(count):
        rings = start.copy()
        rings[REGISTERS, DICE] = dice
        _play_out(rings, to_play)
        dice = rings[REGISTERS, DICE]
        margin = _margin(rings)
        total += margin
        for point in range(board.size):
            if rings[FIRST, point] == first:
                sums[GAMES, point] += 1.0
                sums[MARGINS, point] += margin
    return total


@compiled
def _play_out(rings: Cells, to_play: int) -> None:
    """Play to two passes."""
    colour, last, passes = to_play, 0, 0
    longest = _LONGEST * rings[REGISTERS, COUNT] + 1
    for _ in range(longest):
        point = _answer(rings, last, colour) if last else 0
        if point == 0:
            point = _by_chance(rings, colour)
        place(rings, point, colour)
        passes = 0 if point else passes + 1
        if passes == 2:
            return
        last, colour = point, 3 - colour


@compiled
def draw(rings: Cells, sides: int) -> int:
    """A number below `sides` by chance (by a linear congruence)."""
    rings[REGISTERS, DICE] = (rings[REGISTERS, DICE] * 1103515245 + 12345) & 0x7FFFFFFF
    return int((rings[REGISTERS, DICE] >> 8) * sides >> 23)


@compiled
def _by_chance(rings: Cells, colour: int) -> int:
    """A legal point that is no own eye, 0 when there is none."""
    count = rings[REGISTERS, COUNT]
    if count == 0:
        return 0
    start = draw(rings, count)
    for step in range(count):
        at = start + step
        point = rings[EMPTY, at if at < count else at - count]
        if is_legal(rings, point, colour) and not _is_eye(rings, point, colour):
            return int(point)
    return 0


@compiled
def _answer(rings: Cells, last: int, colour: int) -> int:
    """What takes the chain just played, else what saves a chain beside it; 0 when there is nothing."""
    head, stride = rings[HEAD, last], rings[REGISTERS, STRIDE]
    if in_atari(rings, head):
        point = rings[SUM, head] // rings[BESIDE, head]
        if is_legal(rings, point, colour):
            return int(point)
    for other in (last - stride, last - 1, last + 1, last + stride):
        if rings[COLOUR, other] == colour and in_atari(rings, rings[HEAD, other]):
            own = rings[HEAD, other]
            point = rings[SUM, own] // rings[BESIDE, own]
            if is_legal(rings, point, colour) and _helps(rings, point, colour):
                return int(point)
    return 0


@compiled
def _helps(rings: Cells, point: int, colour: int) -> bool:
    """Does a stone there have two empty points beside it, or a chain that is not in atari, or take one?"""
    stride, room = rings[REGISTERS, STRIDE], 0
    for other in (point - stride, point - 1, point + 1, point + stride):
        held = rings[COLOUR, other]
        if held == 0:
            room += 1
        elif held != BORDER and in_atari(rings, rings[HEAD, other]) != (held == colour):
            return True
    return room > 1


@compiled
def _is_eye(rings: Cells, point: int, colour: int) -> bool:
    """Is an empty point a real one-point eye of a side?"""
    stride = rings[REGISTERS, STRIDE]
    for other in (point - stride, point - 1, point + 1, point + stride):
        if rings[COLOUR, other] != colour and rings[COLOUR, other] != BORDER:
            return False
    return not is_false(rings[COLOUR], stride, colour, point)


@compiled
def _margin(rings: Cells) -> int:
    """Black's stones less white's, each with the empty points that only its stones are beside."""
    stride, margin = rings[REGISTERS, STRIDE], 0
    for point in range(rings.shape[1]):
        held = rings[COLOUR, point]
        if held == 0:
            for other in (point - stride, point - 1, point + 1, point + stride):
                held |= rings[COLOUR, other] if rings[COLOUR, other] != BORDER else 0
        margin += (held == 1) - (held == 2)
    return margin
