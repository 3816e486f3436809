"""Lattices half a step aside, on which points lie amid four stones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from gograde.pictures.recognise import Question, recognise_together
from gograde.pictures.recognise.classes import labels_of, samples_of, sort
from gograde.pictures.recognise.colours import Order, order_as
from gograde.pictures.recognise.grids import Grid, Kind
from gograde.pictures.recognise.patches import patches_of
from gograde.pictures.recognise.pixels import sheet_of, summed
from gograde.pictures.recognise.rivals import swapped
from gograde.pictures.recognise.trial import Trial
from tests.pictures.boards_drawn import ACCEPTED, LOOKS, Board, Look, asked, drawn, picture_of, random_board

WHITE_ALONE = (
    ".OO.....O", "OOO..OO.O", "O...O..O.", "O.OOOOOOO", "..O...OOO",
    "OOO..OOO.", "O.O.O....", "O.OOOOOOO", "O.OO.OO.O",
)  # fmt: skip
BOTH = (
    "XXX.X.O.O", "O..O..O.X", "...X...O.", ".....XX.X", "...O.....",
    "OOX..O.O.", "X..X.....", "OX...O..X", "XOO...O..",
)  # fmt: skip


def squares(board: Board, step: int = 28, margin: int = 32) -> Image.Image:
    """Square stones with a grey rim on white lines, on green with a white frame half a step outside."""
    size = 2 * margin + step * (len(board) - 1)
    image = Image.new("RGB", (size, size), "#3f7a55")
    pen = ImageDraw.Draw(image)
    last = margin + step * (len(board) - 1)
    pen.rectangle((4, 4, size - 5, size - 5), None, "white", 3)
    for number in range(len(board)):
        at = margin + step * number
        pen.line((at, margin, at, last), "white")
        pen.line((margin, at, last, at), "white")
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            if sign != ".":
                x, y = margin + step * col, margin + step * row
                pen.rectangle(
                    (x - 8, y - 8, x + 8, y + 8), "#e6e6e6" if sign == "O" else "black", "#b4b4b4", 2
                )
    return image


def trial_at(board: Board, look: Look, off: float) -> Trial:
    """What is read of a drawn board on its lattice moved by so many steps down and to the right."""
    sheet = sheet_of(drawn(board, look))
    first = look.step * (1 + off)
    grid = Grid(Kind.POINTS, 9, 9, first, look.step, first, look.step, 1.0)
    patches = patches_of(sheet, summed(sheet.rgb), grid)
    fit = sort(samples_of(patches.inner), labels_of(board))
    return Trial(grid, fit, Order.RIGHT, patches)


@pytest.mark.parametrize("look", [LOOKS["wood"], LOOKS["rings"], LOOKS["dark"], Look(radius=0.3)])
@pytest.mark.parametrize("board", [random_board(2), BOTH, WHITE_ALONE])
def test_stones_on_points_are_not_amid_them(look: Look, board: Board) -> None:
    assert not trial_at(board, look, 0).amid


@pytest.mark.parametrize("board", [random_board(2), BOTH, WHITE_ALONE])
def test_points_half_a_step_aside_are_amid_stones(board: Board) -> None:
    """Labels of one corner: what lies at the bottom right of each point."""
    trial = trial_at(board, Look(radius=0.4), 0.5)
    moved = replace(trial, fit=replace(trial.fit, labels=labels_of(board)))
    assert moved.amid
    assert not moved.clear


def test_colours_are_not_told_among_four_stones() -> None:
    """Read with another picture of the program, a board of white stones passed for one of black ones."""
    shown = [picture_of(squares(board)) for board in (BOTH, WHITE_ALONE)]
    right = [Question(picture, board) for picture, board in zip(shown, (BOTH, WHITE_ALONE), strict=True)]
    assert [reading.outcome for reading in recognise_together(right)] == [ACCEPTED, ACCEPTED]
    wrong = [right[0], replace(right[1], reference=swapped(WHITE_ALONE))]
    assert recognise_together(wrong)[1].outcome is not ACCEPTED
    assert asked(shown[1], swapped(WHITE_ALONE))[0] is not ACCEPTED


def test_what_looks_like_the_empty_points_of_other_pictures_has_no_colour() -> None:
    look = {".": 0.4, "X": 0.0, "O": 0.9}
    known = np.repeat([[look["."]], [look["X"]], [look["O"]]], 12, axis=1).astype(np.float32)
    labels, kinds = np.array([1, 0], np.int8), np.array([0, 1, 2], np.int8)
    for seen, order in ((0.38, Order.UNKNOWN), (0.05, Order.RIGHT), (0.85, Order.SWAPPED)):
        features = np.repeat([[seen], [look["."]]], 12, axis=1).astype(np.float32)
        assert order_as(features, labels, (known, kinds)) is order
