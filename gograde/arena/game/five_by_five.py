"""The 5x5 game of the course as values: start, view of a player, answer, outcome.

Black moves first; white gets 2.5 points; only stones on the board count.  The game ends after
two passes in a row, after 24 plies, or with a forfeit.  A pass of black on ply 1 counts as the
second of two, since the board before it is the same one; another rule makes it a pass like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal
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


# -- the referee: a game is a fold over the players' answers -----------------------------------------------
# The position is a value of this process that no player can reach.  Everything that a player does is either
# an answer or a fault of the player.  A fault of the grader raises JudgeError, which voids the game.


class Player(Protocol):
    """One side of one game."""

    def move(self, view: View) -> Answer | Fault:
        """The answer to a position; raises JudgeError when the grader fails."""
        ...

    def close(self) -> None:
        """The game is over."""
        return


@dataclass(frozen=True, slots=True)
class Turn:
    """One ply: what the player saw and answered, the board after the ply, and the outcome on the last ply."""

    view: View
    answer: Answer | Fault
    board: Board
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over; its first `opened` turns are the opening."""

    turns: tuple[Turn, ...]
    outcome: Outcome
    opened: int = 0

    @property
    def board(self) -> Board:
        """The board at the end."""
        return self.turns[-1].board

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves as programs write them, including an illegal last move; faults are left out."""
        return tuple(str(turn.answer) for turn in self.turns if isinstance(turn.answer, Answer))


def judge(view: View, answer: Answer | Fault) -> Position | Outcome:
    """The position after an answer, or the outcome when the game is over."""
    if isinstance(answer, Fault):
        return Outcome(answer.termination, view.stone.opponent, answer.reason)
    after = _moved(view.position, answer.point)
    if isinstance(after, Illegal):
        return Outcome(Termination.ILLEGAL, view.stone.opponent, str(after))
    return by_points(after.board) if after.ended or view.ply == PLIES else after


def turns(
    black: Player, white: Player, opening: Sequence[Point | None] = (), start: Position = START
) -> Iterator[Turn]:
    """Play a game ply by ply from `start`; the last turn has the outcome.

    The moves of `opening` are played for both players.  Raises DataError when these moves end the game,
    and JudgeError when the grader fails.
    """
    view = View(start, 1)
    while True:
        opened = view.ply <= len(opening)
        player = black if view.stone is Stone.BLACK else white
        answer = Answer(opening[view.ply - 1]) if opened else player.move(view)
        after = judge(view, answer)
        if isinstance(after, Outcome):
            if opened:
                raise _no_opening(opening, after)
            yield Turn(view, answer, _last_board(view, answer), after)
            return
        yield Turn(view, answer, after.board)
        view = View(after, view.ply + 1)


def play_game(black: Player, white: Player, opening: Sequence[Point | None] = ()) -> FinishedGame:
    """Play a game to its end; raises as `turns` does."""
    return finished(turns(black, white, opening), len(opening))


def finished(played: Iterator[Turn], opened: int = 0) -> FinishedGame:
    """The game of these turns; the last turn must have the outcome."""
    told = tuple(played)
    outcome = told[-1].outcome
    if outcome is None:
        raise ValueError("the last turn has no outcome")
    return FinishedGame(told, outcome, opened)


def _moved(position: Position, point: Point | None) -> Position | Illegal:
    return position.pass_turn() if point is None else position.play(point)


def _last_board(view: View, answer: Answer | Fault) -> Board:
    """The board after the last ply; an illegal move or a fault does not change the board."""
    if isinstance(answer, Fault):
        return view.position.board
    after = _moved(view.position, answer.point)
    return view.position.board if isinstance(after, Illegal) else after.board


def _no_opening(opening: Sequence[Point | None], outcome: Outcome) -> DataError:
    moves = " ".join(map(move_text, opening))
    return DataError(
        f"opening {moves}", f"it ends the game: {outcome}", "give legal moves that do not end it"
    )


# -- the interface of everything that can take part in games -----------------------------------------------


class Bot(Protocol):
    """A bot that takes part in games; `digest` changes whenever its play may change."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def player(self, seed: int) -> Player:
        """The bot in a new game, as either colour."""
        ...
