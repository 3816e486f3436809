"""A person at the terminal, as a player."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gograde.cli.matches.games import say
from gograde.cli.matches.playing import move_text, picture_of, read_move
from gograde.go.board import Point
from gograde.go.moves import Illegal
from gograde.go.player import PASS, RESIGNED, Answer, Cancelling, Fault, Left, Player, TakenBack, never

if TYPE_CHECKING:
    from gograde.go.position import LiveGame

HUMAN = "human"
TAKEN_BACK = 2
"""Plies that `undo` takes back: the person's own and the answer to it."""

_HELP = "Type {move}, pass, undo, moves (what is legal), resign or quit."


class Person(Player):
    """Is shown the board and asked for a move, until the move is legal.

    On 5x5 moves are written as programs write them there, `row,column` from 0 at the top left; on other
    boards as in the Go Text Protocol.  With `err` the person is talked to on stderr.
    """

    def __init__(self, *, err: bool) -> None:
        self._err = err

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        """The move, or resigning; raises `TakenBack` or `Left` when the person wants that."""
        if game.steps:
            self._say(f"{game.to_play.opponent.name.lower()}: {move_text(game.steps[-1], game.side)}")
        self._say(picture_of(game.position.board))
        while True:
            say(f"{game.to_play.name.lower()} ({game.to_play.letter}) to move: ", nl=False, err=self._err)
            word = sys.stdin.buffer.readline().decode("utf-8", "replace")
            if not word:
                self._say("")
                raise Left
            answer = self._understood(word.strip(), game)
            if answer is not None:
                return answer

    def _understood(self, word: str, game: LiveGame) -> Answer | Fault | None:
        """What the word answers, None where it is no legal move."""
        match word.lower():
            case "quit":
                raise Left
            case "resign":
                return RESIGNED
            case "undo":
                raise TakenBack(TAKEN_BACK)
            case "pass":
                return PASS
            case "moves":
                self._say(" ".join(move_text(point, game.side) for point in game.position.legal_points()))
                return None
        point = read_move(word, game.side)
        if point is None:
            self._say(_HELP.format(move=f"a point like {move_text(Point(1, 2), game.side)}"))
            return None
        tried = game.try_go(point)
        if isinstance(tried, Illegal):
            self._say(f"{word}: {tried.reason}")
            return None
        return Answer(point)

    def _say(self, text: str) -> None:
        say(text, err=self._err)
