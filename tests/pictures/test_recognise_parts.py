"""The grain of one pane, empty boards in a pane, and light that changes over a board."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.read.lattice import search
from gograde.pictures.read.lattice.grids import Kind
from gograde.pictures.read.lattice.search import anchored, survey
from gograde.pictures.read.verdict.mismatch import _differing
from gograde.pictures.read.verdict.rivals import shifted, transposed
from tests.pictures.boards_drawn import ACCEPTED, REJECTED, REVIEW, Board, Look, asked, drawn, picture_of, put
from tests.pictures.test_recognise_looks import Pen, painted

SPARSE = (
    "..X......", "......O..", "...X.....", ".........", ".O..X....",
    "......X..", "..O......", ".....O...", ".........",
)  # fmt: skip
EMPTY = (".........",) * 9


def pane(
    board: Board, step: int, margin: int, *, grain: float = 0.0, ink: str = "black", on: bool = False
) -> Image.Image:
    """A board on wood with names beside its lines, in a window with words and a flat pane beside it.

    The wood ends `margin` pixels beyond the outermost lines; `grain` is by how much its columns differ.  With
    `on` the lines run on to where it ends.
    """
    rows, cols = len(board), len(board[0])
    wide, high = 2 * margin + step * (cols - 1), 2 * margin + step * (rows - 1)
    rng = np.random.default_rng(4)
    wood = np.array([220, 170, 96]) + rng.normal(0, grain, (1, wide, 1)) + np.zeros((high, 1, 3))
    board_of = Image.fromarray(wood.clip(0, 255).astype(np.uint8))
    pen, font = ImageDraw.Draw(board_of), ImageFont.load_default(11)
    last_x, last_y = margin + step * (cols - 1), margin + step * (rows - 1)
    more = margin if on else 0
    for col in range(cols):
        at = margin + step * col
        pen.line((at, margin - more, at, last_y + more), ink)
        for y in (margin - step / 2, last_y + step / 2):
            pen.text((at, y), "ABCDEFGHJKLMNOPQRST"[col], "black", font, "mm")
    for row in range(rows):
        at = margin + step * row
        pen.line((margin - more, at, last_x + more, at), ink)
        for x in (margin - step / 2, last_x + step / 2):
            pen.text((x, at), str(rows - row), "black", font, "mm")
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            x, y, reach = margin + step * col, margin + step * row, 0.46 * step
            if sign != ".":
                fill = "#202020" if sign == "X" else "#d8d8d8"
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill)
    image = Image.new("RGB", (wide + 210, high + 160), "#2e9060")
    image.paste(board_of, (20, 80))
    draw = ImageDraw.Draw(image)
    draw.rectangle((18, 78, 20 + wide, 80 + high), None, "black", 2)
    draw.rectangle((20, 12, 20 + wide, 66), "#c0c0c0", "black")
    draw.text((60, 30), "Game start: black to play", "black", ImageFont.load_default(14))
    for number, words in enumerate(("Info", "Help", "Pass", "Save", "Close")):
        draw.rectangle((wide + 50, 90 + 34 * number, wide + 190, 116 + 34 * number), "#c0c0c0", "black")
        draw.text((wide + 96, 96 + 34 * number), words, "black", ImageFont.load_default(12))
    return image


# ---------------------------------------------------------------- the grain of a pane


def test_the_grain_of_one_pane_is_no_line_in_it() -> None:
    """Half of the picture is flat, so that grain is not seen everywhere in the whole."""
    image = pane(SPARSE, 38, 31, grain=9, ink="#705030")
    wrong = put(SPARSE, 4, 4, "O"), put(SPARSE, 8, 8, "X"), transposed(SPARSE), shifted(SPARSE, 1, 0)
    assert asked(image, SPARSE, *wrong) == [ACCEPTED, *[REJECTED] * 4]


def test_the_grain_of_a_pane_is_no_board() -> None:
    """Neither are lines that are no clearer than it."""
    image = pane(EMPTY, 38, 31, grain=9, ink="#dcaa60")
    assert ACCEPTED not in asked(image, EMPTY, (".....",) * 5)


# ---------------------------------------------------------------- empty boards in a pane


@pytest.mark.parametrize("step", [26, 30])
def test_what_is_beside_a_pane_is_no_line_of_an_empty_board_in_it(step: int) -> None:
    """Its border lies a step beyond the last line, and names of rows and columns between them."""
    assert asked(pane(EMPTY, step, step), EMPTY, put(EMPTY, 4, 4, "X")) == [ACCEPTED, REJECTED]


@pytest.mark.parametrize("size", [11, 12, 13])
def test_a_larger_empty_board_in_a_pane_is_no_smaller_one(size: int) -> None:
    assert ACCEPTED not in asked(pane(("." * size,) * size, 26, 26), EMPTY)


@pytest.mark.parametrize("margin", [26, 40])
def test_an_empty_board_of_ten_lines_is_one_of_nine_cells(margin: int) -> None:
    """One picture, two readings: a program that puts stones into cells draws nothing else."""
    assert asked(pane(("." * 10,) * 10, 26, margin), EMPTY) == [ACCEPTED]


def broken(image: Image.Image, step: int, margin: int, every: int) -> Image.Image:
    """A pane whose lines are bare at one pixel of so many of each step, so that none runs through."""
    pixels, side = np.array(image), 2 * margin + step * 8
    wood = pixels[80 : 80 + side, 20 : 20 + side]
    places = (np.arange(side) - margin) % step
    bare = (places != 0) & (places % every == every // 2)
    wood[np.ix_(places == 0, bare)] = wood[np.ix_(bare, places == 0)] = (220, 170, 96)
    return Image.fromarray(pixels)


def test_lines_that_run_on_to_the_border_of_a_pane_are_no_whole_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The border may be one more of them."""
    image = broken(pane(EMPTY, 26, 26, on=True), 26, 26, 7)
    assert asked(image, EMPTY) == [REVIEW]
    monkeypatch.setattr(search, "is_cut", lambda *_: False)
    assert asked(image, EMPTY) == [ACCEPTED]


