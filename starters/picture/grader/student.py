"""The homework as a careful student writes it: a base to make one mistake at a time.

Hidden cases must also catch every small fault in this file (its mutants), such as `<` for `<=`.
"""

from __future__ import annotations

from typing import Any

from . import read, told

EMPTY, BLACK, WHITE = 0, 1, 2
Place = tuple[int, int]


class Student:
    """The homework without a mistake; `mistakes.py` changes one step of it at a time."""

    def __init__(self, board: list[list[int]]) -> None:
        self.points = {(r, c): cell for r, row in enumerate(board) for c, cell in enumerate(row)}

    def board(self) -> list[list[int]]:
        rows: dict[int, list[int]] = {}
        for (row, _), cell in sorted(self.points.items()):
            rows.setdefault(row, []).append(cell)
        return list(rows.values())

    def answer(self, point: Place) -> list[list[int]]:
        """The board after Black's move."""
        for chain in self.taken(point):
            for stone in chain:
                self.points[stone] = EMPTY
        return self.board()

    def taken(self, point: Place) -> list[list[Place]]:
        """The chains that lose their last liberty when Black has played."""
        self.points[point] = BLACK
        beside = [self.chain(p) for p in self.near(point) if self.points[p] == WHITE]
        return [chain for chain in beside if self.liberties(chain) == 0]

    def chain(self, start: Place) -> list[Place]:
        found = [start]
        for place in found:
            same = [p for p in self.near(place) if self.points[p] == self.points[start]]
            found += [p for p in same if p not in found]
        return found

    def liberties(self, chain: list[Place]) -> int:
        return len({p for stone in chain for p in self.near(stone) if self.points[p] == EMPTY})

    def near(self, place: Place) -> list[Place]:
        row, col = place
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [p for p in around if p in self.points]


def solve(question: str, value: Any) -> Any:
    """What the program draws for an input."""
    board, point = read(value)
    return told(Student(board).answer(point))
