"""Sides of the board that look like a class of stones, because of a frame or the edge of the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.classes import Samples, judged
from gograde.pictures.read.stones.fit import REJECTING_MARGIN, Fit, Labels

_SIDE = 0.5  # share of a side's points with stones, found nowhere else, that may be the side itself


def is_border(fit: Fit, rows: int, cols: int) -> bool:
    """Whether the stones of some colour may be a side of the board.

    They are real stones if they lie on two sides or more and each side that they line has an empty point.
    """
    board, surely = fit.labels.reshape(rows, cols), (fit.margins >= REJECTING_MARGIN).reshape(rows, cols)
    return any(
        not (_lies_on_two(board == kind) and _is_interrupted(board == kind, (board == 0) & surely))
        for kind in _borders(fit.labels, rows, cols)
    )


def without_border(samples: Samples, fit: Fit, rows: int, cols: int) -> Fit:
    """The fit with the points of such a side as empty points; the same fit when there is no such side."""
    kinds = _borders(fit.labels, rows, cols)
    if not kinds:
        return fit
    return judged(samples, np.where(np.isin(fit.labels, kinds), 0, fit.labels).astype(np.int8))


def _borders(labels: Labels, rows: int, cols: int) -> list[int]:
    """The colours whose stones all lie on outermost lines and cover most of one of these."""
    board = labels.reshape(rows, cols)
    masks = {kind: board == kind for kind in (1, 2)}
    return [
        kind
        for kind, there in masks.items()
        if not there[1:-1, 1:-1].any() and any(_is_lined(side) for side in _sides(there))
    ]


def _is_lined(side: NDArray[np.bool_]) -> bool:
    return bool(side.mean() > _SIDE)


def _sides(board: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], ...]:
    return board[0], board[-1], board[:, 0], board[:, -1]


def _lies_on_two(there: NDArray[np.bool_]) -> bool:
    """Whether true points lie on at least two sides, corners not counted."""
    return sum(bool(side[1:-1].any()) for side in _sides(there)) > 1


def _is_interrupted(there: NDArray[np.bool_], empty: NDArray[np.bool_]) -> bool:
    """Whether each lined side has an empty point between its corners."""
    sides = zip(_sides(there), _sides(empty), strict=True)
    return all(bool(bare[1:-1].any()) for side, bare in sides if _is_lined(side))
