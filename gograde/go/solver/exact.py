"""Exact play of the 5x5 game to its last ply: the value of a position, and of every move.

The rules are those of the `little-go` assignment: only stones count; simple ko, which a pass lifts; no
suicide; two passes in a row end the game, and so does a pass on the first ply, because the board before it is
the same.  The caller adds komi.  A value is black's stones minus white's after the last ply when both play
best.

The search is in `kernels`, compiled with numba and loaded when a `Solver` is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal
from gograde.go.position import Position
from gograde.go.rules import obeys_rule_1

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIDE = 5
GAME_PLIES = 24
MOST_PLIES = 30
TABLE_BITS = 20
"""The binary logarithm of the default number of buckets; 2^20 buckets of four entries take 32 MiB."""

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
    """Solves positions, and keeps results in a table of fixed size.

    `table_bits` is the binary logarithm of the number of buckets (10 to 30); a bucket has 32 bytes.  Answers
    depend neither on the size of the table nor on earlier calls.  The same calls in the same order search the
    same number of nodes.
    """

    def __init__(self, table_bits: int = TABLE_BITS) -> None:
        if not _LEAST_BITS <= table_bits <= _MOST_BITS:
            what = f"{table_bits} is no size of a table"
            raise DataError("solver", what, f"give from {_LEAST_BITS} to {_MOST_BITS} bits")
        self._table = _aligned(table_bits)
        self._shape = (SIDE, SIDE)
        self.nodes = 0
        """Positions searched since the solver was made."""

    def value(self, position: Position, plies_left: int) -> int:
        """Black's stones minus white's at the end, when both play best.

        The board may have up to 5x5 points and must obey rule 1.  `position.previous` must be the board
        before the last ply (None: no ko).  The last ply was a pass if `position.passes` says so or if the
        previous board equals the board.  Raises `DataError` for other boards and for plies outside 0 to 30.
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
        """Is the value at least `least`?  None when the search takes more than `most_nodes` nodes.

        This is several times as fast as `value`.
        """
        state, black = state_of(position, plies_left), position.to_play is Stone.BLACK
        bound = least if black else 1 - least
        found, stopped = self._search(position.board, state, bound, most_nodes)
        return None if stopped else (found >= bound) == black

    def best_moves(self, position: Position, plies_left: int) -> tuple[MoveValue, ...]:
        """The moves, row by row and then the pass, that keep the value of the position."""
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
        """The bound from the search of a state, for the side to play, and whether the search was stopped."""
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
    """The position after a legal move or (None) a pass; raises `ValueError` for an illegal move."""
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
    """Would a pass end the game?  This is the case after a pass and on the first ply."""
    return position.passes > 0 or position.previous == position.board


def state_of(position: Position, plies_left: int) -> int:
    """The position as a word of the search; a finished game has 0 plies left.

    From the lowest bit: 25 bits of the side to play, 25 bits of the other side (a point that ko forbids is
    set in both), five bits of plies, one bit that says whether a pass ends the game.
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
    """One bit per point of a 5x5 board, row by row; smaller boards lie in its top left corner."""
    return sum(1 << SIDE * row + column for row, column in points)


def _score(board: Board, stone: Stone) -> int:
    return board.cells.count(stone) - board.cells.count(stone.opponent)


def _aligned(bits: int) -> NDArray[np.int64]:
    """A table of zeros in which each bucket lies in one line of the processor's cache."""
    import numpy as np

    words = 4 << bits
    room = np.zeros(words + 8, np.int64)
    first = -room.ctypes.data // 8 % 8
    return room[first : first + words]
