"""Who holds which point: the estimate of the fields of both sides.

Source: the course's paper on influence, its sections on measures and on spheres, and `EstimateFields`,
`nHolder` and `nFields` of its library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gograde.engine.dragons.dragon import Dragon, dragon_at, dragons_of
from gograde.engine.dragons.exam import BUDGET_OF_ALL, SHARE, Status, status_of, statuses
from gograde.go.area import area_score, empty_regions
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


# -- which stones are dead at the end of a game, when nobody plays any more --------------------------------
# An exam shows that some dragons die.  When these are off the board, those of unknown status are lost that
# look good for less than one eye, since nobody comes to help them.

ONE_EYE = 1.0
"""The viability below which a dragon of unknown status is lost."""

Test = Callable[[Dragon, Status], bool]
"""Whether a dragon with this status is lost."""


def dead_stones(position: Position) -> frozenset[Point]:
    """The dead stones of both sides.

    Dragons that are lost are taken off the board, the shown ones first, until none is left that is lost.
    What is taken is dead where it leaves the opponent territory: its region then touches him alone.
    """
    board, taken = position.board, list[Dragon]()
    while found := _lost(Position(board, position.to_play)):
        board = board.with_stones(Stone.EMPTY, _stones(found))
        taken += found
    while True:
        kept = _leaving_territory(position.board, taken)
        if len(kept) == len(taken):
            return frozenset(_stones(taken))
        taken = kept


def _lost(position: Position) -> list[Dragon]:
    """The dragons that an exam shows to die; when there are none, those that look lost."""
    known = statuses(position)
    for is_lost in (_is_shown, _looks_lost):
        lost = [dragon for dragon, status in known if is_lost(dragon, status)]
        sure = [dragon for dragon in lost if _is_lost_alone(position, dragon, lost, is_lost)]
        if sure:
            return sure
    return []


def _is_shown(dragon: Dragon, status: Status) -> bool:
    return status is Status.DEAD


def _looks_lost(dragon: Dragon, status: Status) -> bool:
    return status is Status.UNKNOWN and dragon.viability < ONE_EYE


def _is_lost_alone(position: Position, dragon: Dragon, lost: Sequence[Dragon], is_lost: Test) -> bool:
    """Would a dragon be lost too if it had captured all lost dragons of the opponent?

    The opponent is next then, and kills what is unsettled.
    """
    rivals = [each for each in lost if each.stone is not dragon.stone]
    if not rivals:
        return True
    board = position.board.with_stones(Stone.EMPTY, _stones(rivals))
    alone = dragon_at(dragons_of(board), dragon.base.points[0])
    if alone is None:
        return False
    status = status_of(Position(board, dragon.stone.opponent), alone, SHARE)
    return status in {Status.DEAD, Status.UNSETTLED} or is_lost(alone, status)


def _leaving_territory(board: Board, dead: Sequence[Dragon]) -> list[Dragon]:
    """The dragons whose points are territory of the opponent once all of these are off the board."""
    left = board.with_stones(Stone.EMPTY, _stones(dead))
    reached = {board.point(place): colours for places, colours in empty_regions(left) for place in places}
    return [
        dragon for dragon in dead if all(reached[point] == {dragon.stone.opponent} for point in dragon.points)
    ]


def _stones(dragons: Iterable[Dragon]) -> list[Point]:
    return [point for dragon in dragons for point in dragon.points]


def final_lead(position: Position, komi: float) -> float:
    """Black's lead in points by area without the dead stones, komi counted."""
    left = position.board.with_stones(Stone.EMPTY, dead_stones(position))
    return area_score(left).margin - komi
