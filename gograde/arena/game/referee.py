"""The referee: a game is a fold over the players' answers.

The position is a value of this process that no player can reach.  Everything that a player does is either
an answer or a fault of the player.  A fault of the grader raises JudgeError, which voids the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from gograde.arena.game.five_by_five import (
    PLIES,
    START,
    Answer,
    Fault,
    Outcome,
    Termination,
    View,
    by_points,
    move_text,
)
from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal
from gograde.go.position import Position


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
