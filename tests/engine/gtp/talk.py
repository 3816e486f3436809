"""A controller for tests: it says lines to a session and keeps the answers."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.engine.gtp.commands import Session, serve
from gograde.go.player import Answer, Cancelling, Player, never
from gograde.go.position import LiveGame


@dataclass(frozen=True)
class First(Player):
    """A player that takes the first legal point, row by row."""

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer:
        return Answer(next(iter(game.position.legal_points()), None))


def session(side: int = 5, sides: range = range(2, 20)) -> Session:
    """A session of `First`."""
    return Session("first", First(), sides, LiveGame.empty(side), version="1.2")


def talk(lines: str, start: Session | None = None) -> list[str]:
    """What is answered to these lines, without the blank lines."""
    said: list[str] = []
    serve(start or session(), lines.splitlines(), said.append)
    assert all(answer.endswith("\n\n") and "\n\n" not in answer[:-2] for answer in said)
    return [answer[:-2] for answer in said]
