"""Who holds which point: the estimate of the fields of both sides.

Source: the course's paper on influence, its sections on measures and on spheres, and `EstimateFields`,
`nHolder` and `nFields` of its library.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gograde.engine.dragons.dragon import Dragon
from gograde.engine.dragons.exam import BUDGET_OF_ALL, Status, statuses
from gograde.go.area import empty_regions
from gograde.go.board import Board, Point, Stone
from gograde.go.influence.models import SIGNS, IntGrid, by_rows, in_order
from gograde.go.influence.territory import situation_value, territory_of
from gograde.go.player import Cancelling, never
from gograde.go.position import Position


@dataclass(frozen=True, slots=True)
class Fields:
    """The points of one side: its living stones, its territory, and the solid part of that.

    A dead stone of the opponent is territory.
    """

    stones: int
    territory: int
    solid: int

    @property
    def area(self) -> int:
        """Stones and territory."""
        return self.stones + self.territory


@dataclass(frozen=True, slots=True)
class FieldsEstimate:
    """The holder of every point (1 black, -1 white, 0 nobody), and what each side holds.

    `solid` marks solid territory in the same way, and is 0 on living stones.  `situation` is SFB with the
    dead stones that were found.
    """

    holder: IntGrid
    solid: IntGrid
    dead: tuple[Point, ...]
    black: Fields
    white: Fields
    situation: float

    @property
    def margin(self) -> int:
        """Black's area minus white's."""
        return self.black.area - self.white.area


def estimate_fields(
    position: Position, budget: int = BUDGET_OF_ALL, cancelled: Cancelling = never
) -> FieldsEstimate:
    """The fields of both sides, with the dragons dead whose status is dead.

    Where dead dragons of both sides touch, none of them is dead: they race.  All exams together look at about
    `budget` states.
    """
    dead = [d for d, status in statuses(position, budget, cancelled) if status is Status.DEAD]
    return fields_with(position.board, [d for d in dead if not any(_touch(d, other) for other in dead)])


def _touch(dragon: Dragon, other: Dragon) -> bool:
    if dragon.stone is other.stone:
        return False
    stones = {point for chain in dragon.chains for point in chain.points}
    return any(abs(p.row - q.row) + abs(p.column - q.column) == 1 for p in stones for q in other.points)


def fields_with(board: Board, dead: Iterable[Dragon]) -> FieldsEstimate:
    """The fields of both sides when these dragons are dead.

    Living stones hold their points.  The dead are taken off the board.  An empty region of that board is
    territory, and solid, when it touches one side only and has at most half of the points of the board.  In
    other regions the force model says what is territory and what is solid, on that board too.
    """
    gone = tuple(sorted(point for dragon in dead for point in dragon.points))
    left = board.with_stones(Stone.EMPTY, gone)
    held, solid = _territory(left)
    holder = [SIGNS[cell] or side for cell, side in zip(left.cells, held, strict=True)]
    black, white = (_fields(left, held, solid, stone) for stone in (Stone.BLACK, Stone.WHITE))
    value = situation_value(board, gone)
    return FieldsEstimate(by_rows(board, holder), by_rows(board, solid), gone, black, white, value)


def _territory(board: Board) -> tuple[list[int], list[int]]:
    """Whose territory each empty point is, and whose solid territory."""
    found = territory_of(board)
    held, solid = in_order(found.owner), in_order(found.solid)
    for places, reached in empty_regions(board):
        if len(reached) == 1 and 2 * len(places) <= len(board.cells):
            for place in places:
                held[place] = solid[place] = SIGNS[min(reached)]
    return held, solid


def _fields(board: Board, held: list[int], solid: list[int], stone: Stone) -> Fields:
    side = SIGNS[stone]
    return Fields(board.cells.count(stone), held.count(side), solid.count(side))
