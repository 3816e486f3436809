"""How inputs are made, and what features they can be asked to have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gograde.authoring.stream import Stream

from .student import EMPTY, Place, Student
from .values import read, written


def make(stream: Stream, question: str, features: tuple[str, ...]) -> Any:
    """An input that may have the wanted features: it is thrown away and made anew if it has not."""
    rows, cols = 2 + stream.below(3), 2 + stream.below(3)
    board = [[stream.choice((0, 1, 1, 2)) for _ in range(cols)] for _ in range(rows)]
    return written(board, (stream.below(rows), stream.below(cols)))


# -- features: does an input have it? -------------------------------------------------------


def is_empty(board: list[list[int]], point: Place) -> bool:
    return board[point[0]][point[1]] == EMPTY


def is_captured(board: list[list[int]], point: Place) -> bool:
    """Whether there is a chain without liberties."""
    return not is_empty(board, point) and Student(board).answer(point) == 0


def is_chain(board: list[list[int]], point: Place) -> bool:
    """Whether there is a chain of three stones or more."""
    return not is_empty(board, point) and len(Student(board).chain(point)) >= 3


def shares_a_liberty(board: list[list[int]], point: Place) -> bool:
    """Whether a liberty is beside two stones of the chain."""
    student = Student(board)
    chain = student.chain(point)
    touched = [p for stone in chain for p in student.near(stone) if student.points[p] == EMPTY]
    return not is_empty(board, point) and len(touched) > len(set(touched))


def is_not_square(board: list[list[int]], point: Place) -> bool:
    return len(board) != len(board[0])


def _of(test: Callable[[list[list[int]], Place], bool]) -> Callable[[str, Any], bool]:
    return lambda question, value: test(*read(value))


FEATURES: Mapping[str, Callable[[str, Any], bool]] = {
    "empty": _of(is_empty),
    "captured": _of(is_captured),
    "chain": _of(is_chain),
    "shared-liberty": _of(shares_a_liberty),
    "not-square": _of(is_not_square),
}
