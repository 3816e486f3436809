"""The 5x5 game of the course as values: start, view of a player, answer, outcome.

Black moves first; white gets 2.5 points; only stones on the board count.  The game ends after
two passes in a row, after 24 plies, or with a forfeit.  A pass of black on ply 1 counts as the
second of two, since the board before it is the same one; another rule makes it a pass like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gograde.go.board import Board, Point, Stone
from gograde.go.position import Position

SIDE = 5
PLIES = 24
KOMI = 2.5
EMPTY = Board.empty(SIDE)
START = Position(EMPTY, Stone.BLACK, EMPTY, passes=1)
"""The board before the start counts as empty too, so that a pass on ply 1 is the second pass."""

OPEN_START = Position(EMPTY, Stone.BLACK, EMPTY)
"""The start where a pass on ply 1 is a pass like any other."""


def start(*, first_pass_ends: bool = True) -> Position:
    """The start of a game by a rule: does black's pass on ply 1 end the game?"""
    return START if first_pass_ends else OPEN_START


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees: the position and the number of the ply, from 1.

    `position.previous` is the board after the player's last move, and empty before its first.
    """

    position: Position
    ply: int

    @property
    def stone(self) -> Stone:
        """The player's colour."""
        return self.position.to_play

    @property
    def plies_left(self) -> int:
        """How many plies may still be played, including this ply."""
        return PLIES + 1 - self.ply


@dataclass(frozen=True, slots=True)
class Answer:
    """A point, or None for a pass; `remarks` and `cpu_s` (seconds) only go into the record."""

    point: Point | None
    remarks: tuple[str, ...] = ()
    cpu_s: float = 0.0

    def __str__(self) -> str:
        return move_text(self.point)


PASS = Answer(None)


class Termination(StrEnum):
    """Why a game ended."""

    POINTS = "points"
    ILLEGAL = "illegal move"
    UNREADABLE = "unreadable answer"
    NO_ANSWER = "no answer"
    TIME = "time"
    MEMORY = "memory"
    LIMIT = "limit"
    VIOLATION = "sandbox violation"
    CRASHED = "crashed"

    @property
    def forfeit(self) -> bool:
        """Did a player lose regardless of the stones on the board?"""
        return self is not Termination.POINTS


@dataclass(frozen=True, slots=True)
class Fault:
    """What a player did instead of answering; the author of the player sees the reason."""

    termination: Termination
    reason: str
    remarks: tuple[str, ...] = ()
    cpu_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why."""

    termination: Termination
    winner: Stone
    reason: str

    @property
    def loser(self) -> Stone:
        return self.winner.opponent

    def __str__(self) -> str:
        return f"{self.winner.name.lower()} wins ({self.termination}): {self.reason}"


def stones(board: Board) -> tuple[int, int]:
    """How many stones black and white have."""
    return board.cells.count(Stone.BLACK), board.cells.count(Stone.WHITE)


def by_points(board: Board) -> Outcome:
    """The outcome of a game that ends on this board; there are no draws."""
    black, white = stones(board)
    winner = Stone.BLACK if black > white + KOMI else Stone.WHITE
    return Outcome(Termination.POINTS, winner, f"black {black}, white {white} + {KOMI}")


def move_text(point: Point | None) -> str:
    """`row,column`, or `PASS`, as programs write it."""
    return "PASS" if point is None else f"{point.row},{point.column}"
