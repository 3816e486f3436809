"""Stones of one colour alone: marks, numbers in rings, light grey, light lines; and strange empty sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.read import Outcome, Question, recognise
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.stones.classes import exact, labels_of
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.patches import INSIDE, Patches
from gograde.pictures.read.verdict.rivals import swapped
from gograde.pictures.read.verdict.shifted_board import may_lie_aside
from gograde.pictures.read.verdict.trial import Trial
from tests.pictures.boards_drawn import ACCEPTED, REJECTED, REVIEW, asked, fresh, long, put
from tests.pictures.test_recognise_looks import Pen, painted

WHITES = (
    "..O..O...", ".....O.O.", "O..O.....", "....O.O.O", ".O..O....",
    "...O...OO", "O....O...", "..OO..O..", ".O.....O.",
)  # fmt: skip
Drawer = Callable[[ImageDraw.ImageDraw, float, float, int], None]


def with_marks(pen: Pen, mark: Drawer) -> Image.Image:
    """The white stones, and in the middle of each what `mark` draws; it gets the stone's number."""
    image = painted(WHITES, pen)
    draw = ImageDraw.Draw(image)
    spots = [(r, c) for r, row in enumerate(WHITES) for c, sign in enumerate(row) if sign != "."]
    for number, (r, c) in enumerate(spots, 1):
        mark(draw, pen.margin + c * pen.step, pen.margin + r * pen.step, number)
    return image


def either(image: Image.Image) -> list[Outcome]:
    """What comes of asking for white stones, and for black ones."""
    return asked(image, WHITES, swapped(WHITES))


def number(size: int) -> Drawer:
    def draw_number(draw: ImageDraw.ImageDraw, x: float, y: float, count: int) -> None:
        draw.text((x, y), str(count), "black", ImageFont.load_default(size), "mm")

    return draw_number


def letter(draw: ImageDraw.ImageDraw, x: float, y: float, count: int) -> None:
    draw.text((x, y), "B", "black", ImageFont.load_default(20), "mm")


def dot(draw: ImageDraw.ImageDraw, x: float, y: float, count: int) -> None:
    draw.ellipse((x - 5, y - 5, x + 5, y + 5), "#2060d0")


def cross(draw: ImageDraw.ImageDraw, x: float, y: float, count: int) -> None:
    for up in (-1, 1):
        draw.line((x - 11, y - 11 * up, x + 11, y + 11 * up), "black", 4)


@pytest.mark.parametrize("paper", ["white", "#e8c890"])
def test_light_grey_stones_alone_are_white(paper: str) -> None:
    assert either(painted(WHITES, Pen(paper=paper, white="#d3d3d3"))) == [ACCEPTED, REJECTED]


def test_darker_grey_stones_alone_may_be_either() -> None:
    assert either(painted(WHITES, Pen(paper="white", white="#b8b8b8"))) == [REVIEW, REVIEW]


@pytest.mark.parametrize("paper", ["#e8c890", "#202020"])
def test_a_mark_in_the_middle_of_every_white_stone_hides_no_colour(paper: str) -> None:
    ink = "black" if paper != "#202020" else "white"
    pen = Pen(paper=paper, ink=ink, line=2, white="#e0e0e0", rim="#808080")
    assert either(with_marks(pen, dot)) == [ACCEPTED, REJECTED]


def test_a_light_square_with_a_cross_is_no_white_stone() -> None:
    """Points may be shaded where crosses, which are black, lie."""

    def shaded(draw: ImageDraw.ImageDraw, x: float, y: float, count: int) -> None:
        draw.rectangle((x - 18, y - 18, x + 18, y + 18), "white")
        cross(draw, x, y, count)

    assert either(with_marks(Pen(reach=0.1), shaded))[0] is not ACCEPTED


def test_numbers_in_rings_are_white_stones() -> None:
    pen = Pen(paper="#fdfdf5", ink="#909090")
    assert either(with_marks(pen, number(12))) == [ACCEPTED, REJECTED]


@pytest.mark.parametrize("size", [15, 17])
def test_large_numbers_make_no_black_stones(size: int) -> None:
    """What is dark in the middle is not the same on two stones."""
    pen = Pen(paper="#fdfdf5", ink="#909090")
    assert either(with_marks(pen, number(size)))[1] is not ACCEPTED


