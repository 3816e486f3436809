"""Exact play of the 5x5 game to its last ply: the value of a position, and of every move.

The variant: stones count, nothing else; komi is the caller's; simple ko, which a pass lifts;
no suicide; two passes in a row end the game, and so does a pass on the first ply, because
the board before it is the same.  The source is the rules of the `little-go`
assignment.  A value is black's stones less white's after the last ply, played best by both.

The search is in `kernels`, compiled with numba and loaded when a `Solver` is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.position import Position
from gograde.go.rules import Illegal, obeys_rule_1

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIDE = 5
GAME_PLIES = 24
MOST_PLIES = 30
TABLE_BITS = 20
"""By default 2^20 buckets of four entries, 32 MiB."""

_LEAST_BITS = 10
_MOST_BITS = 30
_NO_LIMIT = 1 << 62


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move, a pass when `point` is None, and the value of the position after it."""

    point: Point | None
    value: int


def start(side: int = SIDE) -> Position:
    """The empty board with black to play, where a pass would end the game."""
    empty = Board.empty(side)
    return Position(empty, Stone.BLACK, empty)


class Solver:
    """Answers questions of positions and keeps what it learned in a table of fixed size.

    `table_bits` is the logarithm of the number of buckets (10 to 30); a bucket is 32 bytes.
    The same questions in the same order take the same number of nodes and give the same
    answers; the table's size and what was asked before never change an answer.
    """

    def __init__(self, table_bits: int = TABLE_BITS) -> None:
        if not _LEAST_BITS <= table_bits <= _MOST_BITS:
            what = f"{table_bits} is no size of a table"
            raise DataError("solver", what, f"give from {_LEAST_BITS} to {_MOST_BITS} bits")
        self._table = _aligned(table_bits)
        self._shape = (SIDE, SIDE)
        self.nodes = 0
        """Positions looked at since the solver was made."""

    def value(self, position: Position, plies_left: int) -> int:
        """Black's stones less white's at the end, when both play best.

        Any board up to 5x5 that obeys rule 1.  `position.previous` must be the board that the
        last ply left behind (None: no ko); a pass is known by `position.passes` or by a
        previous board that equals the board.  Raises `DataError` for other boards and for
        plies outside 0 to 30.
        """
        state = state_of(position, plies_left)
        low, high = -SIDE * SIDE, SIDE * SIDE
        guess = _score(position.board, position.to_play) + plies_left % 2
        while low < high:
            bound = max(guess, low + 1)
            guess, _ = self._search(position.board, state, bound)
            low, high = (guess, high) if guess >= bound else (low, guess)
        return low if position.to_play is Stone.BLACK else -low

    def reaches(
        self, position: Position, plies_left: int, least: int, most_nodes: int = _NO_LIMIT
    ) -> bool | None:
        """Is the value at least so much?  None when that takes more nodes than allowed.

        Several times as fast as `value`.
        """
        state, black = state_of(position, plies_left), position.to_play is Stone.BLACK
        bound = least if black else 1 - least
        found, stopped = self._search(position.board, state, bound, most_nodes)
        return None if stopped else (found >= bound) == black

    def move_values(self, position: Position, plies_left: int) -> tuple[MoveValue, ...]:
        """Every legal point, row by row, then the pass, each with the value after it.

        Empty when the game has ended.
        """
        if position.ended or plies_left == 0:
            return ()
        return tuple(
            MoveValue(point, self.value(child, plies_left - 1)) for point, child in children(position)
        )

    def best_moves(self, position: Position, plies_left: int) -> tuple[MoveValue, ...]:
        """Those moves that keep the value of the position; quicker than the value of every move."""
        if position.ended or plies_left == 0:
            return ()
        value, black = self.value(position, plies_left), position.to_play is Stone.BLACK
        least = value if black else value + 1
        return tuple(
            MoveValue(point, value)
            for point, child in children(position)
            if self.reaches(child, plies_left - 1, least) == black
        )

    def _search(self, board: Board, state: int, bound: int, most_nodes: int = _NO_LIMIT) -> tuple[int, bool]:
        """What the search says of a state, for the side to play, and whether it was stopped."""
        from gograde.go.solver import kernels

        self._use(board)
        work = kernels.new_work(board.rows, board.cols, most_nodes)
        found = kernels.search(self._table, work, state, bound)
        self.nodes += int(work[kernels.NODES])
        return int(found), bool(work[kernels.STOPPED])

    def _use(self, board: Board) -> None:
        """Forget everything when the size of the board changes."""
        if self._shape != (board.rows, board.cols):
            self._shape = (board.rows, board.cols)
            self._table[:] = 0


def after_move(position: Position, point: tuple[int, int] | None) -> Position:
    """The position after a legal move or, for None, a pass; an illegal one raises `ValueError`."""
    if point is None:
        return replace(position.pass_turn(), passes=2 if has_passed(position) else 1)
    after = position.play(point)
    if isinstance(after, Illegal):
        raise ValueError(str(after))
    return after


def children(position: Position) -> tuple[tuple[Point | None, Position], ...]:
    """Every legal point, row by row, then the pass, each with the position after it."""
    return tuple((point, after_move(position, point)) for point in (*position.legal_points(), None))


def has_passed(position: Position) -> bool:
    """Would a pass end the game?  So it is after a pass, and on the first ply."""
    return position.passes > 0 or position.previous == position.board


def state_of(position: Position, plies_left: int) -> int:
    """The position as a word of the search; nothing is left to play when the game has ended.

    From the lowest bit: 25 bits of the side to play, 25 of the other side, a point that ko
    forbids in both; five of plies; one that says that a pass ends the game.
    """
    board = position.board
    if max(board.rows, board.cols) > SIDE or not board.cells:
        raise DataError("solver", f"a {board.rows}x{board.cols} board", f"give sides from 1 to {SIDE}")
    if not 0 <= plies_left <= MOST_PLIES:
        raise DataError("solver", f"{plies_left} plies", f"give from 0 to {MOST_PLIES}")
    if not obeys_rule_1(board):
        raise DataError("solver", "a chain without a liberty", "take it off the board")
    ko = bits_of(point for point in (position.ko_point,) if point)
    own = bits_of(board.points(position.to_play)) | ko
    other = bits_of(board.points(position.to_play.opponent)) | ko
    plies = 0 if position.ended else plies_left
    return own | other << 25 | plies << 50 | has_passed(position) << 55


def bits_of(points: Iterable[Point]) -> int:
    """One bit a point, row after row of a 5x5 board; smaller boards lie in its top left corner."""
    return sum(1 << SIDE * row + column for row, column in points)


def _score(board: Board, stone: Stone) -> int:
    return board.cells.count(stone) - board.cells.count(stone.opponent)


def _aligned(bits: int) -> NDArray[np.int64]:
    """A table of zeros whose buckets each lie in one line of the processor's cache."""
    import numpy as np

    words = 4 << bits
    room = np.zeros(words + 8, np.int64)
    first = -room.ctypes.data // 8 % 8
    return room[first : first + words]
