"""The homework as a careful student writes it: a base to make one mistake at a time.

Hidden cases must also catch every small fault in this file (its mutants), such as `<` for `<=`.
"""

from __future__ import annotations

from typing import Any

from . import read, told

EMPTY = 0
Place = tuple[int, int]


class Student:
    """The homework without a mistake; `mistakes.py` changes one step of it at a time."""

    def __init__(self, board: list[list[int]]) -> None:
        self.points = {(r, c): cell for r, row in enumerate(board) for c, cell in enumerate(row)}

    def answer(self, point: Place) -> int:
        if self.points[point] == EMPTY:
            return 0
        return self.count(self.chain(point))

    def chain(self, start: Place) -> list[Place]:
        found = [start]
        for place in found:
            same = [p for p in self.near(place) if self.points[p] == self.points[start]]
            found += [p for p in same if p not in found]
        return found

    def count(self, chain: list[Place]) -> int:
        return len({p for stone in chain for p in self.near(stone) if self.points[p] == EMPTY})

    def near(self, place: Place) -> list[Place]:
        row, col = place
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [p for p in around if p in self.points]


def solve(question: str, value: Any) -> Any:
    """What the program answers to an input."""
    board, point = read(value)
    return told(Student(board).answer(point))
