"""Players of a game on any board."""

from __future__ import annotations

from typing import Protocol

from gograde.engine.cancelled import Cancelled, Cancelling, never
from gograde.go.board import Point
from gograde.go.live.game import LiveGame

__all__ = ["Cancelled", "Player", "never"]


class Player(Protocol):
    @property
    def name(self) -> str: ...

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None: ...
