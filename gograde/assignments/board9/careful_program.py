"""The homework board9 as a careful student writes it; a mistake is a subclass that changes one step.

The reference implementation is `gograde.go`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import ClassVar

from gograde.assignments.board9.batch import CAPTURE, RULE
from gograde.go.board import Board, Point, all_points

EMPTY = 0
BLACK = 1
WHITE = 2

Value = bool | frozenset[Point]
Chain = set[Point]
Around = Callable[[Point, int, int], Iterator[Point]]


class CrashError(Exception):
    """The student's program crashes on this board."""


class CarefulProgram:
    """The homework without a mistake; subclasses change one step of it."""

    name: ClassVar[str] = "none"
    help: ClassVar[str] = ""

    def __init__(self, board: Board) -> None:
        self.rows, self.cols = board.rows, board.cols
        self.cells = dict(zip(all_points(board.rows, board.cols), board.cells, strict=True))
        self.near = neighbours_on(self.neighbours, board.rows, board.cols)

    def answer(self, question: str) -> Value:
        """The program's answer; raises `CrashError` when the program crashes."""
        if question in RULE:
            return self.rule()
        return frozenset(self.captures() if question in CAPTURE else self.legal())

    def rule(self) -> bool:
        return all(self.breathes(self.chain(p)) for p in self.points() if self.cells[p] != EMPTY)

    def captures(self) -> set[Point]:
        return {p for p in self.empties() if self.captured_by(p)}

    def legal(self) -> set[Point]:
        return {p for p in self.empties() if self.may_play(p)}

    def may_play(self, p: Point) -> bool:
        return bool(self.captured_by(p)) or self.lives(p)

    def lives(self, p: Point) -> bool:
        """Whether the chain of a white stone on `p` has a liberty before any capture."""
        self.put(p, WHITE)
        alive = self.breathes(self.chain(p))
        self.put(p, EMPTY)
        return alive

    def captured_by(self, p: Point) -> Chain:
        """The black stones that a white stone on `p` captures."""
        self.put(p, WHITE)
        dead: Chain = set()
        for q in self.near[p]:
            if self.cells[q] == BLACK and q not in dead and not self.breathes(chain := self.chain(q)):
                dead |= chain
        self.put(p, EMPTY)
        return dead

    def chain(self, p: Point) -> Chain:
        cells, near = self.cells, self.near
        colour, found, todo = cells[p], {p}, [p]
        for stone in todo:  # grows during the loop
            for q in near[stone]:
                if cells[q] == colour and q not in found:
                    found.add(q)
                    todo.append(q)
        return found

    def breathes(self, chain: Chain) -> bool:
        return any(self.cells[q] == EMPTY for p in chain for q in self.near[p])

    def liberties(self, chain: Collection[Point]) -> set[Point]:
        return {q for p in chain for q in self.near[p] if self.cells[q] == EMPTY}

    @staticmethod
    def neighbours(p: Point, rows: int, cols: int) -> Iterator[Point]:
        yield from p.neighbours(rows, cols)

    def points(self) -> list[Point]:
        return list(all_points(self.rows, self.cols))

    def empties(self) -> list[Point]:
        return [p for p in self.points() if self.cells[p] == EMPTY]

    def put(self, p: Point, stone: int) -> None:
        self.cells[p] = stone


def walk(chain: Collection[Point], start: Point) -> list[Point]:
    """The stones of a chain in the order of a recursive search from `start`: up, down, left, right."""
    met, todo = dict[Point, None](), [start]
    while todo:
        row, col = stone = todo.pop()
        if stone in chain and stone not in met:
            met[stone] = None
            todo += (Point(row, col + 1), Point(row, col - 1), Point(row + 1, col), Point(row - 1, col))
    return list(met)


@lru_cache(maxsize=64)
def neighbours_on(neighbours: Around, rows: int, cols: int) -> dict[Point, tuple[Point, ...]]:
    """The points that a program takes for neighbours, by point."""
    points = (Point(row, col) for row in range(rows) for col in range(cols))
    return {p: tuple(neighbours(p, rows, cols)) for p in points}


def answer_of(program: type[CarefulProgram], question: str, board: Board) -> Value:
    """A program's answer; raises `CrashError` when the program crashes."""
    return program(board).answer(question)
