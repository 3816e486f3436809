"""The reference players: random, greedy, alpha-beta, Monte Carlo tree search, Q-learning, perfect.

All players are deterministic for a seed, and keep no state between moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256

from gograde.arena.game.rules import Chooser, View, drawn, one_of, view_of
from gograde.code_closure import code_digest
from gograde.errors import UsageError
from gograde.go.board import Point, Stone
from gograde.go.moves import Illegal
from gograde.go.player import Answer, Cancelling, Player, never
from gograde.go.position import LiveGame, Position

RANDOM = "random"
NAMES = (
    RANDOM,
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
SINGLE = (RANDOM, "greedy", "qlearning", "perfect")
_FAMILY = re.compile(r"(alphabeta|mcts)-([1-9][0-9]{0,5})")
_DEEPEST = 8
"""The most plies that alpha-beta may look ahead."""


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
    """The reference player with this name; raises UsageError for a name that nobody here has.

    All but `random` think ahead; what students are handed has none of them.
    """
    if name == RANDOM:
        return play_random
    if not is_reference(name):
        raise UsageError(name, "no such reference player", f"choose one of {', '.join(NAMES)}")
    try:
        from gograde.arena.players.thinking import thinker
    except ModuleNotFoundError:
        raise UsageError(name, "does not play in gograde-check", "leave out --full") from None
    return thinker(*_family(name))


def is_reference(name: str) -> bool:
    """Whether a reference player has this name."""
    family, strength = _family(name)
    return family in SINGLE or family == "mcts" or (family == "alphabeta" and strength <= _DEEPEST)


def _family(name: str) -> tuple[str, int]:
    found = _FAMILY.fullmatch(name)
    return (found[1], int(found[2])) if found else (name if name in SINGLE else "", 0)


def play_random(view: View, seed: int) -> Point | None:
    """A uniformly random legal point; a pass only when no point is legal."""
    points = _legal(view.position)
    return one_of(points, seed) if points else None


def _legal(position: Position) -> list[Point]:
    """Every point that may be played, row by row: each is tried."""
    empty = position.board.points(Stone.EMPTY)
    return [point for point in empty if not isinstance(position.play(point), Illegal)]
