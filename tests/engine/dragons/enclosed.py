"""Small groups that are enclosed, drawn at random."""

from __future__ import annotations

import random

from gograde.go import Board, Point, Stone
from gograde.go.rules import obeys_rule_1

ROWS, COLS = 5, 7


def enclosed_group(draw: random.Random, size: int) -> tuple[Board, Point]:
    """A board with a black group around an eye space of that size, and a stone of the group.

    White stands around the group and has the liberties of the last column.  Some points within hold stones,
    some stones around them are missing.
    """
    while True:
        space = _space(draw, size)
        group = [point for point in _beside(space) if draw.random() < 0.94]
        wall = [point for point in _beside({*space, *group}) if point.column < COLS - 1]
        within = [
            (point, draw.choices((Stone.EMPTY, Stone.WHITE, Stone.BLACK), (7, 2, 1))[0]) for point in space
        ]
        board = Board.empty(ROWS, COLS).with_stones(Stone.WHITE, wall).with_stones(Stone.BLACK, group)
        for point, stone in within:
            board = board.with_stones(stone, [point])
        if group and wall and obeys_rule_1(board):
            return board, draw.choice(group)


def _space(draw: random.Random, size: int) -> set[Point]:
    """A connected set of points in the columns to the left."""
    space = {Point(draw.randrange(ROWS), draw.randrange(3))}
    while len(space) < size:
        edge = {q for p in space for q in p.neighbours(ROWS, COLS - 3)} - space
        space.add(draw.choice(sorted(edge)))
    return space


def _beside(points: set[Point]) -> list[Point]:
    """The points around a set, also across."""
    around = {Point(p.row + r, p.column + c) for p in points for r in (-1, 0, 1) for c in (-1, 0, 1)}
    return sorted(p for p in around - points if 0 <= p.row < ROWS and 0 <= p.column < COLS)
