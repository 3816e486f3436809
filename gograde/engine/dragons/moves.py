"""Moves for a dragon: `Expand` and `Defend` of the class `CGoDragon` in the paper's library."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gograde.engine.cancelled import Cancelling, check, never
from gograde.engine.dragons.dragon import Dragon, dragon_at, dragons_of
from gograde.engine.dragons.exam import BUDGET, Outcome, fights_for, target_of
from gograde.engine.dragons.fight import Fight
from gograde.engine.dragons.grid import grid_of
from gograde.engine.dragons.search import Search
from gograde.go.board import Point, Stone
from gograde.go.position import Position

REACH = 2
"""Steps from the dragon's stones and fields to a move that expands it: a one-point jump."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move of the dragon's side, and what the dragon is after it, with the opponent to move.

    `gain` is how many fields the move adds to those of all dragons that it binds together.
    """

    point: Point
    outcome: Outcome
    viability: float
    gain: int


def defend(
    position: Position, dragon: Dragon, budget: int = BUDGET, cancelled: Cancelling = never
) -> tuple[Advice, ...]:
    """The moves that save a dragon which dies when the opponent moves first.

    Moves after which it lives come first, then moves after which its chase fails.  Those of a kind are in the
    order of viability, then of gain, then of points.  The list is empty when no move saves the dragon, and
    when an exam does not say that it dies.  The moves are those of the fight that says so, with the same
    search; it looks at `budget` states in all.
    """
    target_of(position.board, dragon)
    pairs = zip(
        fights_for(position, dragon, dragon.stone.opponent),
        fights_for(position, dragon, dragon.stone),
        strict=True,
    )
    for (attack, decisive), (defence, _) in pairs:
        captured = Search(attack, budget, cancelled).captures(attack.start)
        if captured in decisive:
            outcome = Outcome.LIVES if False in decisive else Outcome.UNKNOWN
            points = _saving(defence, budget, cancelled) if captured else []
            return _advice(position, dragon, points, outcome, cancelled)
    return ()


def expand(position: Position, dragon: Dragon, cancelled: Cancelling = never) -> tuple[Advice, ...]:
    """The moves that enlarge the dragon's fields, best first; none of them is examined for life.

    They are at most two steps from its stones and fields.  The order is that of gain, then of viability, then
    of points.
    """
    target_of(position.board, dragon)
    grid = grid_of(position.board.rows, position.board.cols)
    empty = grid.stones(position.board, Stone.EMPTY)
    near = grid.bits(dragon.points) | grid.bits(dragon.fields)
    for _ in range(REACH):
        near |= grid.beside(near) & empty
    found = _advice(position, dragon, grid.points(near & empty), Outcome.UNKNOWN, cancelled)
    return tuple(sorted((a for a in found if a.gain > 0), key=lambda a: (-a.gain, -a.viability, a.point)))


def _saving(fight: Fight, budget: int, cancelled: Cancelling) -> list[Point]:
    """The defender's moves after which the attacker cannot capture."""
    search = Search(fight, budget, cancelled)
    return [
        fight.grid.point(step.move)
        for step in fight.steps(fight.start)
        if step.move and search.captures(step.after) is False
    ]


def _advice(
    position: Position, dragon: Dragon, points: Iterable[Point], outcome: Outcome, cancelled: Cancelling
) -> tuple[Advice, ...]:
    """What the dragon is after each of these moves that is legal, the most viable first."""
    before = dragons_of(position.board)
    found = []
    for point in points:
        check(cancelled)
        after = _played(position, dragon.stone, point)
        now = after and dragon_at(dragons_of(after.board), dragon.base.points[0])
        if now:
            stones = set(now.points)
            bound = [d for d in before if d.stone is dragon.stone and not stones.isdisjoint(d.points)]
            gain = len(now.fields) - sum(len(d.fields) for d in bound)
            found.append(Advice(point, outcome, now.viability, gain))
    return tuple(sorted(found, key=lambda a: (-a.viability, -a.gain, a.point)))


def _played(position: Position, stone: Stone, point: Point) -> Position | None:
    """The position after a stone, whoever is to play; ko binds only who is."""
    start = position if position.to_play is stone else replace(position, to_play=stone, previous=None)
    after = start.play(point)
    return after if isinstance(after, Position) else None