def test_lines_alone_may_hold_an_empty_board_that_signs_hold_better() -> None:
    """Rows of dots, and every second of more lines, are held by signs only."""
    lined = drawn(EMPTY)
    found = survey(lined, 9, 9)
    as_signs = replace(found.grids[0], kind=Kind.SIGNS)
    assert anchored(found, as_signs)
    dots = Image.new("RGB", (400, 400), "white")
    for x, y in product(range(40, 361, 40), repeat=2):
        ImageDraw.Draw(dots).ellipse((x - 4, y - 4, x + 4, y + 4), "black")
    for image in (picture_of(dots), drawn(("." * 17,) * 17, Look(step=20))):
        assert not anchored(survey(image, 9, 9), replace(as_signs, x=40, dx=40, y=40, dy=40))


# ---------------------------------------------------------------- light over a board


def lit(image: Image.Image, by: float) -> Image.Image:
    """Darker and darker towards the lower left corner, by so much there."""
    pixels = np.asarray(image, np.float64)
    rows, cols = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
    far = (rows / pixels.shape[0] + 1 - cols / pixels.shape[1]) / 2
    return Image.fromarray((pixels * (1 - by * far**3)[..., None]).astype(np.uint8))


def test_where_light_falls_off_a_corner_bears_nothing() -> None:
    image = lit(painted(SPARSE, Pen(step=44, black="#181818", white="#f0e8e0")), 0.4)
    wrong = put(SPARSE, 2, 3, "."), put(SPARSE, 7, 5, "."), put(SPARSE, 6, 2, "."), put(SPARSE, 8, 0, "X")
    right, *others = asked(image, SPARSE, *wrong)
    assert right is ACCEPTED
    assert ACCEPTED not in others


@pytest.mark.parametrize(
    ("at", "off"), [((8, 0), -0.2), ((7, 1), -0.2), ((0, 8), 0.2), ((4, 4), 0.2), ((4, 4), -0.2)]
)
def test_light_explains_no_point_that_differs_from_those_around(at: tuple[int, int], off: float) -> None:
    """All points are as light lets expect but one, or two side by side; it is least at (8, 0)."""
    places = np.array([(1, row / 4 - 1, col / 4 - 1) for row, col in product(range(9), repeat=2)])
    boxes = np.full((81, 5, 3), 0.6) + 0.07 * (places[:, 2] - places[:, 1])[:, None, None]
    assert not _differing(boxes, places).any()
    for spots in ([at], [at, (at[0], abs(at[1] - 1))]):
        changed = boxes.copy()
        changed[[9 * row + col for row, col in spots]] += off
        assert np.flatnonzero(_differing(changed, places)).tolist() == sorted(
            9 * row + col for row, col in spots
        )
