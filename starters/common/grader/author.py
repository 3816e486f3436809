"""The right answers of @ID@, and how its cases are made and checked; nothing of it is handed out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import SpecAuthor
from gograde.authoring.stream import Stream
from gograde.go.board import Board
from gograde.go.rules import chains, obeys_rule_1
from gograde.package.config import AssignmentConfig

from . import ASSIGNMENT, read, rubric_of, student, told, written
from .mistakes import mistakes_of
from .student import EMPTY, Place, Student

QUESTIONS = ("liberties",)

# -- the right answer, in two ways that share nothing: cases are only made where both agree --------------


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


# -- inputs, and what features they can be asked to have -----------------------------------


def make(stream: Stream, question: str, features: tuple[str, ...]) -> Any:
    """An input that may have the wanted features: it is thrown away and made anew if it has not."""
    rows, cols = 2 + stream.below(3), 2 + stream.below(3)
    board = [[stream.choice((0, 1, 1, 2)) for _ in range(cols)] for _ in range(rows)]
    return written(board, (stream.below(rows), stream.below(cols)))


def is_empty(board: list[list[int]], point: Place) -> bool:
    return board[point[0]][point[1]] == EMPTY


def is_legal(question: str, value: Any) -> bool:
    """Whether every chain of the board has a liberty."""
    return obeys_rule_1(Board.from_rows(read(value)[0]))


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
    "chain": _of(is_chain),
    "shared-liberty": _of(shares_a_liberty),
    "not-square": _of(is_not_square),
}


def spec_of(config: AssignmentConfig) -> Spec:
    """The questions, the right answers, the features and the mistakes."""
    return Spec(
        **vars(rubric_of(config.parameters)),
        questions=QUESTIONS,
        fast=fast,
        slow=slow,
        make=make,
        may_ask=is_legal,
        features=FEATURES,
        mistakes=mistakes_of(config.parameters),
        reference=Reference(dict.fromkeys(QUESTIONS, student.__name__)),
    )


AUTHOR = SpecAuthor(ASSIGNMENT, spec_of)
