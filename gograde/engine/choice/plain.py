"""Players that read nothing: random, greedy, and by the value of a move alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gograde.engine.choice.eyes import is_eye
from gograde.go.board import Point
from gograde.go.position import Position

_DIGITS = 9
"""Decimal places of a value; mirrored moves differ in the last bits."""


def open_points(position: Position) -> list[Point]:
    """The legal points that are no eyes of the side to play."""
    board, stone = position.board, position.to_play
    return [point for point in position.legal_points() if not is_eye(board, stone, point)]


def random_point(position: Position, dice: Random) -> Point | None:
    """Any legal point that is no own eye; a pass when there is none."""
    points = open_points(position)
    return dice.choice(points) if points else None


def greedy_point(position: Position, dice: Random) -> Point | None:
    """The move that takes most stones; among equals, the one whose chain then has most liberties."""
    points = open_points(position)
    tried = _tried(position, points)
    return one_of_best([((taken, free), p) for p, (_, taken, free) in zip(points, tried, strict=True)], dice)


def value_point(position: Position, dice: Random) -> Point | None:
    """The move of the largest value by formula 7 (SFB after it minus SFB before); a pass when none gains."""
    from gograde.engine.choice.grid import padded
    from gograde.engine.choice.worth_kernels import situation

    points, cells, sign = open_points(position), padded(position.board), 3 - 2 * position.to_play
    before = situation(cells, position.board.rows + 2, cells.astype(float))
    gains = [round(sign * (after - before), _DIGITS) for after, _, _ in _tried(position, points)]
    return one_of_best([(g, point) for g, point in zip(gains, points, strict=True) if g > 0], dice)


def _tried(position: Position, points: Sequence[Point]) -> list[tuple[float, int, int]]:
    """For each point: SFB after the side to play went there, the stones it took, its liberties then."""
    import numpy as np

    from gograde.engine.choice.grid import indices, work_of
    from gograde.engine.choice.reading_kernels import play_all
    from gograde.engine.choice.worth_kernels import situation

    side = position.board.rows
    boards, facts = np.empty((len(points), (side + 2) ** 2), np.int64), np.empty((len(points), 2), np.int64)
    play_all(work_of(position), indices(points, side), int(position.to_play), boards, facts)
    shares = np.empty((side + 2) ** 2)
    after = [situation(board, side + 2, shares) for board in boards]
    return [(value, taken, free) for value, (taken, free) in zip(after, facts.tolist(), strict=True)]


def one_of_best(gains: Sequence[tuple[object, Point]], dice: Random) -> Point | None:
    """One of the points with the largest gain, None when there are no points."""
    if not gains:
        return None
    most = max(gain for gain, _ in gains)  # type: ignore[type-var]
    return dice.choice([point for gain, point in gains if gain == most])
