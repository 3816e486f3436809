"""A side of the board that looks like a class of stones: a frame or the edge of the picture is near."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.recognise.classes import Fit, Labels, Samples, judged

_SIDE = 0.5
"""The share of a side from which on stones that lie nowhere else may be that side."""


def is_border(labels: Labels, rows: int, cols: int) -> bool:
    """Whether what is taken for stones of a colour may be a side of the board."""
    return bool(_borders(labels, rows, cols))


def without_border(samples: Samples, fit: Fit, rows: int, cols: int) -> Fit:
    """The fit with such points as empty ones; the same when there are none."""
    kinds = _borders(fit.labels, rows, cols)
    if not kinds:
        return fit
    return judged(samples, np.where(np.isin(fit.labels, kinds), 0, fit.labels).astype(np.int8))


def _borders(labels: Labels, rows: int, cols: int) -> list[int]:
    """The colours all of whose stones lie on outermost lines, and on most of the points of one."""
    board = labels.reshape(rows, cols)
    return [kind for kind in (1, 2) if _lines_side(board == kind)]


def _lines_side(there: NDArray[np.bool_]) -> bool:
    sides = there[0], there[-1], there[:, 0], there[:, -1]
    return not there[1:-1, 1:-1].any() and any(bool(side.mean() > _SIDE) for side in sides)
