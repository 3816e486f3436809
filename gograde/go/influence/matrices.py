"""Matrices over a board, and helpers of all models of influence.

A matrix is a tuple of rows, `matrix[row][col]`, with the board's shape; the matrix of a board without points
is empty.  Black is positive and white negative in all models.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from gograde.errors import DataError
from gograde.go.board import Board

Number = TypeVar("Number", int, float)

IntGrid = tuple[tuple[int, ...], ...]
FloatGrid = tuple[tuple[float, ...], ...]

SIGNS = (0, 1, -1)
DEAD = 3


def by_rows(board: Board, values: Sequence[Number]) -> tuple[tuple[Number, ...], ...]:
    """Numbers in the order of `Board.cells` as a matrix."""
    return tuple(tuple(values[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows))


def in_order(matrix: Iterable[Iterable[Number]]) -> list[Number]:
    """The numbers of a matrix in the order of `Board.cells`."""
    return [value for row in matrix for value in row]


def sign(value: float) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


def living_cells(board: Board, dead: Iterable[tuple[int, int]]) -> bytes:
    """`Board.cells` with `DEAD`, no colour, in place of dead stones.

    Raises `DataError` when a dead point is off the board or holds no stone.
    """
    cells = bytearray(board.cells)
    for row, column in dead:
        if not board.get((row, column)):
            raise DataError("dead", f"({row}, {column}) holds no stone", "name only points with a stone")
        cells[board.index((row, column))] = DEAD
    return bytes(cells)


def need_at_least(where: str, value: float, least: int) -> None:
    """Raise `DataError` for a parameter that is smaller than `least` or not a number."""
    if not value >= least:
        raise DataError(where, f"{value} is less than {least}", f"give {least} or more")
