"""The end of a game: points that nobody has yet, then dead stones, then a pass."""

from __future__ import annotations

import numpy as np

from gograde.engine.choice.grid import point_at
from gograde.engine.choice.judge import SIGNS, Judge, Judged
from gograde.engine.choice.reading_kernels import Cells
from gograde.go.area_kernel import area_score
from gograde.go.board import Point


def finishing_point(
    judge: Judge, passed: Judged, points: Cells, stone: int, former: frozenset[bytes]
) -> Point | None:
    """The safe move that adds most area; else one that fills a liberty of lost stones; else a pass.

    A move is safe when no stone of its side is lost by it.  Boards in `former` are not made again.
    """
    before = fields(judge, passed)
    points = points[np.array([_beside_other(judge, passed, index, stone) for index in points.tolist()], bool)]
    boards, taken = judge.after(passed.cells, points, stone)
    gains, clearing = [], []
    for index, board, captured in zip(points.tolist(), boards, taken.tolist(), strict=True):
        if captured < 0 or (captured and board.tobytes() in former):
            continue
        judged = judge.judged(board, 3 - stone)
        if np.any((board == stone) & judged.lost & ~passed.lost):
            continue
        gain = int(SIGNS[stone]) * (fields(judge, judged) - before)
        if gain > 0:
            gains.append((-gain, index))
        elif gain == 0 and _beside_lost(judge, passed, index, stone):
            clearing.append(index)
    best = min(gains)[1] if gains else min(clearing, default=None)
    return None if best is None else point_at(best, judge.side)


def fields(judge: Judge, judged: Judged) -> int:
    """Black's area minus white's, lost stones taken off."""
    lifted = np.where(judged.lost, 0, judged.cells).reshape(judge.stride, judge.stride)
    black, white = area_score(np.ascontiguousarray(lifted[1:-1, 1:-1], np.int8))
    return int(black - white)


def _beside_other(judge: Judge, passed: Judged, index: int, stone: int) -> bool:
    """Is a stone of the opponent beside the point, or on its diagonals?"""
    return bool(np.any(passed.cells[index + _around(judge.stride)] == 3 - stone))


def _around(stride: int) -> Cells:
    return np.array((-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1))


def _beside_lost(judge: Judge, passed: Judged, index: int, stone: int) -> bool:
    """Is the point beside a lost stone of the opponent?"""
    around = np.array((index - judge.stride, index - 1, index + 1, index + judge.stride))
    return bool(np.any((passed.cells[around] == 3 - stone) & passed.lost[around]))
