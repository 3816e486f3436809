"""The end of a game: points that nobody has yet, then dead stones, then a pass."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.engine.choice.grid import point_at
from gograde.engine.choice.judge import Judge, Judged
from gograde.engine.choice.kernels import CRITICAL, DEAD
from gograde.go.board import Point


def finishing_point(judge: Judge, passed: Judged, points: NDArray[np.int64], stone: int) -> Point | None:
    """The safe move that adds most area; else one that fills a liberty of dead stones; else a pass.

    A move is safe when no stone of its side can be taken that could not be taken before.
    """
    before = fields(judge, passed)
    gains, clearing = [], []
    for index in points.tolist():
        after = judge.after(passed.cells, index, stone)
        if after is None:
            continue
        judged = judge.judged(after[0], 3 - stone, after[1])
        own = judged.cells == stone
        if np.any(own & judged.lost & ~passed.lost):
            continue
        gain = (3 - 2 * stone) * (fields(judge, judged) - before)
        if gain > 0:
            gains.append((gain, index))
        elif gain == 0 and _beside_dead(judge, passed, index, stone):
            clearing.append(index)
    if gains:
        return point_at(max(gains, key=lambda g: (g[0], -g[1]))[1], judge.side)
    return point_at(clearing[0], judge.side) if clearing else None


def fields(judge: Judge, judged: Judged) -> int:
    """Black's area minus white's, lost stones taken off."""
    from gograde.go.rule_kernels import area_score

    side = judge.side
    board = judged.lifted.reshape(side + 2, side + 2)[1:-1, 1:-1].astype(np.int8)
    black, white = area_score(np.ascontiguousarray(board))
    return int(black - white)


def _beside_dead(judge: Judge, passed: Judged, index: int, stone: int) -> bool:
    """Is the point a liberty of a dead stone of the opponent?"""
    stride = judge.stride
    around = (index - stride, index - 1, index + 1, index + stride)
    return any(passed.cells[i] == 3 - stone and passed.status[i] in (DEAD, CRITICAL) for i in around)
