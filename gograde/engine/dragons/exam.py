"""Does a dragon live?  The class `CGoDragon` of the paper's library calls it `LiveExam`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from gograde.engine.cancelled import Cancelling, never
from gograde.engine.dragons.alive import unconditionally_alive
from gograde.engine.dragons.dragon import Dragon, dragons_of
from gograde.engine.dragons.fight import Fight
from gograde.engine.dragons.grid import grid_of
from gograde.engine.dragons.search import Search
from gograde.engine.dragons.theatre import chase, enclosed_fight, siege
from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.position import Position

BUDGET = 10_000
"""States that an exam looks at in one fight, at most: a quarter of a second of CPU."""
BUDGET_OF_ALL = 4_000
"""States of the exams of all dragons of a board together: what is said of them must be shown at once."""
SHARE = 500
"""States that each of these exams looks at in one fight, at most."""
MOST_ENCLOSED = 20
"""Empty points of an enclosed fight; with more, the budget never suffices."""
MOST_BESIEGED = 12
"""Empty points of a siege, for the same reason; its answers are worth less."""
MOST_CHASED = 24
"""Empty points of a chase, which ends early where the target gets liberties."""
CHASES = (3, 2)
"""Steps of the chases; a short one is cheaper, and a long one finds more."""


Decisive = tuple[bool, ...]
"""The answers of a fight that hold for the whole board: captured, not captured, or either."""


class Outcome(StrEnum):
    """What an exam found; a seki lives."""

    LIVES = "lives"
    DIES = "dies"
    UNKNOWN = "unknown"


class Status(StrEnum):
    """What becomes of a dragon whoever moves first; an unsettled one lives or dies by that."""

    ALIVE = "alive"
    UNSETTLED = "unsettled"
    DEAD = "dead"
    UNKNOWN = "unknown"


_SETTLED = {
    Outcome.LIVES: Status.UNSETTLED,
    Outcome.DIES: Status.DEAD,
    Outcome.UNKNOWN: Status.UNKNOWN,
}
"""The status of a dragon that dies when the opponent moves first, by what becomes of it otherwise."""


@dataclass(frozen=True, slots=True)
class Exam:
    """The outcome, the move that brings it about, and how many states were looked at.

    `move` is None when that is a pass, and when the side to move gets nothing from any move.  `by_ko` says
    that the outcome of the fight would be the other one if ko did not bind the side that loses it.
    """

    outcome: Outcome
    move: Point | None
    states: int
    by_ko: bool = False


def live_exam(
    position: Position,
    dragon: Dragon,
    to_play: Stone,
    budget: int = BUDGET,
    cancelled: Cancelling = never,
) -> Exam:
    """Does the dragon's base live when `to_play` moves first?

    A base that no row of moves captures though its side passes (Benson) lives.  Otherwise up to four fights
    are searched, until one gives an answer.  The enclosed fight, if at most 20 empty points are within, is
    exact.  Who lives in a siege lives.  Who is captured in a chase of three steps, or of two, dies.  Each
    search looks at `budget` states at most; when none has an answer, it is unknown.  Raises `DataError` when
    the dragon is not on the board, and `Cancelled`.
    """
    target = target_of(position.board, dragon)
    if is_secure(position.board, target):
        return Exam(Outcome.LIVES, None, 0)
    spent = 0
    for fight, decisive in fights_for(position, dragon, to_play):
        search = Search(fight, budget, cancelled)
        captured = search.captures(fight.start)
        spent += search.states
        if captured in decisive:
            move = search.reply(fight.start)
            outcome = Outcome.DIES if captured else Outcome.LIVES
            by_ko = search.met_ko and _turns(fight, bool(captured), budget, cancelled)
            return Exam(outcome, fight.grid.point(move) if move else None, spent, by_ko)
    return Exam(Outcome.UNKNOWN, None, spent)


def fights_for(
    position: Position, dragon: Dragon, to_play: Stone
) -> Iterator[tuple[Fight, tuple[bool, ...]]]:
    """The fights for a dragon, each with the answers that hold for the whole board."""
    target = dragon.base.points[0]
    if fight := enclosed_fight(position, target, to_play, MOST_ENCLOSED):
        yield fight, (True, False)
    if fight := siege(position, dragon, to_play, MOST_BESIEGED):
        yield fight, (False,)
    for steps in CHASES:
        if fight := chase(position, target, to_play, steps, MOST_CHASED):
            yield fight, (True,)


def _turns(fight: Fight, captured: bool, budget: int, cancelled: Cancelling) -> bool:
    """Has a fight the other outcome when ko does not bind the loser?"""
    free = fight.start.attacks is not captured
    start = fight.start._replace(ko=0) if free else fight.start
    again = Search(replace(fight, threats=not captured, start=start), budget, cancelled)
    return again.captures(start) is (not captured)


def status_of(
    position: Position, dragon: Dragon, budget: int = BUDGET, cancelled: Cancelling = never
) -> Status:
    """Alive when it lives though the opponent moves first, dead when it dies though its side moves first."""
    return examine(position, dragon, budget, cancelled)[0]


def examine(position: Position, dragon: Dragon, budget: int, cancelled: Cancelling) -> tuple[Status, int]:
    """The status of a dragon, and how many states were looked at."""
    attacked = live_exam(position, dragon, dragon.stone.opponent, budget, cancelled)
    if attacked.outcome is not Outcome.DIES:
        return Status.ALIVE if attacked.outcome is Outcome.LIVES else Status.UNKNOWN, attacked.states
    defended = live_exam(position, dragon, dragon.stone, budget, cancelled)
    return _SETTLED[defended.outcome], attacked.states + defended.states


def statuses(
    position: Position, budget: int = BUDGET_OF_ALL, cancelled: Cancelling = never
) -> tuple[tuple[Dragon, Status], ...]:
    """All dragons, in the order of `dragons_of`, with what can be said at once about each.

    All exams together look at about `budget` states, at one dragon after the other, those with few liberties
    first.
    """
    found = dragons_of(position.board)
    left, said = budget, {}
    for number, dragon in sorted(enumerate(found), key=lambda d: (len(d[1].liberties), d[1].base.points)):
        said[number], states = examine(position, dragon, max(0, min(left, SHARE)), cancelled)
        left -= states
    return tuple((dragon, said[number]) for number, dragon in enumerate(found))


def target_of(board: Board, dragon: Dragon) -> Point:
    """The first stone of the dragon's base; raises `DataError` when it is not on the board."""
    first = dragon.base.points[0]
    if first not in board or board.get(first) is not dragon.stone:
        what = f"no {dragon.stone.name.lower()} stone is on ({first.row}, {first.column})"
        raise DataError("dragon", what, "give a dragon of this board")
    return first


def is_secure(board: Board, point: tuple[int, int]) -> bool:
    """Is the stone's chain unconditionally alive on the whole board?"""
    grid = grid_of(board.rows, board.cols)
    stone = board.get(point)
    own, other = grid.stones(board, stone), grid.stones(board, stone.opponent)
    return bool(grid.bits([point]) & unconditionally_alive(grid, grid.full, own, other))
