"""Playing a position out by chance, as machine code (numba).  Boards are as in `reading_kernels`.

Both sides play legal points by chance, but fill no one-point eye of their own; they take the chain that has
just been played when it has one liberty, else they save a chain beside it that has one.  A game played out
ends with two passes; its score is the area.

The **table** is one int64 array of rows, one place a point.  A chain is a ring of stones; what is known of it
stands at its head: its size, and of its liberties (a liberty once for each stone beside it) the number, the
sum, and the sum of squares, which tell whether all of them are one point.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.go.machine_code import compiled

Cells = NDArray[np.int64]
Sums = NDArray[np.float64]

BORDER = 3

# The rows.
COLOUR = 0
HEAD = 1
NEXT = 2  # the stone after this one in the ring of its chain
SIZE = 3
LIBERTIES = 4
SUM = 5
SQUARES = 6
EMPTY = 7  # the empty points, in no order
PLACE = 8  # of an empty point: where it stands in that list
FIRST = 9  # of a point: who played there first
REGISTERS = 10
ROWS = 11

# The registers.
STRIDE = 0
COUNT = 1  # empty points
KO = 2
DICE = 3

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
    start = _table(board, stride)
    dice, count, first = orders
    total = 0.0
    for _ in range(count):
        table = start.copy()
        table[REGISTERS, DICE] = dice
        _play_out(table, to_play)
        dice = table[REGISTERS, DICE]
        margin = _margin(table)
        total += margin
        for point in range(board.size):
            if table[FIRST, point] == first:
                sums[GAMES, point] += 1.0
                sums[MARGINS, point] += margin
    return total


@compiled
def _table(board: Cells, stride: int) -> Cells:
    """The table of a board."""
    table = np.zeros((ROWS, board.size), np.int64)
    table[COLOUR] = BORDER
    table[REGISTERS, STRIDE] = stride
    for point in range(board.size):
        if board[point] != BORDER:
            table[COLOUR, point] = 0
            _add_empty(table, point)
    for point in range(board.size):
        if board[point] == 1 or board[point] == 2:
            _place(table, point, board[point])
    table[FIRST] = 0
    return table


@compiled
def _play_out(table: Cells, to_play: int) -> None:
    """Play to two passes."""
    colour, last, passes = to_play, 0, 0
    longest = _LONGEST * table[REGISTERS, COUNT] + 1
    for _ in range(longest):
        point = _answer(table, last, colour) if last else 0
        if point == 0:
            point = _by_chance(table, colour)
        table[REGISTERS, KO] = 0
        if point:
            _place(table, point, colour)
            passes = 0
        else:
            passes += 1
            if passes == 2:
                return
        last, colour = point, 3 - colour


@compiled
def _draw(table: Cells, sides: int) -> int:
    """A number below `sides` by chance (by a linear congruence)."""
    table[REGISTERS, DICE] = (table[REGISTERS, DICE] * 1103515245 + 12345) & 0x7FFFFFFF
    return int((table[REGISTERS, DICE] >> 8) * sides >> 23)


@compiled
def _by_chance(table: Cells, colour: int) -> int:
    """A legal point that is no own eye, 0 when there is none."""
    count = table[REGISTERS, COUNT]
    if count == 0:
        return 0
    start = _draw(table, count)
    for step in range(count):
        at = start + step
        point = table[EMPTY, at if at < count else at - count]
        if _is_legal(table, point, colour) and not _is_eye(table, point, colour):
            return int(point)
    return 0


@compiled
def _answer(table: Cells, last: int, colour: int) -> int:
    """What takes the chain just played, else what saves a chain beside it; 0 when there is nothing."""
    head, stride = table[HEAD, last], table[REGISTERS, STRIDE]
    if _in_atari(table, head):
        point = table[SUM, head] // table[LIBERTIES, head]
        if _is_legal(table, point, colour):
            return int(point)
    for other in (last - stride, last - 1, last + 1, last + stride):
        if table[COLOUR, other] == colour and _in_atari(table, table[HEAD, other]):
            own = table[HEAD, other]
            point = table[SUM, own] // table[LIBERTIES, own]
            if _is_legal(table, point, colour) and _helps(table, point, colour):
                return int(point)
    return 0


@compiled
def _helps(table: Cells, point: int, colour: int) -> bool:
    """Does a stone there have two empty points beside it, or a chain that is not in atari, or take one?"""
    stride, room = table[REGISTERS, STRIDE], 0
    for other in (point - stride, point - 1, point + 1, point + stride):
        held = table[COLOUR, other]
        if held == 0:
            room += 1
        elif held != BORDER and _in_atari(table, table[HEAD, other]) != (held == colour):
            return True
    return room > 1


@compiled
def _in_atari(table: Cells, head: int) -> bool:
    """Are all liberties of a chain one point?"""
    return bool(table[LIBERTIES, head] * table[SQUARES, head] == table[SUM, head] ** 2)


@compiled
def _is_legal(table: Cells, point: int, colour: int) -> bool:
    """Is a move there neither forbidden by ko nor suicide?"""
    if point == table[REGISTERS, KO]:
        return False
    stride = table[REGISTERS, STRIDE]
    for other in (point - stride, point - 1, point + 1, point + stride):
        held = table[COLOUR, other]
        if held == 0:
            return True
        if held != BORDER and _in_atari(table, table[HEAD, other]) != (held == colour):
            return True
    return False


@compiled
def _is_eye(table: Cells, point: int, colour: int) -> bool:
    """Is an empty point a real one-point eye of a side?"""
    stride = table[REGISTERS, STRIDE]
    for other in (point - stride, point - 1, point + 1, point + stride):
        if table[COLOUR, other] != colour and table[COLOUR, other] != BORDER:
            return False
    taken, outside = 0, 0
    for other in (point - stride - 1, point - stride + 1, point + stride - 1, point + stride + 1):
        taken += table[COLOUR, other] == 3 - colour
        outside += table[COLOUR, other] == BORDER
    return taken + (outside > 0) < 2


@compiled
def _place(table: Cells, point: int, colour: int) -> None:
    """Put a stone down, join the chains beside it and take those without a liberty."""
    stride = table[REGISTERS, STRIDE]
    _drop_empty(table, point)
    table[COLOUR, point], table[HEAD, point], table[NEXT, point], table[SIZE, point] = colour, point, point, 1
    table[LIBERTIES, point], table[SUM, point], table[SQUARES, point] = 0, 0, 0
    if table[FIRST, point] == 0:
        table[FIRST, point] = colour
    for other in (point - stride, point - 1, point + 1, point + stride):
        held = table[COLOUR, other]
        if held == 0:
            _count(table, point, other, 1)
        elif held != BORDER:
            _count(table, table[HEAD, other], point, -1)
    for other in (point - stride, point - 1, point + 1, point + stride):
        if table[COLOUR, other] == colour:
            _join(table, table[HEAD, point], table[HEAD, other])
    taken, hole = 0, 0
    for other in (point - stride, point - 1, point + 1, point + stride):
        if table[COLOUR, other] == 3 - colour and table[LIBERTIES, table[HEAD, other]] == 0:
            taken += table[SIZE, table[HEAD, other]]
            _take(table, other)
            hole = other
    if taken == 1 and table[SIZE, table[HEAD, point]] == 1 and table[LIBERTIES, point] == 1:
        table[REGISTERS, KO] = hole


@compiled
def _count(table: Cells, head: int, liberty: int, change: int) -> None:
    """Add a liberty to a chain, or take it away."""
    table[LIBERTIES, head] += change
    table[SUM, head] += change * liberty
    table[SQUARES, head] += change * liberty * liberty


@compiled
def _join(table: Cells, one: int, other: int) -> None:
    """Make two chains one."""
    if one == other:
        return
    if table[SIZE, one] < table[SIZE, other]:
        one, other = other, one
    stone = other
    while True:
        table[HEAD, stone] = one
        stone = table[NEXT, stone]
        if stone == other:
            break
    table[NEXT, one], table[NEXT, other] = table[NEXT, other], table[NEXT, one]
    for row in (SIZE, LIBERTIES, SUM, SQUARES):
        table[row, one] += table[row, other]


@compiled
def _take(table: Cells, start: int) -> None:
    """Take a chain off the board."""
    stride, stone = table[REGISTERS, STRIDE], start
    while True:
        table[COLOUR, stone] = 0
        _add_empty(table, stone)
        for other in (stone - stride, stone - 1, stone + 1, stone + stride):
            if table[COLOUR, other] == 1 or table[COLOUR, other] == 2:
                _count(table, table[HEAD, other], stone, 1)
        stone = table[NEXT, stone]
        if stone == start:
            return


@compiled
def _add_empty(table: Cells, point: int) -> None:
    count = table[REGISTERS, COUNT]
    table[EMPTY, count], table[PLACE, point] = point, count
    table[REGISTERS, COUNT] = count + 1


@compiled
def _drop_empty(table: Cells, point: int) -> None:
    count = table[REGISTERS, COUNT] - 1
    last, place = table[EMPTY, count], table[PLACE, point]
    table[EMPTY, place], table[PLACE, last] = last, place
    table[REGISTERS, COUNT] = count


@compiled
def _margin(table: Cells) -> int:
    """Black's stones less white's, each with the empty points that only its stones are beside."""
    stride, margin = table[REGISTERS, STRIDE], 0
    for point in range(table.shape[1]):
        held = table[COLOUR, point]
        if held == 0:
            for other in (point - stride, point - 1, point + 1, point + stride):
                held |= table[COLOUR, other] if table[COLOUR, other] != BORDER else 0
        margin += (held == 1) - (held == 2)
    return margin
