"""Models of influence: what stones do to the points around them, as matrices over a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import sqrt
from typing import TypeVar

from gograde.errors import DataError
from gograde.go.board import Board, neighbour_indices

# -- matrices over a board, and helpers of all models of influence -----------------------------------------
# A matrix is a tuple of rows, `matrix[row][col]`, with the board's shape; that of a board without points is
# empty.  Black is positive and white negative in all models.

Number = TypeVar("Number", int, float)

IntGrid = tuple[tuple[int, ...], ...]
FloatGrid = tuple[tuple[float, ...], ...]

SIGNS = (0, 1, -1)
DEAD = 3


def by_rows(board: Board, values: Sequence[Number]) -> tuple[tuple[Number, ...], ...]:
    """Numbers in the order of `Board.cells` as a matrix."""
    return tuple(tuple(values[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows))


def in_order(matrix: Iterable[Iterable[Number]]) -> list[Number]:
    """The numbers of a matrix in the order of `Board.cells`."""
    return [value for row in matrix for value in row]


def sign(value: float) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


def living_cells(board: Board, dead: Iterable[tuple[int, int]]) -> bytes:
    """`Board.cells` with `DEAD`, no colour, in place of dead stones.

    Raises `DataError` when a dead point is off the board or holds no stone.
    """
    cells = bytearray(board.cells)
    for row, column in dead:
        if not board.get((row, column)):
            raise DataError("dead", f"({row}, {column}) holds no stone", "name only points with a stone")
        cells[board.index((row, column))] = DEAD
    return bytes(cells)


def need_at_least(where: str, value: float, least: int) -> None:
    """Raise `DataError` for a parameter that is smaller than `least` or not a number."""
    if not value >= least:
        raise DataError(where, f"{value} is less than {least}", f"give {least} or more")


# -- zobrist's influence: points pass on the sign of their values to their neighbours, pass after pass -----
# Source: the course's paper on influence, its section on the first Go programs.


@dataclass(frozen=True, slots=True)
class ZobristParameters:
    """The start value of a stone (at least 1), and the number of passes (at least 0); else `DataError`."""

    start: int = 50
    passes: int = 4

    def __post_init__(self) -> None:
        need_at_least("zobrist.start", self.start, 1)
        need_at_least("zobrist.passes", self.passes, 0)


ZOBRIST = ZobristParameters()


def zobrist_influence(board: Board, parameters: ZobristParameters = ZOBRIST) -> IntGrid:
    """The value of every point, exact; any board, up to 255 a side.

    In a pass, every point adds the sign of its value at the start of the pass to each orthogonal neighbour,
    including stones.  So the order of points does not matter.  The model is no sum over stones: a point that
    two stones reach still passes on 1.
    """
    values = [SIGNS[cell] * parameters.start for cell in board.cells]
    around = neighbour_indices(board.rows, board.cols)
    for _ in range(parameters.passes):
        values = _after_pass(values, around)
    return by_rows(board, values)


def _after_pass(values: list[int], around: Sequence[Sequence[int]]) -> list[int]:
    sent = [sign(value) for value in values]
    return [value + sum(sent[other] for other in around[i]) for i, value in enumerate(values)]


# -- ryder's influence: a fixed pattern around every stone, summed -----------------------------------------
# Source: the course's paper on influence, its section on the first Go programs.


@dataclass(frozen=True, slots=True)
class RyderParameters:
    """The pattern of a stone, and the threshold from which a block is an area (see `blocks`).

    `kernel` is a matrix with sides of odd length and the stone in its centre.  The paper gives 60 and 13 and
    no threshold.  With 200, the block of a single stone (112) is no area, and the block of two linked stones
    (224) is one.  Raises `DataError` for a kernel that is no rectangle or has no centre.
    """

    kernel: IntGrid = ((0, 13, 0), (13, 60, 13), (0, 13, 0))
    threshold: int = 200

    def __post_init__(self) -> None:
        if len({len(row) for row in self.kernel}) > 1:
            raise DataError("ryder.kernel", "its rows differ in length", "give every row the same length")
        if not all(side % 2 for side in (len(self.kernel), *map(len, self.kernel))):
            what = "a side of even length has no middle"
            raise DataError("ryder.kernel", what, "give an odd number of rows and of columns")


RYDER = RyderParameters()


def ryder_influence(board: Board, parameters: RyderParameters = RYDER) -> IntGrid:
    """The value of every point, exact: each stone's pattern, white's negated; up to 255 a side.

    Influence beyond the edge of the board is lost.  If the kernel is symmetric, like the default, the values
    rotate with the board.
    """
    totals = [0] * len(board.cells)
    reach = _reach(parameters.kernel)
    for index, cell in enumerate(board.cells):
        if cell:
            row, column = board.point(index)
            for down, right, weight in reach:
                if (row + down, column + right) in board:
                    totals[index + down * board.cols + right] += SIGNS[cell] * weight
    return by_rows(board, totals)


def _reach(kernel: IntGrid) -> list[tuple[int, int, int]]:
    """The steps down and right from the stone, and the weight at each step."""
    up, left = len(kernel) // 2, len(kernel[0]) // 2
    return [(r - up, c - left, w) for r, row in enumerate(kernel) for c, w in enumerate(row) if w]


# -- fast influence: only the nearest stone of each colour counts ------------------------------------------
# Source: the course's paper on influence, its section on the model for quick reckoning.
# "Fast" is the paper's name for the model.


NEXT_TO, DIAGONAL, JUMP, KNIGHT = 6, 5, 3, 2
"""A stone's influence on a point of level 1, 1.5, 2 and 2.5."""

