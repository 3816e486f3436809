"""Players of any board at the course's game, and bots of the course's game at a live board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from gograde.arena.game import five_by_five
from gograde.arena.game.five_by_five import KOMI, PLIES, SIDE, START, Answer, Bot, Fault, Termination, View
from gograde.engine.faults import Cancelling, PlayerFault, Resigned, check, never
from gograde.engine.player import Player
from gograde.errors import UsageError
from gograde.go.board import Point, Stone
from gograde.go.live import LiveGame
from gograde.go.moves import Illegal

# -- players of boards of any size as bots of the 5x5 game -------------------------------------------------

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


# -- bots of the 5x5 game as players of a live game, so that they can sit at any board of that size --------


class BotAtBoard:
    """A bot as `gograde.engine.player.Player`.

    It thinks as in the course's game, in which stones count and 24 plies are the last.  A move cannot be
    interrupted; when nobody waits for it any more, it comes to nothing.
    """

    def __init__(self, bot: Bot, seed: int) -> None:
        self.name = bot.name
        self._bot, self._seed = bot, seed
        self._playing: five_by_five.Player | None = None
        self._last: LiveGame | None = None

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None:
        """The bot's answer; raises `PlayerFault` where it gives none."""
        if game.side != SIDE:
            raise UsageError(self.name, f"plays on {SIDE}x{SIDE} only", f"use a board of {SIDE} lines")
        player = self._player_of(game)
        answer = player.move(view_of(game))
        check(cancelled)
        if isinstance(answer, Fault):
            raise PlayerFault(self.name, answer.termination, answer.reason)
        return answer.point

    def close(self) -> None:
        """Nobody plays any more."""
        if self._playing is not None:
            self._playing.close()
        self._playing = self._last = None

    def _player_of(self, game: LiveGame) -> five_by_five.Player:
        """The bot in this game; it starts anew when the game does not go on from where it last moved."""
        last, self._last = self._last, game
        if self._playing is None or last is None or not goes_on(last, game):
            self.close()
            self._playing, self._last = self._bot.player(self._seed), game
        return self._playing


def goes_on(before: LiveGame, after: LiveGame) -> bool:
    """Has the second game all steps of the first, and then more?"""
    kept = after.steps[: len(before.steps)]
    return before.start == after.start and kept == before.steps and len(after.steps) > len(before.steps)


def view_of(game: LiveGame) -> View:
    """What a bot sees of a live game."""
    if not game.steps and game.start.board == START.board and game.to_play is Stone.BLACK:
        return View(START, 1)
    first = 1 if game.start.to_play is Stone.BLACK else 2
    return View(game.position, min(len(game.steps) + first, PLIES))
