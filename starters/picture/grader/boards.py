"""How inputs are made, and what features they can be asked to have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gograde.authoring.stream import Stream

from .student import BLACK, EMPTY, WHITE, Place, Student
from .values import read, written

SIZE = 13


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


# -- features: does an input have it? -------------------------------------------------------


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