BESIDE_ZERO, BESIDE_WEAK = 3, 5
"""The most at a point beside one with 0 or the other side's sign, and beside one with 1 or 2."""

_MARGIN = 2
_ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = tuple(product((-1, 1), (-1, 1)))
_JUMP = tuple((2 * down, 2 * right) for down, right in _ORTHOGONAL)
_KNIGHT = (*product((-1, 1), (-2, 2)), *product((-2, 2), (-1, 1)))
_BLACK = 1
_WHITE = 2
_OUTSIDE = 3


@dataclass(frozen=True, slots=True)
class _Fringed:
    """The cells of a board with a margin of two rows and columns around it."""

    cells: bytes
    width: int

    def has(self, colour: int, place: int, steps: tuple[tuple[int, int], ...]) -> bool:
        return any(self.cells[place + r * self.width + c] == colour for r, c in steps)

    def is_hane(self, colour: int, place: int, step: tuple[int, int]) -> bool:
        """Does the opponent hold a point that `place` and its diagonal point share?"""
        row, column = step
        return self.has(_WHITE + _BLACK - colour, place, ((row, 0), (0, column)))


def fast_influence(board: Board) -> IntGrid:
    """The value of every empty point, exact, and 0 on stones; any board, up to 255 a side.

    A point's level towards a stone is 1 beside it, 1.5 on its diagonal, 2 at a one-space jump, 2.5 at a
    knight's move, whatever stands in between.  A diagonal stone has level 2 when its opponent holds at least
    one of the two points beside both (hane).  Each colour counts once, with its smallest level.  In the sum
    of both colours, 1 and -1 become 0.  Then positive points with an empty orthogonal neighbour of 0 or less,
    or of 1 or 2, are capped, all at the same time.  Negative points are capped likewise with signs reversed.
    """
    raw = _raw(board)
    around = neighbour_indices(board.rows, board.cols)
    calm = [0 if abs(value) == 1 else value for value in raw]
    empty = [tuple(other for other in near if not board.cells[other]) for near in around]
    capped = [_capped(value, [calm[o] for o in empty[i]]) for i, value in enumerate(calm)]
    return by_rows(board, capped)


def _raw(board: Board) -> list[int]:
    """Black's influence minus white's, before small values are zeroed and points are capped."""
    world = _fringed(board)
    values = []
    for index, cell in enumerate(board.cells):
        row, column = board.point(index)
        place = (row + _MARGIN) * world.width + column + _MARGIN
        black, white = (0 if cell else _nearest(world, c, place) for c in (_BLACK, _WHITE))
        values.append(black - white)
    return values


def _nearest(world: _Fringed, colour: int, place: int) -> int:
    """The influence of the nearest stone of a colour on an empty point."""
    if world.has(colour, place, _ORTHOGONAL):
        return NEXT_TO
    corners = [step for step in _DIAGONAL if world.has(colour, place, (step,))]
    if any(not world.is_hane(colour, place, step) for step in corners):
        return DIAGONAL
    if corners or world.has(colour, place, _JUMP):
        return JUMP
    return KNIGHT if world.has(colour, place, _KNIGHT) else 0


def _capped(value: int, near: list[int]) -> int:
    if value < 0:
        return -_capped(-value, [-other for other in near])
    if value and any(other <= 0 for other in near):
        value = min(value, BESIDE_ZERO)
    if any(other in (1, 2) for other in near):
        value = min(value, BESIDE_WEAK)
    return value


def _fringed(board: Board) -> _Fringed:
    width = board.cols + 2 * _MARGIN
    side, band = bytes([_OUTSIDE]) * _MARGIN, bytes([_OUTSIDE]) * (_MARGIN * width)
    rows = [board.cells[r * board.cols : (r + 1) * board.cols] for r in range(board.rows)]
    return _Fringed(band + b"".join(side + row + side for row in rows) + band, width)


# -- the force model: stones push in four directions, forces split, weaken and bounce ----------------------
# Source: the course's paper on influence, its sections on the model of forces and its measures.

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns: up, right, down, left
_NOTHING = (0, 0.0, 0.0)  # the measures of a stone, and of a point that no force reaches


