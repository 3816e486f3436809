"""Lattices half a step aside, on which points lie amid four stones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gograde.pictures.read import Question, recognise_together
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.pixels import sheet_of, summed
from gograde.pictures.read.stones.classes import judged, labels_of, samples_of, sort
from gograde.pictures.read.stones.colours import Order, order_as
from gograde.pictures.read.stones.patches import patches_of
from gograde.pictures.read.verdict.rivals import shifted, swapped
from gograde.pictures.read.verdict.trial import Trial
from gograde.pictures.read.verdict.verdict import _hides_parts
from tests.pictures.boards_drawn import (
    ACCEPTED,
    LOOKS,
    REJECTED,
    Board,
    Look,
    asked,
    drawn,
    fresh,
    put,
    random_board,
)

WHITE_ALONE = (
    ".OO.....O", "OOO..OO.O", "O...O..O.", "O.OOOOOOO", "..O...OOO",
    "OOO..OOO.", "O.O.O....", "O.OOOOOOO", "O.OO.OO.O",
)  # fmt: skip
BOTH = (
    "XXX.X.O.O", "O..O..O.X", "...X...O.", ".....XX.X", "...O.....",
    "OOX..O.O.", "X..X.....", "OX...O..X", "XOO...O..",
)  # fmt: skip


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


FEW = (
    ".........", "..X......", ".........", "......X..",
    ".........", ".........", ".........", ".........", ".........",
)  # fmt: skip


@pytest.mark.parametrize("radius", [0.3, 0.45, 0.48])
@pytest.mark.parametrize("off", [(0.5, 0.5), (0.5, 0.0), (0.0, -0.5)])
def test_a_part_of_a_stone_is_no_stone(off: tuple[float, float], radius: float) -> None:
    """Beside two stones half a step away, one part of each is taken for a stone and the others are not."""
    sheet = sheet_of(drawn(FEW, Look(radius=radius)))
    step = Look().step
    for down, across in ((0.0, 0.0), off):
        grid = Grid(Kind.POINTS, 9, 9, step * (1 + across), step, step * (1 + down), step, 1.0)
        patches = patches_of(sheet, summed(sheet.rgb), grid)
        fit = judged(samples_of(patches.inner), labels_of(FEW))
        assert Trial(grid, fit, Order.RIGHT, patches).amid == ((down, across) != (0, 0))


def test_colours_are_not_told_among_four_stones() -> None:
    """White stones passed for black ones, read with another picture; a frame held a lattice amid them."""
    (first, other), _, (picture, board) = fresh(13572468, "look 7")[7:]
    known = Question(first, other)
    wrong, right = (Question(picture, reference) for reference in (swapped(board), board))
    assert [reading.outcome for reading in recognise_together([known, wrong])] == [ACCEPTED, REJECTED]
    assert [reading.outcome for reading in recognise_together([known, right])] == [ACCEPTED, ACCEPTED]


def test_the_crossings_of_walls_are_no_points() -> None:
    """A board of cells passed for one moved by a line, read amid four stones where a wall had cut it."""
    picture, board = fresh(77312459, "look 4")[9]
    assert asked(picture, board, shifted(board, -1, 0), shifted(board, 1, 0)) == [
        ACCEPTED,
        REJECTED,
        REJECTED,
    ]


def test_a_board_is_not_read_beside_its_stones() -> None:
    """Two stones passed for two that lie a line aside, as quarters of them; a frame held that lattice."""
    picture, board = fresh(19283746, "look 17")[8]
    right, *others = asked(picture, board, *(shifted(board, 0, by) for by in (1, -1)))
    assert right is ACCEPTED
    assert ACCEPTED not in others


def test_cells_between_stones_are_no_empty_board() -> None:
    """A right picture failed as an empty board, and passed for one, read half a step aside in a frame."""
    picture, board = fresh(14142135, "look 2")[8]
    wrong = (put(board, 1, 2, "."), put(board, 6, 6, "X"), (".........",) * 9)
    right, *others = asked(picture, board, *wrong)
    assert right is ACCEPTED
    assert ACCEPTED not in others


@pytest.mark.parametrize("board", [FEW, BOTH])
def test_parts_of_stones_in_cells_speak_against_no_picture(board: Board) -> None:
    sheet, look = sheet_of(drawn(board, Look(radius=0.3))), Look()
    start = look.step * 1.5
    grid = Grid(Kind.EDGES, 9, 9, start, look.step, start, look.step, 1.0)
    patches = patches_of(sheet, summed(sheet.rgb), grid)
    empty = np.zeros(81, np.int8)
    assert _hides_parts(Trial(grid, judged(samples_of(patches.inner), empty), Order.RIGHT, patches))


def test_what_looks_like_the_empty_points_of_other_pictures_has_no_colour() -> None:
    look = {".": 0.4, "X": 0.0, "O": 0.9}
    known = np.repeat([[look["."]], [look["X"]], [look["O"]]], 12, axis=1).astype(np.float32)
    labels, kinds = np.array([1, 0], np.int8), np.array([0, 1, 2], np.int8)
    for seen, order in ((0.3, Order.UNKNOWN), (0.05, Order.RIGHT), (0.85, Order.SWAPPED)):
        features = np.repeat([[seen], [look["."]]], 12, axis=1).astype(np.float32)
        assert order_as(features, labels, (known, kinds)) is order
