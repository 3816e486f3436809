"""The rules of a move and the area score as machine code (numba), for all that searches, plays out, or reads.

Three shapes of a board, each as fast as its use needs:

- **bits**, boards of up to 5x5: two numbers of 25 bits, bit 5 r + c is the point (r, c).  A move makes new
  numbers, so nothing is undone.
- a **row**, boards of any size with a border: `(row + 1) * stride + column + 1` is a point, `stride` is side
  + 2; a point holds 0 empty, 1 black, 2 white, 3 border.  Chains are walked when they are asked for; a move
  is undone by the copy of a row.
- **rings**, a table of rows whose chains are kept with their liberties: for long games without undoing.

Importing this module loads numba.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast
from zlib import crc32

import numpy as np
from numba import njit, types
from numba.core.cgutils import true_bit
from numba.extending import intrinsic
from numpy.typing import NDArray

from gograde.go.board import Board, Point

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Count = Callable[[int], int]

Cells = NDArray[np.int64]

_TEXT = crc32(inspect.getsource(sys.modules[__name__]).encode())


def compiled(function: _Function) -> _Function:
    """Compile a function on its first call; the code is kept on disk where numba can write.

    numba compiles a function anew when its own file has changed; here also when this file has, since the code
    of what a function calls becomes part of its own.
    """
    options = {"error_model": "numpy", "nogil": True}
    try:
        made = njit(cache=True, **options)(function)
    except RuntimeError:  # numba can write a cache neither to the package's folder nor to the user's
        return cast(_Function, njit(**options)(function))
    index = made._cache._cache_file
    index._source_stamp = (index._source_stamp, _TEXT)
    return cast(_Function, made)


# -- bits -----------------------------------------------------------------------------------------

SIDE = 5
POINTS = 25
FULL = (1 << POINTS) - 1
_COLUMN = 0b00001_00001_00001_00001_00001
_NOT_WEST = FULL & ~_COLUMN
_NOT_EAST = FULL & ~(_COLUMN << 4)


def _count_ones(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


def _lowest(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], true_bit)

    return types.int64(types.int64), codegen


count_ones = cast(_Count, intrinsic(_count_ones))
"""The number of set bits; one processor instruction."""
lowest = cast(_Count, intrinsic(_lowest))
"""The index of the lowest set bit; the word must not be 0."""


@compiled
def neighbours(x: int) -> int:
    """The neighbours of the points of a board; bits above the board may be set."""
    return (x << 5) | (x >> 5) | ((x & _NOT_EAST) << 1) | ((x & _NOT_WEST) >> 1)


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
def taken_by(bit: int, other: int, empty: int) -> int:
    """The stones of `other` that a move takes; `empty` are the points that are empty after it is placed."""
    taken, rest = 0, neighbours(bit) & other
    while rest:
        chain, around = chain_of(rest & -rest, other)
        rest &= ~chain
        if not around & empty:
            taken |= chain
    return taken


@compiled
def ko_after(bit: int, taken: int, own: int, empty: int) -> int:
    """The point that ko forbids after a move, or 0: a lone stone has taken one stone, its only liberty.

    `own` and `empty` are those before the move.
    """
    return taken if taken & (taken - 1) == 0 and neighbours(bit) & (own | empty) == 0 else 0


@compiled
def played(bit: int, own: int, other: int) -> tuple[int, int, int]:
    """`own` and `other` after a move of `own` on 5x5, and the point that ko then forbids; 0s for suicide."""
    empty = FULL & ~(own | other | bit)
    taken = taken_by(bit, other, empty)
    if not taken:
        _, around = chain_of(bit, own | bit)
        if not around & empty:
            return 0, 0, 0
    return own | bit, other & ~taken, ko_after(bit, taken, own, empty)


# -- a row ----------------------------------------------------------------------------------------

BORDER = 3

# The rows of a work array; boards come after them.
REGISTERS = 0
SEEN = 1  # of a point: the number of the look that saw it last
QUEUE = 2  # the stones of the chain looked at last
LIBERTIES = 3  # its liberties

# The registers of a work array and of rings.
STRIDE = 0
KO = 1  # the point that the last move forbids, 0 for none
LOOKS = 2  # looks so far


def padded(board: Board) -> Cells:
    """The cells of a square board inside a border of one."""
    cells = np.full((board.rows + 2, board.cols + 2), BORDER, np.int64)
    cells[1:-1, 1:-1] = np.frombuffer(board.cells, np.int8).reshape(board.rows, board.cols)
    return cells.ravel()


def index_of(point: tuple[int, int], side: int) -> int:
    """The place of a point among padded cells."""
    return (point[0] + 1) * (side + 2) + point[1] + 1


def point_at(index: int, side: int) -> Point:
    """The point at a place among padded cells."""
    row, column = divmod(int(index), side + 2)
    return Point(row - 1, column - 1)


def indices(points: Iterable[tuple[int, int]], side: int) -> NDArray[np.int64]:
    """The places of points."""
    return np.array([index_of(point, side) for point in points], np.int64)


@compiled
def look(work: Cells, row: int, start: int, most: int) -> tuple[int, int]:
    """The number of liberties and of stones of a chain; stops when there are more than `most` liberties."""
    work[REGISTERS, LOOKS] += 1
    stride, mark = work[REGISTERS, STRIDE], work[REGISTERS, LOOKS]
    colour = work[row, start]
    work[QUEUE, 0] = start
    work[SEEN, start] = mark
    stones, found, at = 1, 0, 0
    while at < stones:
        point = work[QUEUE, at]
        at += 1
        for other in (point - stride, point - 1, point + 1, point + stride):
            if work[SEEN, other] == mark:
                continue
            held = work[row, other]
            if held == 0:
                work[SEEN, other] = mark
                work[LIBERTIES, found] = other
                found += 1
                if found > most:
                    return found, stones
            elif held == colour:
                work[SEEN, other] = mark
                work[QUEUE, stones] = other
                stones += 1
    return found, stones


@compiled
def put(work: Cells, row: int, point: int, colour: int) -> int:
    """Play on an empty point; returns how many stones it takes, -1 for suicide, which changes nothing."""
    stride = work[REGISTERS, STRIDE]
    work[row, point] = colour
    captured, last = 0, 0
    for other in (point - stride, point - 1, point + 1, point + stride):
        if work[row, other] == 3 - colour:
            found, stones = look(work, row, other, 0)
            if found == 0:
                for at in range(stones):
                    work[row, work[QUEUE, at]] = 0
                captured += stones
                last = other
    found, stones = look(work, row, point, 1)
    if found == 0:
        work[row, point] = 0
        return -1
    work[REGISTERS, KO] = last if captured == 1 and stones == 1 and found == 1 else 0
    return captured


# -- rings ----------------------------------------------------------------------------------------
# A chain is a ring of stones; what is known of it stands at its head: its size, and of its liberties (a
# liberty once for each stone beside it) the number, the sum, and the sum of squares, which tell whether all
# of them are one point.

# The rows, after that of the registers.
COLOUR = 1
HEAD = 2
NEXT = 3  # the stone after this one in the ring of its chain
SIZE = 4
BESIDE = 5  # the liberties: their number
SUM = 6
SQUARES = 7
EMPTY = 8  # the empty points, in no order
PLACE = 9  # of an empty point: where it stands in that list
FIRST = 10  # of a point: who played there first
ROWS = 11

# More registers.
COUNT = 3  # empty points
DICE = 4  # for who plays by chance


@compiled
def new_rings(board: Cells, stride: int) -> Cells:
    """The rings of a board."""
    rings = np.zeros((ROWS, board.size), np.int64)
    rings[COLOUR] = BORDER
    rings[REGISTERS, STRIDE] = stride
    for point in range(board.size):
        if board[point] != BORDER:
            rings[COLOUR, point] = 0
            _add_empty(rings, point)
    for point in range(board.size):
        if board[point] == 1 or board[point] == 2:
            place(rings, point, board[point])
    rings[FIRST] = 0
    return rings


@compiled
def in_atari(rings: Cells, head: int) -> bool:
    """Are all liberties of a chain one point?"""
    return bool(rings[BESIDE, head] * rings[SQUARES, head] == rings[SUM, head] ** 2)


@compiled
def is_legal(rings: Cells, point: int, colour: int) -> bool:
    """Is a move there neither forbidden by ko nor suicide?"""
    if point == rings[REGISTERS, KO]:
        return False
    stride = rings[REGISTERS, STRIDE]
    for other in (point - stride, point - 1, point + 1, point + stride):
        held = rings[COLOUR, other]
        if held == 0:
            return True
        if held != BORDER and in_atari(rings, rings[HEAD, other]) != (held == colour):
            return True
    return False


@compiled
def place(rings: Cells, point: int, colour: int) -> None:
    """Put a stone down, join the chains beside it and take those without a liberty; point 0 is a pass."""
    stride, rings[REGISTERS, KO] = rings[REGISTERS, STRIDE], 0
    if point == 0:
        return
    _drop_empty(rings, point)
    rings[COLOUR, point], rings[HEAD, point], rings[NEXT, point], rings[SIZE, point] = colour, point, point, 1
    rings[BESIDE, point], rings[SUM, point], rings[SQUARES, point] = 0, 0, 0
    if rings[FIRST, point] == 0:
        rings[FIRST, point] = colour
    for other in (point - stride, point - 1, point + 1, point + stride):
        held = rings[COLOUR, other]
        if held == 0:
            _count(rings, point, other, 1)
        elif held != BORDER:
            _count(rings, rings[HEAD, other], point, -1)
    for other in (point - stride, point - 1, point + 1, point + stride):
        if rings[COLOUR, other] == colour:
            _join(rings, rings[HEAD, point], rings[HEAD, other])
    taken, hole = 0, 0
    for other in (point - stride, point - 1, point + 1, point + stride):
        if rings[COLOUR, other] == 3 - colour and rings[BESIDE, rings[HEAD, other]] == 0:
            taken += rings[SIZE, rings[HEAD, other]]
            _take(rings, other)
            hole = other
    if taken == 1 and rings[SIZE, rings[HEAD, point]] == 1 and rings[BESIDE, point] == 1:
        rings[REGISTERS, KO] = hole


@compiled
def _count(rings: Cells, head: int, liberty: int, change: int) -> None:
    """Add a liberty to a chain, or take it away."""
    rings[BESIDE, head] += change
    rings[SUM, head] += change * liberty
    rings[SQUARES, head] += change * liberty * liberty


@compiled
def _join(rings: Cells, one: int, other: int) -> None:
    """Make two chains one."""
    if one == other:
        return
    if rings[SIZE, one] < rings[SIZE, other]:
        one, other = other, one
    stone = other
    while True:
        rings[HEAD, stone] = one
        stone = rings[NEXT, stone]
        if stone == other:
            break
    rings[NEXT, one], rings[NEXT, other] = rings[NEXT, other], rings[NEXT, one]
    for row in (SIZE, BESIDE, SUM, SQUARES):
        rings[row, one] += rings[row, other]


@compiled
def _take(rings: Cells, start: int) -> None:
    """Take a chain off the board."""
    stride, stone = rings[REGISTERS, STRIDE], start
    while True:
        rings[COLOUR, stone] = 0
        _add_empty(rings, stone)
        for other in (stone - stride, stone - 1, stone + 1, stone + stride):
            if rings[COLOUR, other] == 1 or rings[COLOUR, other] == 2:
                _count(rings, rings[HEAD, other], stone, 1)
        stone = rings[NEXT, stone]
        if stone == start:
            return


@compiled
def _add_empty(rings: Cells, point: int) -> None:
    count = rings[REGISTERS, COUNT]
    rings[EMPTY, count], rings[PLACE, point] = point, count
    rings[REGISTERS, COUNT] = count + 1


@compiled
def _drop_empty(rings: Cells, point: int) -> None:
    count = rings[REGISTERS, COUNT] - 1
    last, place = rings[EMPTY, count], rings[PLACE, point]
    rings[EMPTY, place], rings[PLACE, last] = last, place
    rings[REGISTERS, COUNT] = count


@compiled
def area_score(board: NDArray[np.int8]) -> tuple[int, int]:
    """Black's and white's points: stones, and empty regions that touch only that colour.

    The board is a C-contiguous int8 array of shape (rows, cols) with 0 empty, 1 black, 2 white.
    """
    cols = board.shape[1]
    cells, seen = board.ravel(), board.ravel() != 0
    points = np.zeros(4, np.int64)  # of nobody, black, white, both
    stack = np.empty(cells.size, np.int32)
    for start in range(cells.size):
        if cells[start]:
            points[cells[start]] += 1
        elif not seen[start]:
            size, touched = _region(cells, seen, stack, start, cols)
            points[touched] += size
    return points[1], points[2]


@compiled
def _region(
    cells: NDArray[np.int8], seen: NDArray[np.bool_], stack: NDArray[np.int32], start: int, cols: int
) -> tuple[int, int]:
    """Size of an empty region, and which colours touch it: 1 black, 2 white, 3 both."""
    seen[start], stack[0] = True, start
    size, touched, height = 0, 0, 1
    while height:
        height -= 1
        point = stack[height]
        size += 1
        column = point % cols
        for side in range(4):
            if (side == 0 and column == 0) or (side == 1 and column == cols - 1):
                continue
            other = point + (-1, 1, -cols, cols)[side]
            if 0 <= other < cells.size:
                touched |= cells[other]
                if not seen[other]:
                    seen[other], stack[height] = True, other
                    height += 1
    return size, touched
