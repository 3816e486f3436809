"""A session of the protocol as a value: the game, the games to go back to, komi, and who plays.

A command is a pure function of a session and its arguments.  It gives the next session and the text of the
answer, or raises `Refused`, which changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gograde.engine.gtp.vertices import write_vertex
from gograde.go.board import Point, Stone
from gograde.go.moves import Illegal
from gograde.go.player import RESIGNED, Answer, Fault, Player
from gograde.go.position import LiveGame

SYNTAX = "syntax error"


class Refused(Exception):  # noqa: N818 - a failure of the protocol, not of this program
    """A command that cannot be done; its text is the answer."""


@dataclass(frozen=True)
class Session:
    """What an engine of the protocol remembers between two commands."""

    name: str
    """What the player is called."""

    player: Player
    sides: Sequence[int]
    """The sizes of board that the player knows."""

    game: LiveGame
    komi: float = 0.0
    version: str = ""
    past: tuple[LiveGame, ...] = ()
    """The games before each move, which `undo` goes back to."""

    over: bool = False
    """Was it asked to quit?"""

    def begun(self, game: LiveGame) -> Session:
        """Another game, with nothing to go back to."""
        return replace(self, game=game, past=())

    def moved(self, stone: Stone, point: Point | None) -> Session:
        """After a move of a colour; when it is not its turn, the other side passes first.

        Raises `Refused` for an illegal move.
        """
        after = self.game.in_turn(stone).go(point)
        if isinstance(after, Illegal):
            raise Refused("illegal move")
        return replace(self, game=after, past=(*self.past, self.game))

    def chosen(self, stone: Stone) -> Answer | None:
        """The player's move for a colour, None when it resigns; raises `Refused` for any other fault."""
        game = replace(self.game.in_turn(stone), komi=self.komi)
        answer = self.player.choose(game)
        if answer == RESIGNED:
            return None
        if isinstance(answer, Fault):
            raise Refused(f"{self.name}: {answer}")
        if answer.point is not None and not game.can_go(answer.point):
            raise Refused(f"{self.name} chose {write_vertex(answer.point, game.side)}, which is illegal")
        return answer


Response = tuple[Session, str]
CommandOf = Callable[[Session, tuple[str, ...]], Response]


def arguments(words: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Exactly `count` arguments; raises `Refused` for fewer or more."""
    if len(words) != count:
        raise Refused(SYNTAX)
    return words


def whole(word: str) -> int:
    """A whole number from 0; raises `Refused` for anything else."""
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise Refused(SYNTAX)
    return int(word)
