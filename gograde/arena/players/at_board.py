"""Bots of the 5x5 game as players of a live game, so that they can sit at any board of that size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gograde.arena.game.five_by_five import PLIES, SIDE, START, Bot, Fault, View
from gograde.engine.cancelled import Cancelling, check, never
from gograde.engine.faults import PlayerFault
from gograde.errors import UsageError
from gograde.go.board import Point, Stone
from gograde.go.live import LiveGame

if TYPE_CHECKING:
    from gograde.arena.game.five_by_five import Player


class BotAtBoard:
    """A bot as `gograde.engine.player.Player`.

    It thinks as in the course's game, in which stones count and 24 plies are the last.  A move cannot be
    interrupted; when nobody waits for it any more, it comes to nothing.
    """

    def __init__(self, bot: Bot, seed: int) -> None:
        self.name = bot.name
        self._bot, self._seed = bot, seed
        self._playing: Player | None = None
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

    def _player_of(self, game: LiveGame) -> Player:
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
