"""The homework board9 as a student's functions; mutants are made from this program.

A board maps points to 0 for empty, 1 for black and 2 for white; White is to move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gograde.go.board import Board

Place = tuple[int, int]
Cells = dict[Place, int]

EMPTY = 0
BLACK = 1
WHITE = 2


def near(cells: Cells, place: Place) -> list[Place]:
    row, col = place
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [other for other in around if other in cells]


def chain(cells: Cells, start: Place) -> list[Place]:
    found = [start]
    for stone in found:  # grows during the loop
        for other in near(cells, stone):
            if cells[other] == cells[start] and other not in found:
                found.append(other)
    return found


def breathes(cells: Cells, stones: Iterable[Place]) -> bool:
    return any(cells[other] == EMPTY for stone in stones for other in near(cells, stone))


def obeys(cells: Cells) -> bool:
    """Whether every chain has a liberty."""
    return all(breathes(cells, chain(cells, place)) for place in cells if cells[place] != EMPTY)


def captured(cells: Cells, place: Place) -> list[Place]:
    """The black stones that a white stone on `place` captures."""
    after = {**cells, place: WHITE}
    black = [other for other in near(after, place) if after[other] == BLACK]
    dead = [found for found in (chain(after, other) for other in black) if not breathes(after, found)]
    return [stone for found in dead for stone in found]


def lives(cells: Cells, place: Place) -> bool:
    """Whether the chain of a white stone on `place` has a liberty before any capture."""
    after = {**cells, place: WHITE}
    return breathes(after, chain(after, place))


def solve(question: str, board: Board) -> Any:
    """A bool for the questions 0 and 00, otherwise the points `[row, column]` in reading order."""
    cells = {(row, col): cell for row, line in enumerate(board.to_rows()) for col, cell in enumerate(line)}
    if question in ("0", "00"):
        return obeys(cells)
    empty = [place for place in cells if cells[place] == EMPTY]
    if question == "5":
        legal = [place for place in empty if captured(cells, place) or lives(cells, place)]
    else:
        legal = [place for place in empty if captured(cells, place)]
    return [list(place) for place in legal]
