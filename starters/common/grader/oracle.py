"""The right answer, in two ways that share nothing: hidden cases are only made where both agree."""

from __future__ import annotations

from typing import Any

from gograde.go.board import Board
from gograde.go.rules import chains

from .values import read, told

EMPTY = 0


def fast(question: str, value: Any) -> Any:
    """With gograde's rules of Go."""
    board, point = read(value)
    for chain in chains(Board.from_rows(board)):
        if point in chain.points:
            return told(len(chain.liberties))
    return told(0)


def slow(question: str, value: Any) -> Any:
    """From the definition: stones beside stones of a chain, until there are no more of them."""
    board, point = read(value)
    cells = {(row, col): cell for row, cells in enumerate(board) for col, cell in enumerate(cells)}
    if cells[point] == EMPTY:
        return told(0)
    chain: set[tuple[int, int]] = set()
    new = {point}
    while new:
        chain |= new
        new = {place for place in beside(new) if cells.get(place) == cells[point]} - chain
    return told(sum(cells.get(place) == EMPTY for place in beside(chain)))


def beside(places: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """All points next to these, on the board or not, each once."""
    return {(r + y, c + x) for r, c in places for y, x in ((-1, 0), (0, -1), (0, 1), (1, 0))}