@dataclass(frozen=True, slots=True)
class ForceParameters:
    """The force of a stone, and the divisors of a force that turns aside or continues ahead.

    Raises `DataError` for a force below 0 and for divisors below 2, with which a force would never end.
    """

    force: int = 32
    aside: int = 4
    ahead: int = 2

    def __post_init__(self) -> None:
        need_at_least("force.force", self.force, 0)
        need_at_least("force.aside", self.aside, 2)
        need_at_least("force.ahead", self.ahead, 2)


FORCE = ForceParameters()


@dataclass(frozen=True, slots=True)
class ForceField:
    """The forces on all points and their measures, with the paper's names.

    `up`, `right`, `down` and `left` are F0, F1, F2 and F3: the signed sums of the forces that arrive at a
    point, including points with stones.  The measures are 0 on stones.  `total` is A = F0 + F1 + F2 + F3,
    `modulus` is F = √(F0² + F1² + F2² + F3²), `balance` is B from 0 (all force from one side) to 1 (equal
    force from all four sides), `hold` is FB = F·B.
    """

    up: IntGrid
    right: IntGrid
    down: IntGrid
    left: IntGrid
    total: IntGrid
    modulus: FloatGrid
    balance: FloatGrid
    hold: FloatGrid


def force_field(board: Board, parameters: ForceParameters = FORCE) -> ForceField:
    """Forces and measures of every point; forces are exact; any board, up to 255 a side.

    Every stone sends one force in each direction: black's are positive, white's negative.  A force moves to
    the next point and is added there.  From that point, with or without a stone, two forces of its size //
    `aside` start at right angles; they count from the next point on.  On an empty point the force continues
    with its size // `ahead`; on a stone of either colour it ends.  A force of size 0 ends.  The division
    applies to the size of each single force, without its sign.  A force that leaves the board arrives with
    its full size and opposite direction at the point it left, which may be the stone that sent it.  Time
    grows with the number of points, not with the number of forces.
    """
    return measured_field(board, _arrived(board, parameters))


def measured_field(board: Board, sums: Sequence[int]) -> ForceField:
    """The field of a board whose forces are known: F0 of every point row by row, then F1, F2 and F3."""
    points = len(board.cells)
    up, right, down, left = (sums[way * points : (way + 1) * points] for way in range(4))
    measured = [
        _NOTHING if cell else measures(up[i], right[i], down[i], left[i])
        for i, cell in enumerate(board.cells)
    ]
    return ForceField(
        up=by_rows(board, up),
        right=by_rows(board, right),
        down=by_rows(board, down),
        left=by_rows(board, left),
        total=by_rows(board, [total for total, _, _ in measured]),
        modulus=by_rows(board, [modulus for _, modulus, _ in measured]),
        balance=by_rows(board, [balance for _, _, balance in measured]),
        hold=by_rows(board, [modulus * balance for _, modulus, balance in measured]),
    )


def _arrived(board: Board, parameters: ForceParameters) -> list[int]:
    """The sum of all forces by lane; a lane is direction times the number of points, plus the point.

    Forces of one size on one lane behave alike, so the function counts them instead of following each.  It
    starts with the largest size, since forces only create smaller forces.
    """
    cells, points = board.cells, len(board.cells)
    leads, turns = lanes(board.rows, board.cols)
    sums = [0] * (4 * points)
    waves = {parameters.force: [SIGNS[cell] for cell in cells] * 4}
    while size := max(waves, default=0):
        wave = waves.pop(size)
        aside = waves.setdefault(size // parameters.aside, [0] * (4 * points))
        ahead = waves.setdefault(size // parameters.ahead, [0] * (4 * points))
        for start, count in enumerate(wave):
            if count:
                lane = leads[start]
                sums[lane] += size * count
                for turned in turns[lane]:
                    aside[turned] += count
                if not cells[lane % points]:
                    ahead[lane] += count
    return sums


@lru_cache(maxsize=8)
def lanes(rows: int, cols: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """For every lane, the lane on which its force arrives, and the two lanes at right angles."""
    points = rows * cols
    leads = []
    for way, (down, right) in enumerate(_STEPS):
        for point in range(points):
            row, column = divmod(point, cols)
            if 0 <= row + down < rows and 0 <= column + right < cols:
                leads.append(way * points + point + down * cols + right)
            else:
                leads.append((way + 2) % 4 * points + point)
    every = range(4 * points)
    return tuple(leads), tuple(((lane + points) % len(every), (lane - points) % len(every)) for lane in every)


def measures(up: int, right: int, down: int, left: int) -> tuple[int, float, float]:
    """A, F and B of an empty point; integers up to the roots, so that rotations change no digit."""
    modulus = sqrt(up * up + right * right + down * down + left * left)
    if not modulus:
        return _NOTHING
    pull = sqrt((up - down) ** 2 + (right - left) ** 2)
    tilt = abs(right + left - up - down)
    weight = abs(up) + abs(right) + abs(down) + abs(left)
    return up + right + down + left, modulus, 1 - pull / (2 * modulus) - tilt / (2 * weight)
