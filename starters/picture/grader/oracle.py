"""The right answer, in two ways that share nothing: hidden cases are only made where both agree."""

from __future__ import annotations

from typing import Any

from gograde.go.board import Board, Stone
from gograde.go.moves import Played, play

from .values import read, told

EMPTY, BLACK, WHITE = 0, 1, 2


def fast(question: str, value: Any) -> Any:
    """With gograde's rules of Go."""
    board, point = read(value)
    played = play(Board.from_rows(board), Stone.BLACK, point)
    if not isinstance(played, Played):
        return "not a move"
    cells, cols = played.board.cells, played.board.cols
    return told([list(cells[start : start + cols]) for start in range(0, len(cells), cols)])


def slow(question: str, value: Any) -> Any:
    """From the definition: what cannot reach an empty point over stones of its colour comes off."""
    board, point = read(value)
    cells = {(row, col): cell for row, cells in enumerate(board) for col, cell in enumerate(cells)}
    if cells[point] != EMPTY:
        return "not a move"
    cells[point] = BLACK
    alive = {place for place, cell in cells.items() if cell == EMPTY}
    new = alive
    while new:
        new = {p for place in new for p in beside(place) if cells.get(p) == WHITE and p not in alive}
        alive = alive | new
    left = {place: cell if cell != WHITE or place in alive else EMPTY for place, cell in cells.items()}
    return told([[left[r, c] for c in range(len(row))] for r, row in enumerate(board)])


def beside(place: tuple[int, int]) -> set[tuple[int, int]]:
    """All points next to one, on the board or not."""
    row, col = place
    return {(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)}
