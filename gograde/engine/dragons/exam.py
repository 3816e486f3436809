"""Does a dragon live?  The class `CGoDragon` of the paper's library calls it `LiveExam`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gograde.engine.dragons.dragon import Dragon, Grid, dragons_of, grid_of, unconditionally_alive
from gograde.engine.dragons.fight import Fight, FightSearch, State
from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.player import Cancelling, never
from gograde.go.position import Position

# -- where a dragon's life is decided: three fights, one of them exact -------------------------------------

SAFE = 4
"""Liberties with which a chain of the attacker counts as safe in a chase; with 3, it errs once in 3,000."""
ENOUGH = 5
"""Liberties with which the target of a chase has escaped."""


@dataclass(frozen=True, slots=True)
class _Sides:
    """A position as the defender of a chain sees it."""

    grid: Grid
    own: int
    other: int
    ko: int
    target: int
    attacks: bool

    @property
    def free(self) -> int:
        """All points without a stone of the attacker."""
        return self.grid.full & ~self.other

    @property
    def empty(self) -> int:
        return self.free & ~self.own

    def fight(self, area: int, own_rim: int, other_rim: int, enough: int = 0) -> Fight:
        """A fight on an area, around which both sides have some points for ever."""
        start = State(self.own & area | own_rim, self.other & area | other_rim, self.ko & area, self.attacks)
        return Fight(self.grid, area, own_rim | other_rim, self.target, start, enough)


def enclosed_fight(position: Position, target: Point, to_play: Stone, most: int) -> Fight | None:
    """The exact fight for the chain at a point, or None when more than `most` empty points are within.

    The theatre is the least set of points that contains the stone; with a point, all its neighbours that hold
    no stone of the opponent; and each chain of the opponent beside it whose liberties are all within.  So the
    opponent's other chains beside it have liberties outside: they are safe.  A ko of the position counts when
    its side is to play.
    """
    sides = _sides(position, target, to_play)
    area = sides.grid.flood(sides.target, sides.free)
    while True:
        if (area & sides.empty).bit_count() > most:
            return None
        caught = _caught(sides, area)
        if not caught:
            return sides.fight(area, 0, sides.grid.beside(area) & ~area)
        area |= caught | sides.grid.flood(sides.grid.beside(caught) & sides.free, sides.free)


def siege(position: Position, dragon: Dragon, to_play: Stone, most: int) -> Fight | None:
    """The fight for the base on the dragon's own points, when the attacker has all points around them.

    Who lives here lives.  The own points are the dragon's stones; its fields, or its eye space if there are
    more than `most` fields; and the opponent's chains whose liberties are all within.  Chains without a
    liberty there are given up.  None when the base is, or when the eye space is larger than `most` too.
    """
    sides = _sides(position, dragon.base.points[0], to_play)
    space = next((s for s in (dragon.fields, dragon.eye_space) if 0 < len(s) <= most), ())
    area = sides.grid.bits(dragon.points) | sides.grid.bits(space)
    area |= _caught(sides, area)
    for chain in sides.grid.parts(area & sides.own):
        if not sides.grid.beside(chain) & area & sides.empty:
            area &= ~chain
    return sides.fight(area, 0, sides.grid.beside(area) & ~area) if area & sides.target else None


def chase(position: Position, target: Point, to_play: Stone, steps: int, most: int) -> Fight | None:
    """The fight for the chain at a point, when the defender has all other points around.

    Who dies here dies, unless a chain of the opponent with four liberties can be captured.  The area is what
    some steps reach from the chain, not through stones of the opponent; all stones of own chains on it; and
    the opponent's chains beside it that have less than four liberties, with these.  The target has escaped
    when it reaches the border or has five liberties.  None when there are more than `most` empty points.
    """
    sides = _sides(position, target, to_play)
    grid = sides.grid
    area = grid.flood(sides.target, sides.own)
    for _ in range(steps):
        area |= grid.beside(area) & sides.free
        area |= grid.flood(area & sides.own, sides.own)
        if (area & sides.empty).bit_count() > most:
            return None
    for chain in grid.parts(sides.other):
        liberties = grid.beside(chain) & sides.empty
        if grid.beside(chain) & area and (liberties.bit_count() < SAFE or not liberties & ~area):
            area |= chain | liberties
    rim = grid.beside(area) & ~area
    return sides.fight(area, rim & sides.free, rim & sides.other, ENOUGH)


def _sides(position: Position, target: Point, to_play: Stone) -> _Sides:
    board = position.board
    grid = grid_of(board.rows, board.cols)
    stone = board.get(target)
    ko = position.ko_point if to_play is position.to_play else None
    return _Sides(
        grid=grid,
        own=grid.stones(board, stone),
        other=grid.stones(board, stone.opponent),
        ko=grid.bits([ko] if ko else []),
        target=grid.bits([target]),
        attacks=to_play is not stone,
    )


def _caught(sides: _Sides, area: int) -> int:
    """The attacker's stones beside an area that are not in it, of chains whose liberties all are."""
    found = 0
    for chain in sides.grid.parts(sides.other & ~area):
        around = sides.grid.beside(chain)
        if around & area and not around & sides.empty & ~area:
            found |= chain
    return found


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


class Fate(StrEnum):
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
    Fate.LIVES: Status.UNSETTLED,
    Fate.DIES: Status.DEAD,
    Fate.UNKNOWN: Status.UNKNOWN,
}
"""The status of a dragon that dies when the opponent moves first, by what becomes of it otherwise."""


@dataclass(frozen=True, slots=True)
class Exam:
    """The outcome, and how many states were looked at."""

    outcome: Fate
    states: int


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
        return Exam(Fate.LIVES, 0)
    spent = 0
    for fight, decisive in fights_for(position, dragon, to_play):
        search = FightSearch(fight, budget, cancelled)
        captured = search.captures(fight.start)
        spent += search.states
        if captured in decisive:
            return Exam(Fate.DIES if captured else Fate.LIVES, spent)
    return Exam(Fate.UNKNOWN, spent)


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


def status_of(
    position: Position, dragon: Dragon, budget: int = BUDGET, cancelled: Cancelling = never
) -> Status:
    """Alive when it lives though the opponent moves first, dead when it dies though its side moves first."""
    return examine(position, dragon, budget, cancelled)[0]


def examine(position: Position, dragon: Dragon, budget: int, cancelled: Cancelling) -> tuple[Status, int]:
    """The status of a dragon, and how many states were looked at."""
    attacked = live_exam(position, dragon, dragon.stone.opponent, budget, cancelled)
    if attacked.outcome is not Fate.DIES:
        return Status.ALIVE if attacked.outcome is Fate.LIVES else Status.UNKNOWN, attacked.states
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
