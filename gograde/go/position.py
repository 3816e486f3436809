"""A position in play (side to play, simple ko, passes), and games as lists of moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal, Played, Reason, play


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the side to play, the board one ply ago, and the number of passes since the last move.

    Simple ko: a move is illegal when the board after its captures equals `previous`.  After a
    pass `previous` is the board itself, so a pass lifts the ko.
    """

    board: Board
    to_play: Stone = Stone.BLACK
    previous: Board | None = None
    passes: int = 0

    @property
    def ended(self) -> bool:
        """Did both sides pass in a row?"""
        return self.passes >= 2

    @property
    def ko_point(self) -> Point | None:
        """The point that ko forbids to the side to play."""
        if self.previous is None or self._lost() != 1:
            return None
        own = [p for p in self.previous.points(self.to_play) if not self.board.get(p)]
        return next((p for p in own if self._repeats(play(self.board, self.to_play, p))), None)

    def play(self, point: tuple[int, int]) -> Position | Illegal:
        """The position after a move, or why it is illegal."""
        move = play(self.board, self.to_play, point)
        if isinstance(move, Illegal):
            return move
        if self._repeats(move):
            return Illegal(self.to_play, move.point, Reason.KO)
        return Position(move.board, self.to_play.opponent, self.board)

    def pass_turn(self) -> Position:
        """The position after a pass, which is always allowed."""
        return Position(self.board, self.to_play.opponent, self.board, self.passes + 1)

    def legal_points(self) -> tuple[Point, ...]:
        """Every point that may be played, ko included, row by row."""
        from gograde.go.rules import legal_points

        ko = self.ko_point
        return tuple(point for point in legal_points(self.board, self.to_play) if point != ko)

    def _lost(self) -> int:
        """How many stones the side to play has lost on the last ply; in a ko exactly one."""
        before = self.previous or self.board
        return before.cells.count(self.to_play) - self.board.cells.count(self.to_play)

    def _repeats(self, move: Played | Illegal) -> bool:
        return isinstance(move, Played) and move.board == self.previous


@dataclass(frozen=True, slots=True)
class Move:
    """A stone on a point, or a pass when `point` is None."""

    stone: Stone
    point: Point | None


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """The first move of a game that the rules forbid; `number` counts from 1."""

    number: int
    illegal: Illegal

    def __str__(self) -> str:
        return f"move {self.number}: {self.illegal}"


@dataclass(frozen=True, slots=True)
class Game:
    """A starting board, the moves in order, and komi."""

    start: Board
    moves: tuple[Move, ...] = ()
    komi: float = 0.0

    def replay(self) -> Iterator[Position | IllegalMove]:
        """The start, then the position after each move; ends with the first illegal move.

        A colour may move twice in a row, as in records with handicap stones.
        """
        position = Position(self.start, self.moves[0].stone if self.moves else Stone.BLACK)
        yield position
        for number, move in enumerate(self.moves, start=1):
            after = _after(replace(position, to_play=move.stone), move)
            if isinstance(after, Illegal):
                yield IllegalMove(number, after)
                return
            position = after
            yield position

    def end(self) -> Position | IllegalMove:
        """The last position, or the first illegal move."""
        *_, last = self.replay()
        return last


def _after(position: Position, move: Move) -> Position | Illegal:
    return position.pass_turn() if move.point is None else position.play(move.point)
