"""Labels of all points of a lattice, and how well each point fits its class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.question import Board

Values = NDArray[Any]
Labels = NDArray[np.int8]
"""The class of each point, row by row: 0 empty, 1 black, 2 white."""

SIGNS = ".XO"
"""The sign of each class on a board."""

CLEAR_MARGIN = 0.15  # margin of every point of a clear fit, at least
REJECTING_MARGIN = 0.4  # margin of a point that counts against a picture, at least
APART = 0.08  # distance between two classes of a clear fit, at least
_NEAR = 0.035  # distance between two classes of a close fit, at least
_CLOSE = 0.1  # mean distance of the points of a close fit from their classes, against `apart`, at most


@dataclass(frozen=True)
class Fit:
    """Labels, and for each point its margin and its distance from its class.

    A margin is 1 for a point exactly like its class, 0 for one halfway between two classes, -1 for one
    exactly like another class. `distances` are from 0 to 1; `cost` is their sum. `gaps` (3, 3) are the
    distances between classes; `apart` is the smallest and replaces the gaps of absent classes.
    """

    labels: Labels
    margins: Values
    distances: Values
    cost: float
    apart: float
    gaps: Values


def exact(labels: Labels) -> Fit:
    """The fit of labels that are certain, as on a typed board."""
    count = len(labels)
    return Fit(labels, np.ones(count), np.zeros(count), 0.0, 1.0, np.ones((3, 3)))


def labels_of(board: Board) -> Labels:
    """The labels of a board."""
    return np.array([SIGNS.index(sign) for line in board for sign in line], np.int8)


def board_of(labels: Labels, rows: int, cols: int) -> Board:
    """The board with these labels."""
    return tuple("".join(SIGNS[v] for v in line) for line in labels.reshape(rows, cols))


def is_clear(fit: Fit) -> bool:
    """Whether every point has a clear margin and the classes are apart, where a close fit needs less."""
    least = float(fit.margins.min())
    return least >= CLEAR_MARGIN and (fit.apart >= APART or (fit.apart >= _NEAR and is_close(fit)))


def is_close(fit: Fit) -> bool:
    """Whether every point has a rejecting margin and the points lie close to their classes."""
    return float(fit.margins.min()) >= REJECTING_MARGIN and float(fit.distances.mean()) <= _CLOSE * fit.apart
