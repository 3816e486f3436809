"""A controller for tests: it says lines to a session and keeps the answers."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.engine.faults import Cancelling, never
from gograde.engine.gtp.commands import serve
from gograde.engine.gtp.session import Session
from gograde.go import Point
from gograde.go.live import LiveGame


@dataclass(frozen=True)
class First:
    """A player that takes the first legal point, row by row."""

    name: str = "first"

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None:
        return next(iter(game.position.legal_points()), None)


def session(side: int = 5, sides: range = range(2, 20)) -> Session:
    """A session of `First`."""
    return Session(First(), sides, LiveGame.empty(side), version="1.2")


def talk(lines: str, start: Session | None = None) -> list[str]:
    """What is answered to these lines, without the blank lines."""
    said: list[str] = []
    serve(start or session(), lines.splitlines(), said.append)
    assert all(answer.endswith("\n\n") and "\n\n" not in answer[:-2] for answer in said)
    return [answer[:-2] for answer in said]