def test_one_letter_in_all_rings_may_mean_black() -> None:
    pen = Pen(paper="#fdfdf5", ink="#909090")
    assert either(with_marks(pen, letter)) == [REVIEW, REVIEW]


def test_light_stones_on_a_dark_board_with_light_lines_are_white() -> None:
    pen = Pen(
        paper="#2b3a55", ink="white", line=1, step=20, margin=24, white="#e8e8e8", rim="#c8c8c8", wide=2
    )
    assert either(painted(WHITES, pen)) == [ACCEPTED, REJECTED]


MOVED_BACK = ("O.X", "XO.", "OX.", "XXO")
"""The upper lines of `of_signs` where they would be if its lowest were names."""


def of_signs(lowest: str, own: float, kind: Kind) -> Trial:
    """A board whose lowest line is all alike and so far from the other points of its class."""
    labels = labels_of(("XO.", "OX.", "XXO", lowest))
    far = np.zeros((4, 3))
    far[-1] = own
    fit = replace(exact(labels), own=far.ravel())
    grid = Grid(kind, 4, 3, 10, 20, 10, 20, 0.9)
    return Trial(grid, fit, Order.RIGHT, Patches(np.zeros((4, 3, len(INSIDE), 3), np.float32)))


@pytest.mark.parametrize(
    ("own", "kind", "strange"),
    [(0.05, Kind.SIGNS, True), (0.01, Kind.SIGNS, False), (0.05, Kind.POINTS, False)],
)
@pytest.mark.parametrize("lowest", ["...", "OOO"])
def test_a_strange_side_may_be_names_of_rows_where_only_signs_hold_a_lattice(
    lowest: str, own: float, kind: Kind, strange: bool
) -> None:
    """A right board of 19x19, nearly full, was read a line aside and failed, its names as empty or white."""
    trial = of_signs(lowest, own, kind)
    assert may_lie_aside(trial, MOVED_BACK) is strange
    assert not may_lie_aside(trial, ("XO.", "OX.", "XXO", "..X")), "another board, not one moved by a line"


def test_a_strange_side_with_a_stone_as_the_others_are_is_one_of_the_board() -> None:
    """Lines end at the sides of a board that touching stones leave little of, which makes them strange."""
    trial = of_signs("O.O", 0.05, Kind.SIGNS)
    assert may_lie_aside(trial, MOVED_BACK)
    far = trial.fit.own.copy()
    far[-1] = 0.01
    assert not may_lie_aside(replace(trial, fit=replace(trial.fit, own=far)), MOVED_BACK)
    far[-1], far[-2] = 0.05, 0.01
    assert may_lie_aside(replace(trial, fit=replace(trial.fit, own=far)), MOVED_BACK), "an empty point"


@pytest.mark.parametrize("colours", ["OO", "XX", "XO"])
@pytest.mark.parametrize("reach", [0, 5, long(3), long(6)])
def test_the_mark_on_the_last_move_changes_no_colour(reach: int, colours: str) -> None:
    """Of two stones one bears it, and they are what they are or a person must look."""
    board = put(put(("." * 9,) * 9, 0, 6, colours[0]), 4, 3, colours[1])
    image = painted(board, Pen(step=28, margin=21, paper="#e0b878"))
    x, y = 21 + 28 * 3, 21 + 28 * 4
    ImageDraw.Draw(image).ellipse((x - reach, y - reach, x + reach, y + reach), "#2060d0")
    wrong = [put(board, row, col, "X" if board[row][col] == "O" else "O") for row, col in ((0, 6), (4, 3))]
    right, *others = asked(image, board, *wrong)
    assert right is ACCEPTED or (reach > 3 and colours != "XO" and right is REVIEW)
    assert ACCEPTED not in others


def test_a_white_stone_with_a_mark_is_no_black_one() -> None:
    """One of two passed for black: the other lay at the edge, so that they differed all around."""
    picture, board = fresh(23571113, "look 4")[8]
    assert recognise(Question(picture, board)).outcome is ACCEPTED
    assert recognise(Question(picture, put(board, 4, 3, "X"))).outcome is REVIEW
