"""Boards as the kernels want them: rows of numbers with a border."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from gograde.engine.choice.reading_kernels import (
    BANNED,
    BOARD,
    BORDER,
    REGISTERS,
    TO_PLAY,
    Cells,
    Work,
    new_work,
)
from gograde.go.board import Board, Point
from gograde.go.position import Position


def padded(board: Board) -> Cells:
    """The cells of a square board inside a border of one."""
    cells = np.full((board.rows + 2, board.cols + 2), BORDER, np.int64)
    cells[1:-1, 1:-1] = np.frombuffer(board.cells, np.int8).reshape(board.rows, board.cols)
    return cells.ravel()


def index_of(point: tuple[int, int], side: int) -> int:
    """The place of a point among padded cells."""
    return (point[0] + 1) * (side + 2) + point[1] + 1


def point_at(index: int, side: int) -> Point:
    """The point at a place among padded cells."""
    row, column = divmod(int(index), side + 2)
    return Point(row - 1, column - 1)


def indices(points: Iterable[tuple[int, int]], side: int) -> NDArray[np.int64]:
    """The places of points."""
    return np.array([index_of(point, side) for point in points], np.int64)


def work_of(position: Position) -> Work:
    """A work array with a position."""
    side = position.board.rows
    work, ko = new_work(side), position.ko_point
    set_board(work, padded(position.board), position.to_play, index_of(ko, side) if ko else 0)
    return work


def set_board(work: Work, cells: Cells, to_play: int, ko: int) -> None:
    """Put another position of the same size into a work array."""
    work[BOARD, : cells.size] = cells
    work[REGISTERS, TO_PLAY] = to_play
    work[REGISTERS, BANNED] = ko
