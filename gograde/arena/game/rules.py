"""Rules of a game as a value, and the referee: what comes of an answer of the side to play.

`COURSE` is the 5x5 game of the course: black moves first; white gets 2.5 points; only stones on the board
count.  It ends after two passes in a row, after 24 plies, or with a forfeit.  A pass of black on ply 1 counts
as the second of two, since the board before it is the same one; another rule makes it a pass like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal
from gograde.go.player import Answer, Fault, Termination
from gograde.go.position import LiveGame, Position

_T = TypeVar("_T")

SIDE = 5
PLIES = 24
KOMI = 2.5
EMPTY = Board.empty(SIDE)


@dataclass(frozen=True, slots=True)
class GameEnd:
    """Who won and why; nobody (EMPTY) does in a draw.  `lead` is black's in points where points decided."""

    termination: Termination
    winner: Stone
    reason: str
    lead: float | None = None

    def __str__(self) -> str:
        return f"{self.winner.name.lower()} wins ({self.termination}): {self.reason}"


def stones(board: Board) -> tuple[int, int]:
    """How many stones black and white have."""
    return board.cells.count(Stone.BLACK), board.cells.count(Stone.WHITE)


def by_points(board: Board) -> GameEnd:
    """The outcome of a game of the course that ends on this board; there are no draws."""
    black, white = stones(board)
    winner = Stone.BLACK if black > white + KOMI else Stone.WHITE
    return GameEnd(Termination.POINTS, winner, f"black {black}, white {white} + {KOMI}", black - white - KOMI)


@dataclass(frozen=True, slots=True)
class Rules:
    """By which a game is played: lines of the board, komi, the last ply, and how its end is counted.

    `first_pass_ends` says whether black's pass on ply 1 ends the game.
    """

    side: int = SIDE
    komi: float = KOMI
    plies: int = PLIES
    first_pass_ends: bool = True
    count: Callable[[LiveGame], GameEnd] = lambda game: by_points(game.position.board)

    @property
    def start(self) -> LiveGame:
        """The game before ply 1; the board before it counts as empty too."""
        empty = Board.empty(self.side)
        return LiveGame(Position(empty, Stone.BLACK, empty, passes=int(self.first_pass_ends)), self.komi)

    def is_over(self, game: LiveGame) -> bool:
        """Has a game ended by passes, or by its last ply?"""
        return game.ended or len(game.steps) >= self.plies

    def judge(self, game: LiveGame, answer: Answer | Fault) -> LiveGame | GameEnd:
        """The game after an answer, or the outcome when it is over."""
        if isinstance(answer, Fault):
            return GameEnd(answer.termination, game.to_play.opponent, answer.reason)
        after = game.go(answer.point)
        if isinstance(after, Illegal):
            return GameEnd(Termination.ILLEGAL, game.to_play.opponent, str(after))
        return self.count(after) if self.is_over(after) else after


COURSE = Rules()
START = COURSE.start.position


@dataclass(frozen=True, slots=True)
class View:
    """A position of the course's game and the number of the ply, from 1: all that its own players look at."""

    position: Position
    ply: int

    @property
    def stone(self) -> Stone:
        """The colour to play."""
        return self.position.to_play

    @property
    def plies_left(self) -> int:
        """How many plies may still be played, including this ply."""
        return PLIES + 1 - self.ply


Chooser = Callable[[View, int], Point | None]
"""A move for a view and a seed; None is a pass."""


def view_of(game: LiveGame) -> View:
    """The view of a game, whose position may have been set up, and which may be longer than the course's."""
    if not game.steps and game.position == Position(EMPTY):
        return View(START, 1)
    first = 1 if game.start.to_play is Stone.BLACK else 2
    return View(game.position, min(len(game.steps) + first, PLIES))


# -- chance: a draw depends on its words alone, not on earlier draws ---------------------------------------
# So a program that is restarted for each move plays like one that keeps running.


def drawn(*words: str | int) -> int:
    """A pseudo-random 64-bit number from words, the same on any machine."""
    return int.from_bytes(blake2b("/".join(map(str, words)).encode(), digest_size=8).digest())


def one_of(options: Sequence[_T], *words: str | int) -> _T:
    """One of the options, drawn uniformly."""
    return options[drawn(*words) * len(options) >> 64]
