"""Players of boards of any size as bots of the 5x5 game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from gograde.arena.game import five_by_five
from gograde.arena.game.five_by_five import KOMI, START, Answer, Fault, Termination, View
from gograde.engine.faults import PlayerFault, Resigned
from gograde.engine.player import Player
from gograde.go.board import Point
from gograde.go.live import LiveGame
from gograde.go.moves import Illegal

RESIGNED = "resigned"


class Closing(Protocol):
    """What some players have: they are told when nobody plays any more."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class PlayerBot:
    """A player as a bot; `make` gives it for a seed, and `digest` stands for all that its play depends on."""

    name: str
    digest: str
    make: Callable[[int], Player]

    def player(self, seed: int) -> InGame:
        return InGame(self.make(seed))


class InGame(five_by_five.Player):
    """A player on one side of one game, which it is shown as a live game."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._game: LiveGame | None = None

    def move(self, view: View) -> Answer | Fault:
        """The player's move; resigning is no answer, since the course's game has no such move."""
        game = seen(self._game, view)
        try:
            point = self._player.choose(game)
        except PlayerFault as fault:
            return Fault(Termination(fault.kind), fault.reason)
        except Resigned:
            return Fault(Termination.NO_ANSWER, RESIGNED)
        after = game.go(point)
        self._game = None if isinstance(after, Illegal) else after
        return Answer(point)

    def close(self) -> None:
        close_player(self._player)


def close_player(player: Player | Closing) -> None:
    """Tell a player that nobody plays any more, where it wants to know."""
    close = getattr(player, "close", None)
    if close is not None:
        close()


def seen(own: LiveGame | None, view: View) -> LiveGame:
    """The live game of a view: the game after the player's last move, and the opponent's move since then.

    A view whose past the player has not seen begins a game of its own.
    """
    if own is None and view.ply <= 2:
        own = LiveGame(START, KOMI)
    if own is not None and view.ply > 1 and own.position.board == view.position.previous:
        moved = own.go(_last_move(view))
        if isinstance(moved, LiveGame) and moved.position.board == view.position.board:
            return moved
    return own if own is not None and view.ply == 1 else LiveGame(view.position, KOMI)


def _last_move(view: View) -> Point | None:
    """Where the opponent played, None for a pass."""
    before, now = view.position.previous, view.position.board
    other = view.stone.opponent
    new = [point for point in now.points(other) if before is None or not before.get(point)]
    return new[0] if new else None
