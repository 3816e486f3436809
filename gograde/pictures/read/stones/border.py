"""A side of the board that looks like a class of stones: a frame or the edge of the picture is near."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.classes import Samples, judged
from gograde.pictures.read.stones.fit import REJECTING_MARGIN, Fit, Labels

_SIDE = 0.5  # share of a side with stones that lie nowhere else, beyond which they may be that side


def is_border(fit: Fit, rows: int, cols: int) -> bool:
    """Whether stones of a colour may be a side:

    not if on two sides, and each side they line has an empty point.
    """
    board, surely = fit.labels.reshape(rows, cols), (fit.margins >= REJECTING_MARGIN).reshape(rows, cols)
    return any(
        not (_lies_on_two(board == kind) and _is_interrupted(board == kind, (board == 0) & surely))
        for kind in _borders(fit.labels, rows, cols)
    )


def without_border(samples: Samples, fit: Fit, rows: int, cols: int) -> Fit:
    """The fit with such points as empty ones; the same when there are none."""
    kinds = _borders(fit.labels, rows, cols)
    if not kinds:
        return fit
    return judged(samples, np.where(np.isin(fit.labels, kinds), 0, fit.labels).astype(np.int8))


def _borders(labels: Labels, rows: int, cols: int) -> list[int]:
    """The colours all of whose stones lie on outermost lines, and on most of the points of one."""
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
    """Whether some lie on at least two sides, but for the corners."""
    return sum(bool(side[1:-1].any()) for side in _sides(there)) > 1


def _is_interrupted(there: NDArray[np.bool_], empty: NDArray[np.bool_]) -> bool:
    """Whether each side that they line has an empty point between its corners."""
    sides = zip(_sides(there), _sides(empty), strict=True)
    return all(bool(bare[1:-1].any()) for side, bare in sides if _is_lined(side))
