"""The interface of everything that can take part in games."""

from __future__ import annotations

from typing import Protocol

from gograde.arena.game.referee import Player


class Bot(Protocol):
    """A bot that takes part in games; `digest` changes whenever its play may change."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def player(self, seed: int) -> Player:
        """The bot in a new game, as either colour."""
        ...
