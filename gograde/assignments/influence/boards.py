"""Makes random boards for influence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.stream import Stream
from gograde.go.board import Board, Point, Stone
from gograde.go.joseki import SIDE
from gograde.go.rules import capture_points, chains, dead_chains, legal_points

EMPTY = 0
BLACK = 1
WHITE = 2
SMALL = 4
"""The longest side of a small board, in points."""

_CAPTURES = frozenset(("capture", "breathless-capture", "captures-two", "long-capture"))

Rows = list[list[int]]
Place = tuple[int, int]
Kept = dict[Place, int]
Value = Mapping[str, Any]


def make_board(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    """A board that may have the features; every chain has a liberty."""
    rows, cols = _size(stream, features)
    if "empty" in features:
        return {"board": [[EMPTY] * cols for _ in range(rows)]}
    if "one-colour" in features:
        return {"board": _in_one_colour(stream, rows, cols)}
    kept = _fixed_points(stream, (rows, cols), features)
    percent = 0 if "one-stone" in features else 60 if "dense" in features else stream.choice((6, 14, 28))
    board = [
        [kept[row, col] if (row, col) in kept else _cell(stream, percent) for col in range(cols)]
        for row in range(rows)
    ]
    return {"board": _without_dead(board)}


def _in_one_colour(stream: Stream, rows: int, cols: int) -> Rows:
    colour = stream.choice((BLACK, WHITE))
    return _without_dead([[colour * stream.chance(25) for _ in range(cols)] for _ in range(rows)])


def make_move(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    """A board and a legal move on it; a capture where a feature wants one and the board has one."""
    value = make_board(stream, features)
    board, colour = Board.from_rows(value["board"]), stream.choice((BLACK, WHITE))
    points = capture_points(board, Stone(colour)) if _CAPTURES.intersection(features) else ()
    points = points or legal_points(board, Stone(colour))
    if not points:
        board, points = Board.empty(board.rows, board.cols), (Point(0, 0),)
    row, col = stream.choice(points)
    return {"board": board.to_rows(), "colour": colour, "row": row, "col": col}


def make_dead(stream: Stream, rows: Rows, features: tuple[str, ...]) -> list[list[int]]:
    """The points of some chains, in order; of at least one where there is one, unless none is wanted."""
    if "none-dead" in features:
        return []
    found = chains(Board.from_rows(rows))
    dead = [chain for chain in found if stream.chance(40)] or found[:1]
    return sorted(list(point) for chain in dead for point in chain.points)


def _size(stream: Stream, features: tuple[str, ...]) -> tuple[int, int]:
    if "large" in features:
        return SIDE, SIDE
    if "one-row" in features:
        return 1, 4 + stream.below(6)
    if "one-column" in features:
        return 4 + stream.below(6), 1
    if "one-point" in features:
        return 1, 1
    if "small" in features:
        return 2 + stream.below(SMALL - 1), 2 + stream.below(SMALL - 1)
    rows, cols = 5 + stream.below(5), 5 + stream.below(5)
    return rows, cols + (rows == cols and "not-square" in features)


def _cell(stream: Stream, percent: int) -> int:
    return stream.choice((BLACK, WHITE)) if stream.chance(percent) else EMPTY


def _fixed_points(stream: Stream, size: Place, features: tuple[str, ...]) -> Kept:
    """The points whose content the features fix."""
    kept: Kept = {}
    for name in features:
        if name in _SHAPES:
            kept |= _SHAPES[name](stream, size, stream.choice((BLACK, WHITE)))
    if "one-stone" in features and not kept:
        kept[stream.below(size[0]), stream.below(size[1])] = stream.choice((BLACK, WHITE))
    return kept


def _corner(stream: Stream, size: Place, colour: int) -> Kept:
    return {(stream.choice((0, size[0] - 1)), stream.choice((0, size[1] - 1))): colour}


def _edge(stream: Stream, size: Place, colour: int) -> Kept:
    return {(stream.choice((0, size[0] - 1)), 1 + stream.below(max(1, size[1] - 2))): colour}


def _wall(stream: Stream, size: Place, colour: int) -> Kept:
    row = stream.below(size[0])
    return {(row, col): colour for col in range(size[1])}


def _jump(stream: Stream, size: Place, colour: int) -> Kept:
    row, col = stream.below(size[0]), stream.below(max(1, size[1] - 2))
    return {(row, col): colour, (row, col + 1): EMPTY, (row, col + 2): colour}


def _hane(stream: Stream, size: Place, colour: int) -> Kept:
    row, col = stream.below(max(1, size[0] - 1)), stream.below(max(1, size[1] - 1))
    return {(row, col): colour, (row, col + 1): 3 - colour, (row + 1, col + 1): EMPTY}


def _blocked(stream: Stream, size: Place, colour: int) -> Kept:
    row, col = stream.below(size[0]), stream.below(max(1, size[1] - 2))
    return {(row, col): colour, (row, col + 1): 3 - colour, (row, col + 2): EMPTY}


_SHAPES = {
    "corner-stone": _corner,
    "edge-stone": _edge,
    "wall": _wall,
    "jump": _jump,
    "hane": _hane,
    "blocked": _blocked,
}


def _without_dead(rows: Rows) -> Rows:
    board = Board.from_rows(rows)
    dead = [point for chain in dead_chains(board) for point in chain.points]
    return board.with_stones(Stone.EMPTY, dead).to_rows()
