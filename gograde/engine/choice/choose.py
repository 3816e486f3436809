"""`ComputerChoice`: the choice of a move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from gograde.engine.cancelled import Cancelling, check
from gograde.engine.choice.eyes import is_eye
from gograde.engine.choice.finish import finishing_point
from gograde.engine.choice.grid import index_of, indices, padded, point_at, work_of
from gograde.engine.choice.judge import Judge, Judged
from gograde.engine.choice.kernels import CRITICAL, try_points
from gograde.go.board import Point
from gograde.go.position import Position

_LIKELY = 12
"""Moves of the largest value without reading that are looked at with reading."""

_GAIN = 0.5
"""Points that a move must gain over a pass; with less the game is finished by fields."""

_DIGITS = 6


def choose_point(position: Position, dice: Random, cancelled: Cancelling) -> Point | None:
    """The move that gains most over a pass; near the end, what settles fields; else a pass."""
    board, stone = position.board, position.to_play
    judge = Judge(board.rows)
    cells = padded(board)
    now = judge.judged(cells, stone, _ko(position))
    passed = judge.judged(cells, stone.opponent)
    legal = [point for point in position.legal_points() if not is_eye(board, stone, point)]
    gains = []
    for index in _candidates(position, now, legal):
        check(cancelled)
        gain = gain_of(judge, passed, index, stone)
        gains.append((round(gain, _DIGITS), index))
    most = max(gains, default=(0.0, 0))[0]
    if most >= _GAIN:
        best = dice.choice([index for gain, index in gains if gain == most])
        return point_at(best, board.rows)
    return finishing_point(judge, passed, indices(legal, board.rows), stone)


def gain_of(judge: Judge, passed: Judged, index: int, stone: int) -> float:
    """What a move gains over a pass, for the side that plays it."""
    after = judge.after(passed.cells, index, stone)
    if after is None:
        return -np.inf
    return (3 - 2 * stone) * (judge.judged(after[0], 3 - stone, after[1]).worth - passed.worth)


def _ko(position: Position) -> int:
    point = position.ko_point
    return index_of(point, position.board.rows) if point else 0


def _candidates(position: Position, now: Judged, legal: list[Point]) -> list[int]:
    """The moves to be read: what decides critical chains, and what is worth most before reading."""
    side, stone = position.board.rows, position.to_play
    points = indices(legal, side)
    found = np.empty((len(points), 3))
    try_points(work_of(position), points, found)
    order = np.argsort(-(3 - 2 * stone) * found[:, 0], kind="stable")
    likely = [int(points[at]) for at in order[:_LIKELY]]
    open_ = set(points.tolist())
    urgent = [index for index in _deciding(now) if index in open_]
    return list(dict.fromkeys(urgent + likely))


def _deciding(now: Judged) -> Iterator[int]:
    """Where critical chains are taken and saved."""
    critical = now.status == CRITICAL
    yield from np.unique(now.attack[critical & (now.cells != now.to_play)]).tolist()
    yield from np.unique(now.defence[critical & (now.cells == now.to_play)]).tolist()
