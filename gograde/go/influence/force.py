"""The force model: stones push in four directions, forces split, weaken and bounce.

Source: the course's paper on influence, its sections on the model of forces and its measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from gograde.go.board import Board
from gograde.go.influence.matrices import SIGNS, FloatGrid, IntGrid, by_rows, need_at_least

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


DEFAULT = ForceParameters()


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


def force_field(board: Board, parameters: ForceParameters = DEFAULT) -> ForceField:
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
        _NOTHING if cell else _measures(up[i], right[i], down[i], left[i])
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


def _measures(up: int, right: int, down: int, left: int) -> tuple[int, float, float]:
    """A, F and B of an empty point; integers up to the roots, so that rotations change no digit."""
    modulus = sqrt(up * up + right * right + down * down + left * left)
    if not modulus:
        return _NOTHING
    pull = sqrt((up - down) ** 2 + (right - left) ** 2)
    tilt = abs(right + left - up - down)
    weight = abs(up) + abs(right) + abs(down) + abs(left)
    return up + right + down + left, modulus, 1 - pull / (2 * modulus) - tilt / (2 * weight)
