"""A person at the terminal, as a player."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from gograde.cli.matches.boards import move_text, picture_of, read_move
from gograde.cli.matches.games import say
from gograde.engine.faults import Cancelling, Left, Resigned, TakenBack, never
from gograde.go.board import Point
from gograde.go.moves import Illegal

if TYPE_CHECKING:
    from gograde.go.live import LiveGame

HUMAN = "human"
TAKEN_BACK = 2
"""Plies that `undo` takes back: the person's own and the answer to it."""

_HELP = "Type {move}, pass, undo, moves (what is legal), resign or quit."


def person(*, err: bool) -> Person:
    """Who sits at this terminal; with `err` it is talked to on stderr."""
    return Person(lambda: sys.stdin.buffer.readline().decode("utf-8", "replace"), err=err)


class Person:
    """Is shown the board and asked for a move, until the move is legal.

    On 5x5 moves are written as programs write them there, `row,column` from 0 at the top left; on other
    boards as in the Go Text Protocol.
    """

    name = HUMAN

    def __init__(self, read: Callable[[], str], *, err: bool = False) -> None:
        self._read, self._err = read, err

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None:
        """The move; raises `TakenBack`, `Resigned` or `Left` when the person wants that."""
        if game.steps:
            self._say(f"{game.to_play.opponent.name.lower()}: {move_text(game.steps[-1], game.side)}")
        self._say(picture_of(game.position.board))
        while True:
            say(f"{game.to_play.name.lower()} ({game.to_play.letter}) to move: ", nl=False, err=self._err)
            word = self._read()
            if not word:
                self._say("")
                raise Left
            moved, point = self._understood(word.strip(), game)
            if moved:
                return point

    def _understood(self, word: str, game: LiveGame) -> tuple[bool, Point | None]:
        """Whether the word is a legal move, and which."""
        match word.lower():
            case "quit":
                raise Left
            case "resign":
                raise Resigned
            case "undo":
                raise TakenBack(TAKEN_BACK)
            case "pass":
                return True, None
            case "moves":
                self._say(" ".join(move_text(point, game.side) for point in game.position.legal_points()))
                return False, None
        point = read_move(word, game.side)
        if point is None:
            self._say(_HELP.format(move=f"a point like {move_text(Point(1, 2), game.side)}"))
            return False, None
        tried = game.try_go(point)
        if isinstance(tried, Illegal):
            self._say(f"{word}: {tried.reason}")
            return False, None
        return True, point

    def _say(self, text: str) -> None:
        say(text, err=self._err)
