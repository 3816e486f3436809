"""A board is accepted only when its points lie near to their classes, against how far these are apart."""

from __future__ import annotations

import numpy as np
import pytest

from gograde.pictures.read import Outcome, Question
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.lattice.search import survey
from gograde.pictures.read.stones.classes import Fit, labels_of
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.patches import patches_of
from gograde.pictures.read.verdict.trial import Trial
from gograde.pictures.read.verdict.verdict import verdict
from tests.pictures.boards_drawn import ACCEPTED, REVIEW, drawn, random_board


@pytest.mark.parametrize(
    ("own", "apart", "outcome"),
    [(0.02, 0.5, ACCEPTED), (0.04, 0.13, ACCEPTED), (0.05, 0.13, REVIEW), (0.135, 0.13, REVIEW)],
)
def test_points_as_far_from_their_classes_as_these_are_apart_wait(
    own: float, apart: float, outcome: Outcome
) -> None:
    board = random_board(4)
    picture = drawn(board)
    found = survey(picture, 9, 9)
    grid = Grid(Kind.POINTS, 9, 9, 40.0, 40.0, 40.0, 40.0, 0.6)
    labels = labels_of(board)
    fit = Fit(labels, np.ones(81), np.full(81, own), 81 * own, apart, np.full((3, 3), apart))
    trial = Trial(grid, fit, Order.FREE, patches_of(found.sheet, found.table, grid))
    assert verdict(trial, Question(picture, board), found).outcome is outcome
