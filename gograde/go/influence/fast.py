"""Fast influence: only the nearest stone of each colour counts.

Source: the course's paper on influence, its section on the model for quick reckoning.
"Fast" is the paper's name for the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from gograde.go.board import Board, neighbour_indices
from gograde.go.influence.matrices import IntGrid, by_rows, need_at_least


@dataclass(frozen=True, slots=True)
class FastParameters:
    """A stone's influence by the level of the point, and the two caps.

    The levels are 1, 1.5, 2 and 2.5.  `beside_zero` caps a point next to a point with 0 or with the
    other side's sign; `beside_weak` caps a point next to a 1 or 2.  Raises `DataError` below 0.
    """

    orthogonal: int = 6
    diagonal: int = 5
    jump: int = 3
    knight: int = 2
    beside_zero: int = 3
    beside_weak: int = 5

    def __post_init__(self) -> None:
        for name in self.__slots__:
            need_at_least(f"fast.{name}", getattr(self, name), 0)


DEFAULT = FastParameters()

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


def fast_influence(board: Board, parameters: FastParameters = DEFAULT) -> IntGrid:
    """The value of every empty point, exact, and 0 on stones; any board, up to 255 a side.

    A point's level towards a stone is 1 beside it, 1.5 on its diagonal, 2 at a one-space jump, 2.5 at a
    knight's move, whatever stands in between.  A diagonal stone has level 2 when its opponent holds at least
    one of the two points beside both (hane).  Each colour counts once, with its smallest level.  In the sum
    of both colours, 1 and -1 become 0.  Then positive points with an empty orthogonal neighbour of 0 or less,
    or of 1 or 2, are capped, all at the same time.  Negative points are capped likewise with signs reversed.
    """
    raw = _raw(board, parameters)
    around = neighbour_indices(board.rows, board.cols)
    calm = [0 if abs(value) == 1 else value for value in raw]
    empty = [tuple(other for other in near if not board.cells[other]) for near in around]
    capped = [_capped(value, [calm[o] for o in empty[i]], parameters) for i, value in enumerate(calm)]
    return by_rows(board, capped)


def _raw(board: Board, parameters: FastParameters) -> list[int]:
    """Black's influence minus white's, before small values are zeroed and points are capped."""
    world = _fringed(board)
    values = []
    for index, cell in enumerate(board.cells):
        row, column = board.point(index)
        place = (row + _MARGIN) * world.width + column + _MARGIN
        black, white = (0 if cell else _nearest(world, c, place, parameters) for c in (_BLACK, _WHITE))
        values.append(black - white)
    return values


def _nearest(world: _Fringed, colour: int, place: int, parameters: FastParameters) -> int:
    """The influence of the nearest stone of a colour on an empty point."""
    if world.has(colour, place, _ORTHOGONAL):
        return parameters.orthogonal
    corners = [step for step in _DIAGONAL if world.has(colour, place, (step,))]
    if any(not world.is_hane(colour, place, step) for step in corners):
        return parameters.diagonal
    if corners or world.has(colour, place, _JUMP):
        return parameters.jump
    return parameters.knight if world.has(colour, place, _KNIGHT) else 0


def _capped(value: int, near: list[int], parameters: FastParameters) -> int:
    if value < 0:
        return -_capped(-value, [-other for other in near], parameters)
    if value and any(other <= 0 for other in near):
        value = min(value, parameters.beside_zero)
    if any(other in (1, 2) for other in near):
        value = min(value, parameters.beside_weak)
    return value


def _fringed(board: Board) -> _Fringed:
    width = board.cols + 2 * _MARGIN
    side, band = bytes([_OUTSIDE]) * _MARGIN, bytes([_OUTSIDE]) * (_MARGIN * width)
    rows = [board.cells[r * board.cols : (r + 1) * board.cols] for r in range(board.rows)]
    return _Fringed(band + b"".join(side + row + side for row in rows) + band, width)
