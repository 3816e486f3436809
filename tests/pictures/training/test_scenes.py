"""Plots and scenes of boards: the placed points lie where the picture shows them."""

from __future__ import annotations

import numpy as np
import pytest

from gograde.pictures.training.looks import plots
from gograde.pictures.training.looks.made import Dice, Drawn, Labels, Placed

FIVE = np.array(
    [[0, 1, 2, 0, 0], [1, 0, 0, 2, 0], [0, 0, 1, 0, 2], [2, 1, 0, 0, 0], [0, 0, 2, 1, 0]], dtype=np.int8
)
EMPTY, BLACK, WHITE = 0, 1, 2


def patch(drawn: Drawn, board: Placed, row: int, col: int) -> np.ndarray:
    """The pixels around one point, as far as a stone reaches."""
    x, y = round(board.x + col * board.dx), round(board.y + row * board.dy)
    reach = int(0.46 * min(board.dx, board.dy))
    return np.asarray(drawn.image).astype(float)[y - reach : y + reach + 1, x - reach : x + reach + 1]


def kinds_apart(drawn: Drawn, board: Placed) -> bool:
    """Whether the mean looks of empty, black and white points differ somewhere."""
    means = [
        np.mean([patch(drawn, board, row, col) for row, col in np.argwhere(board.labels == kind)], axis=0)
        for kind in (EMPTY, BLACK, WHITE)
    ]
    return min(np.abs(means[one] - means[other]).max() for one, other in ((0, 1), (0, 2), (1, 2))) > 20


@pytest.mark.parametrize("seed", range(12))
def test_plots_show_kinds_at_their_points(seed: int) -> None:
    drawn = plots.draw(Dice(seed), Dice(seed + 100), FIVE)
    (board,) = drawn.boards
    assert drawn.image.mode == "RGB"
    assert kinds_apart(drawn, board)
    again = plots.draw(Dice(seed), Dice(seed + 100), FIVE)
    assert again.image.tobytes() == drawn.image.tobytes()


@pytest.mark.parametrize("seed", range(4))
def test_a_program_plots_other_positions_in_the_same_place(seed: int) -> None:
    other: Labels = np.array(FIVE[::-1].T)
    first, second = (plots.draw(Dice(seed), Dice(0), labels) for labels in (FIVE, other))
    assert first.image.size == second.image.size
    one, two = first.boards[0], second.boards[0]
    assert (one.x, one.dx, one.y, one.dy) == (two.x, two.dx, two.y, two.dy)
