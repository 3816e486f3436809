"""A second implementation of the functions of `joseki.paths`, by grids and lists.

Grids of names are rotated instead of coordinates, tenuki are inserted afterwards, and next steps are found by
trying all steps.  Only the types of values come from `joseki.paths`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gograde.go.board import Point
from gograde.go.joseki import Area, Corner, JosekiPath, Place, State
from gograde.go.position import Move

Grid = list[list[str]]

_ROW_BY_ROW = [[column + row for column in "ABCDEFGHIJ"] for row in "ABCDEFGHIJ"]
_ALL_STEPS = [step for row in _ROW_BY_ROW for step in row] + ["XX"]
_QUARTERS = {Corner.TL: 0, Corner.TR: 1, Corner.BL: 3, Corner.BR: 2}


def to_area(row: int, col: int) -> tuple[Place, ...]:
    """The name of a point in every area, read from the four boards of names."""
    return tuple(Place(c, board[row][col]) for c, board in _boards().items() if board[row][col])


def to_board(corner: Corner, step: str) -> Point:
    """The point of a step on the corner's board of names."""
    board = _boards()[corner]
    (point,) = (Point(r, row.index(step)) for r, row in enumerate(board) if step in row)
    return point


def mirror(steps: str) -> str:
    """Every step looked up in the grid with rows and columns exchanged."""
    exchanged = dict(
        zip(_ALL_STEPS, [s for col in zip(*_ROW_BY_ROW, strict=True) for s in col], strict=False)
    )
    return "".join(exchanged.get(step, step) for step in _cut(steps))


def is_joseki(steps: str, library: Sequence[JosekiPath]) -> bool:
    """Are the steps among all beginnings of all paths and mirrors?"""
    return steps in _beginnings(library)


def next_steps(steps: str, library: Sequence[JosekiPath]) -> tuple[str, ...]:
    """All 101 steps tried, ordered twice: by text, then by the best path's priority."""
    priorities = {s: [p for p in library if steps + s in _beginnings([p])] for s in sorted(_ALL_STEPS)}
    known = [step for step, paths in priorities.items() if paths]
    return tuple(sorted(known, key=lambda s: min(1 - _priority(path) for path in priorities[s])))


def replay(moves: Sequence[Move], library: Sequence[JosekiPath]) -> dict[Corner, Area]:
    """Each area from the list of its own moves; tenuki are inserted from the end."""
    areas = {}
    for corner, board in _boards().items():
        names = [move.point and board[move.point.row][move.point.column] for move in moves]
        steps = _with_tenuki([(m, name) for m, name in zip(moves, names, strict=True) if name])
        areas[corner] = Area(steps, _state(steps, bool(names and names[-1]), library))
    return areas


def _with_tenuki(own: list[tuple[Move, str]]) -> str:
    listed = [name for _, name in own]
    for i in range(len(own) - 1, 0, -1):
        if own[i][0].stone == own[i - 1][0].stone:
            listed.insert(i, "XX")
    return "".join(listed)


def _state(steps: str, last_is_here: bool, library: Sequence[JosekiPath]) -> State:
    going_on = any(text.startswith(steps) and text != steps for text in _beginnings(library))
    if steps and going_on:
        return State.RUNNING if last_is_here else State.INTERRUPTED
    return State.ENDED if steps else State.FRESH


def _boards() -> dict[Corner, Grid]:
    """For each corner a 19x19 board with the names of its points and "" elsewhere."""
    boards = {}
    for corner, quarters in _QUARTERS.items():
        board = [row + [""] * 9 for row in _ROW_BY_ROW] + [[""] * 19 for _ in range(9)]
        for _ in range(quarters):
            board = [list(column) for column in zip(*board[::-1], strict=True)]
        boards[corner] = board
    return boards


def _beginnings(library: Sequence[JosekiPath]) -> set[str]:
    found = {""} if library else set()
    for path in library:
        for text in (path.steps, mirror(path.steps)):
            found |= {text[: 2 * n] for n in range(len(text) // 2 + 1)}
    return found


def _cut(steps: str) -> list[str]:
    return [first + second for first, second in zip(steps[::2], steps[1::2], strict=True)]


def _priority(path: JosekiPath) -> Fraction:
    return Fraction(1 + path.wins, 2 + path.games)
