"""The right answers of @ID@, and how its cases are made and checked; nothing of it is handed out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import SpecAuthor
from gograde.authoring.stream import Stream
from gograde.go.board import Board, Stone
from gograde.go.moves import Played, play
from gograde.package.config import AssignmentConfig

from . import ASSIGNMENT, SIZE, read, rubric_of, student, told, written
from .mistakes import mistakes_of
from .student import BLACK, EMPTY, WHITE, Place, Student

QUESTIONS = ("move",)

# -- the right answer, in two ways that share nothing: cases are only made where both agree --------------


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


# -- inputs, and what features they can be asked to have -----------------------------------


def make(stream: Stream, question: str, features: tuple[str, ...]) -> Any:
    """An input that may have the wanted features: it is thrown away and made anew if it has not."""
    signs = [max(EMPTY, number - 4) for number in stream.numbers(7, SIZE * SIZE)]
    board = [signs[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)]
    points = Student(board)
    point = (stream.below(SIZE), stream.below(SIZE))
    captured = 2 if "two-captures" in features else 0 if "atari" in features else 1
    for start in stream.shuffled(points.near(point))[:captured]:
        surround(stream, points, start, point)
    points.points[point] = EMPTY
    return written(points.board(), point)


def surround(stream: Stream, points: Student, start: Place, left: Place) -> None:
    """Make a white chain at `start` whose only liberty is `left`."""
    chain = [start]
    for _ in range(stream.below(5)):
        chain += {stream.choice(points.near(stream.choice(chain)))}.difference(chain, [left])
    around = [place for stone in chain for place in points.near(stone)]
    points.points.update(dict.fromkeys(around, BLACK) | dict.fromkeys(chain, WHITE))


def is_legal(question: str, value: Any) -> bool:
    """Whether Black may play there, on a board where every chain has a liberty."""
    board, point = read(value)
    before, after = Student(board), Student(board)
    stones = [place for place, cell in before.points.items() if cell != EMPTY]
    after.answer(point)
    alive = all(before.liberties(before.chain(place)) for place in stones)
    return alive and point not in stones and after.liberties(after.chain(point)) > 0


def taken(board: list[list[int]], point: Place) -> list[list[Place]]:
    """The chains that the move takes."""
    return Student(board).taken(point)


def is_capture(board: list[list[int]], point: Place) -> bool:
    return len(taken(board, point)) > 0


def is_two_captures(board: list[list[int]], point: Place) -> bool:
    """Whether two chains are taken, or more."""
    chains = taken(board, point)
    return len({min(chain) for chain in chains}) > 1


def is_chain(board: list[list[int]], point: Place) -> bool:
    """Whether a chain of three stones or more is taken."""
    return any(len(chain) >= 3 for chain in taken(board, point))


def is_edge(board: list[list[int]], point: Place) -> bool:
    """Whether a stone at the edge is taken."""
    return any({0, SIZE - 1} & set(place) for chain in taken(board, point) for place in chain)


def is_atari(board: list[list[int]], point: Place) -> bool:
    """Whether nothing is taken, and the move leaves a white chain with one liberty."""
    after = Student(board)
    after.points[point] = BLACK
    beside = [after.chain(place) for place in after.near(point) if after.points[place] == WHITE]
    return not is_capture(board, point) and any(after.liberties(chain) == 1 for chain in beside)


def _of(test: Callable[[list[list[int]], Place], bool]) -> Callable[[str, Any], bool]:
    return lambda question, value: test(*read(value))


FEATURES: Mapping[str, Callable[[str, Any], bool]] = {
    "capture": _of(is_capture),
    "two-captures": _of(is_two_captures),
    "chain": _of(is_chain),
    "edge": _of(is_edge),
    "atari": _of(is_atari),
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
