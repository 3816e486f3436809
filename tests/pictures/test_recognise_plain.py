"""Wrong boards that are told surely: plain stones, frames, few of a colour."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from gograde.pictures.read import Outcome, Question, recognise
from gograde.pictures.read.verdict.rivals import shifted, swapped, transposed
from tests.pictures.boards_drawn import ACCEPTED, REJECTED, REVIEW, Board, Look, asked, drawn, picture_of, put
from tests.pictures.test_recognise_looks import Pen, painted

FIVE = ("..O..", "....X", ".X...", ".X...", "OX.X.")
NINE = (
    "..XX..X.O", "......X..", "..X.OOXOX", "X.XXXXXXO", "XOX.XXO.O",
    "OX..O.X.O", "X.OOXXOO.", "O.O..O.O.", ".X..XO.X.",
)  # fmt: skip
WOOD = Look(step=42, paper="#c89858", ink="#704820")


# ---------------------------------------------------------------- few stones of a colour


@pytest.mark.parametrize("radius", [0.28, 0.35, 0.45])
def test_one_of_two_stones_is_told_from_an_empty_point(radius: float) -> None:
    picture = drawn(FIVE, replace(WOOD, radius=radius))
    wrong = [put(FIVE, 4, 0, "."), put(FIVE, 0, 2, "X"), put(FIVE, 2, 3, "O")]
    assert asked(picture, FIVE, *wrong, swapped(FIVE)) == [ACCEPTED, *[REJECTED] * 4]
    assert ACCEPTED not in asked(picture, transposed(FIVE), shifted(FIVE, 1, 0))


@pytest.mark.parametrize(("reach", "outcome"), [(5, ACCEPTED), (8, ACCEPTED), (10, REVIEW), (17, REJECTED)])
def test_a_mark_on_an_empty_point_is_no_stone(reach: int, outcome: Outcome) -> None:
    """A dot like the one white stone, of so many pixels; a step is 42, and stones reach 18."""
    board = put(FIVE, 0, 2, ".")
    image = painted(board, Pen(step=42, reach=0.43, rim="white"))
    x, y = Pen().margin + 3 * 42, Pen().margin + 42
    ImageDraw.Draw(image).ellipse((x - reach, y - reach, x + reach, y + reach), "white")
    assert asked(picture_of(image), board) == [outcome]


WHITES = tuple(row.replace("X", ".") for row in NINE)
FEW = (".........",) * 4 + ("........O", ".....O...", ".........", ".........", "......O..")


@pytest.mark.parametrize("board", [WHITES, FEW])
@pytest.mark.parametrize("step", [16, 20])
def test_sides_that_look_like_a_class_hide_no_wrong_stone(board: Board, step: int) -> None:
    """Thick lines end there; without that class the board is read as clearly."""
    image = painted(board, Pen(step=step, margin=25, line=3, white="#e8e8e8"))
    row, col = next((r, c) for r, line in enumerate(board) for c, sign in enumerate(line) if sign == "O")
    wrong = [put(board, row, col, "."), put(board, 1, 1, "O"), shifted(board, 1, 0)]
    assert asked(picture_of(image), board, *wrong) == [ACCEPTED, *[REJECTED] * 3]


@pytest.mark.parametrize(("step", "line", "by"), [(38, 1, 7), (24, 2, 6)])
def test_a_stone_on_a_side_beside_a_frame_is_no_empty_point(step: int, line: int, by: int) -> None:
    """One of two white stones lies among ends of lines, which make the empty points loose."""
    image = painted(FIVE, Pen(step=step, margin=25, line=line, white="#e8e8e8"))
    draw, (wide, high) = ImageDraw.Draw(image), image.size
    for off in (by, 0):
        draw.rectangle((25 - off, 25 - off, wide - 25 + off, high - 25 + off), None, "black", 2)
    assert asked(picture_of(image), put(FIVE, 0, 2, ".")) != [ACCEPTED]


# ---------------------------------------------------------------- several wrong boards


def test_of_two_wrong_boards_the_one_with_fewer_wrong_points_is_told() -> None:
    slips = (put(NINE, 4, 3, "X"), put(put(NINE, 0, 0, "O"), 8, 8, "X"))
    for boards in (slips, slips[::-1]):
        both = Image.new("RGB", (1000, 480), "white")
        for number, board in enumerate(boards):
            both.paste(painted(board, Pen()), (20 + 490 * number, 20))
        reading = recognise(Question(picture_of(both), NINE))
        assert reading.outcome is REJECTED
        assert [(point.row, point.col) for point in reading.differences] == [(4, 3)]
