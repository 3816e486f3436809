"""Players by name for a board of any size: the engine, its rivals, and the bots of the 5x5 game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gograde.arena.game.bot import Bot
from gograde.arena.players.at_board import SIDES, BotAtBoard
from gograde.engine.player import Player

ANY = range(2, 20)
"""The lines of boards on which the engine plays."""

Reader = Callable[[Sequence[str]], list[Bot]]
"""Turns words into bots; raises `UsageError` for a word that is none."""


@dataclass(frozen=True)
class Seat:
    """A player, and the sizes of board on which it plays."""

    player: Player
    sides: Sequence[int]

    @property
    def usual(self) -> int:
        """The size of board where nobody says which."""
        return self.sides[-1]


def seat(word: str, seed: int, read: Reader) -> Seat:
    """The player of a word; raises `UsageError` for a word that is none."""
    [bot] = read([word])
    return Seat(BotAtBoard(bot, seed), SIDES)
