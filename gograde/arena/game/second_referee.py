"""A second implementation of the 5x5 game, straight from the assignment: lists and simple loops.

It shares no code with the referee.  If both agree on a game, its result can be trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Rows = list[list[int]]

SIZE = 5
LAST_PLY = 24
OFF_BOARD = "off the board"
OCCUPIED = "the point is occupied"
SUICIDE = "suicide"
KO = "ko"


@dataclass(frozen=True)
class Ending:
    """How a list of moves ends: the winner (1 black, 2 white, 0 not over yet) and the ply.

    `board` has the rows at the end in `.XO`, without an illegal move.  `fault` says why the last move is
    illegal; it is empty for a legal move.
    """

    winner: int
    ply: int
    board: tuple[str, ...]
    fault: str = ""

    @property
    def stones(self) -> tuple[int, int]:
        """How many stones black and white have."""
        cells = "".join(self.board)
        return cells.count("X"), cells.count("O")


def replay(moves: Sequence[str], *, first_pass_ends: bool = True) -> Ending:
    """Play moves, `row,column` or `PASS`, from the empty board; moves after the end are ignored.

    `first_pass_ends` says whether black's pass on ply 1 counts as the second of two.
    """
    board, before = _empty(), _empty()
    for ply, move in enumerate(moves, start=1):
        colour = 1 if ply % 2 == 1 else 2
        if move == "PASS":
            # The second pass: the board did not change on the previous ply.
            if board == before and (first_pass_ends or ply > 1):
                return _counted(board, ply)
            before = _copy(board)
        else:
            row, column = (int(part) for part in move.split(","))
            after, fault = _move(board, before, colour, (row, column))
            if fault:
                return Ending(3 - colour, ply, _shown(board), fault)
            board, before = after, board
        if ply == LAST_PLY:
            return _counted(board, ply)
    return Ending(0, len(moves), _shown(board))


def _move(board: Rows, before: Rows, colour: int, point: tuple[int, int]) -> tuple[Rows, str]:
    """The board after a move, and why the move is illegal (empty for a legal move)."""
    row, column = point
    if row not in range(SIZE) or column not in range(SIZE):
        return board, OFF_BOARD
    if board[row][column] != 0:
        return board, OCCUPIED
    after = _copy(board)
    after[row][column] = colour
    _remove(after, 3 - colour)
    if not _breathes(after, row, column):
        return board, SUICIDE
    return (board, KO) if after == before else (after, "")


def _remove(board: Rows, colour: int) -> None:
    """Take off every stone of a colour whose chain has no liberty."""
    dead = [
        (row, column)
        for row in range(SIZE)
        for column in range(SIZE)
        if board[row][column] == colour and not _breathes(board, row, column)
    ]
    for row, column in dead:
        board[row][column] = 0


def _breathes(board: Rows, row: int, column: int) -> bool:
    """Does the chain of a stone touch an empty point?"""
    colour, seen, todo = board[row][column], [(row, column)], [(row, column)]
    while todo:
        r, c = todo.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if near[0] not in range(SIZE) or near[1] not in range(SIZE) or near in seen:
                continue
            if board[near[0]][near[1]] == 0:
                return True
            if board[near[0]][near[1]] == colour:
                seen.append(near)
                todo.append(near)
    return False


def _counted(board: Rows, ply: int) -> Ending:
    cells = [cell for row in board for cell in row]
    black, white = cells.count(1), cells.count(2)
    return Ending(1 if black > white + 2.5 else 2, ply, _shown(board))


def _shown(board: Rows) -> tuple[str, ...]:
    return tuple("".join(".XO"[cell] for cell in row) for row in board)


def _empty() -> Rows:
    return [[0] * SIZE for _ in range(SIZE)]


def _copy(board: Rows) -> Rows:
    return [list(row) for row in board]
