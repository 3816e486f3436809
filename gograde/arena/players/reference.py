"""The reference players: random, greedy, alpha-beta, Monte Carlo tree search, Q-learning, perfect.

All players are deterministic for a seed, and keep no state between moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from gograde.arena.game.rules import SIDE, View, drawn, one_of, view_of
from gograde.code_closure import code_digest
from gograde.errors import UsageError
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal, group_at
from gograde.go.player import Answer, Cancelling, Player, never
from gograde.go.position import LiveGame, Position

Chooser = Callable[[View, int], Point | None]
"""A move for a position and a seed; None is a pass."""

NAMES = (
    "random",
    "greedy",
    "alphabeta-1",
    "alphabeta-2",
    "alphabeta-3",
    "alphabeta-4",
    "mcts-200",
    "mcts-1000",
    "qlearning",
    "perfect",
)
_FAMILY = re.compile(r"(alphabeta|mcts)-([1-9][0-9]{0,5})")
_DEEPEST = 8
"""The most plies that alpha-beta may look ahead."""

_TABLE_BITS = 18
"""The binary logarithm of the number of buckets in the solver's table."""


@dataclass(frozen=True, slots=True)
class ReferencePlayer(Player):
    """A reference player, which thinks as in the course's game at any board of that size."""

    chooser: Chooser
    seed: int

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer:
        """The answer to a position; always legal, and given even if it is not wanted any more."""
        return self.answer(view_of(game))

    def answer(self, view: View) -> Answer:
        """The answer to a view."""
        return Answer(self.chooser(view, drawn(self.seed, view.ply)))


@dataclass(frozen=True, slots=True)
class ReferenceBot:
    """A reference player by name; `player` raises UsageError for an unknown name."""

    name: str
    digest: str = field(init=False)
    """SHA-256 of the name and of all code that the reference players depend on."""

    def __post_init__(self) -> None:
        digest = sha256(f"{self.name}\n{code_digest(__name__)}".encode()).hexdigest()
        object.__setattr__(self, "digest", digest)

    def player(self, seed: int) -> Player:
        return ReferencePlayer(chooser(self.name), seed)


def chooser(name: str) -> Chooser:
    """The reference player with this name; raises UsageError for an unknown name."""
    if name in _SIMPLE:
        return _SIMPLE[name]
    family, strength = _family(name)
    if family == "alphabeta" and strength <= _DEEPEST:
        return lambda view, seed: _alpha_beta(view, strength, seed)
    if family == "mcts":
        return lambda view, seed: _tree_search(view, strength, seed)
    raise UsageError(name, "no such reference player", f"choose one of {', '.join(NAMES)}")


def is_reference(name: str) -> bool:
    """Whether a reference player has this name."""
    family, strength = _family(name)
    return name in _SIMPLE or family == "mcts" or (family == "alphabeta" and strength <= _DEEPEST)


def _family(name: str) -> tuple[str, int]:
    found = _FAMILY.fullmatch(name)
    return (found[1], int(found[2])) if found else ("", 0)


def play_random(view: View, seed: int) -> Point | None:
    """A uniformly random legal point; a pass only when no point is legal."""
    points = _legal(view.position)
    return one_of(points, seed) if points else None


def play_greedy(view: View, seed: int) -> Point | None:
    """A point that captures most stones; among equals, one whose chain then has most liberties."""
    points = _legal(view.position)
    return _most_gained(view.position, points, seed) if points else None


def _most_gained(position: Position, points: Sequence[Point], seed: int) -> Point:
    gains = {point: _gain(position, point) for point in points}
    most = max(gains.values())
    return one_of([point for point in points if gains[point] == most], seed)


def play_learned(view: View, seed: int) -> Point | None:
    """The best point by the table of Q-learning; among equals, the choice of the greedy player."""
    from gograde.arena.players.qtable import best, read_table, worths

    points = best(worths(view, read_table()))
    return _most_gained(view.position, points, seed) if points else None


def play_perfect(view: View, _: int) -> Point | None:
    """The choice of book and exact search; the seed changes nothing.

    The solver's table is new for each move, so that the choice depends only on the position and the ply.
    """
    from gograde.arena.players.book import choose, shipped_book
    from gograde.go.solver.exact import Solver

    return choose(Solver(_TABLE_BITS), shipped_book(), view.position, max(view.plies_left, 1))


_SIMPLE: dict[str, Chooser] = {
    "random": play_random,
    "greedy": play_greedy,
    "qlearning": play_learned,
    "perfect": play_perfect,
}


def _gain(position: Position, point: Point) -> tuple[int, int]:
    """Stones captured by a legal move, and liberties of the chain it makes."""
    after = position.play(point)
    if isinstance(after, Illegal):
        raise ValueError(str(after))
    other = after.to_play
    captured = position.board.cells.count(other) - after.board.cells.count(other)
    made = group_at(after.board, after.board.index(point), bytearray(len(after.board.cells)))
    return captured, len(made.liberties)


def _legal(position: Position) -> list[Point]:
    """Every point that may be played, row by row: each is tried."""
    empty = position.board.points(Stone.EMPTY)
    return [point for point in empty if not isinstance(position.play(point), Illegal)]


def _alpha_beta(view: View, depth: int, seed: int) -> Point | None:
    from gograde.arena.players.search_kernels import alpha_beta

    return _point(alpha_beta(situation(view), depth, seed >> 1))


def _tree_search(view: View, playouts: int, seed: int) -> Point | None:
    from gograde.arena.players.search_kernels import tree_search

    return _point(tree_search(situation(view), playouts, seed >> 1))


def situation(view: View) -> tuple[int, int, int, int, bool, int]:
    """The view as arguments of the kernels."""
    position, ko = view.position, view.position.ko_point
    own, other = bits(position.board, view.stone), bits(position.board, view.stone.opponent)
    forbidden = 0 if ko is None else 1 << position.board.index(ko)
    return own, other, forbidden, position.passes, view.stone is Stone.BLACK, view.plies_left


def bits(board: Board, stone: Stone) -> int:
    """The points that hold `stone`, bit 5 * row + column for each."""
    return sum(1 << place for place, cell in enumerate(board.cells) if cell == stone)


def _point(move: int) -> Point | None:
    return None if move == SIDE * SIDE else Point(*divmod(int(move), SIDE))
