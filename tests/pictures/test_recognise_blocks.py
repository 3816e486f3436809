"""Parts of a picture in which boards are looked for when none was found in the whole, and thick frames."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.read.lattice.lines import maps_of
from gograde.pictures.read.lattice.regions import blocks_of
from tests.pictures.boards_drawn import (
    ACCEPTED,
    REJECTED,
    Board,
    asked,
    long,
    put,
    random_board,
)

FINE = 4

BOARD = (
    "X.X.XO.OO", ".X...OX.O", "XOOXOOXOX", "XXX...OX.", "XXO.XO.O.",
    ".X..XOX.X", ".X.X.O..O", "X.XXXXXX.", "XXX...XXX",
)  # fmt: skip
OPEN = (
    ".........", "..X......", "..X..X...", ".X.X.X.X.", "....XX...",
    ".XX..X...", "...X..X..", "..XX.....", ".........",
)  # fmt: skip


def printed(board: Board, step: int, ink: str = "black", frame: float = 0.1) -> Image.Image:
    """Rings and discs on fine lines in a thick frame, on white paper, drawn larger and made smaller."""
    size, by = len(board), step * FINE
    image = Image.new("RGB", (by * (size + 1),) * 2, "white")
    pen, first, last = ImageDraw.Draw(image), by, by * size
    for at in range(first, last + 1, by):
        pen.line((first, at, last, at), ink, 3)
        pen.line((at, first, at, last), ink, 3)
    corners = (first, first), (last, first), (last, last), (first, last), (first, first)
    pen.line(corners, "black", round(frame * by), joint="curve")
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            x, y, reach = by * (col + 1), by * (row + 1), 0.48 * by
            if sign != ".":
                fill = "black" if sign == "X" else "white"
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill, "black", 3)
    return image.resize((step * (size + 1),) * 2, Image.Resampling.BOX)


def page(board: Board, step: int) -> Image.Image:
    """A diagram and two words in a corner of a page that has a border."""
    image = Image.new("RGB", (720, 950), "white")
    ImageDraw.Draw(image).rectangle((13, 13, 706, 936), None, "black")
    small = printed(board, step, frame=0.05)
    image.paste(small, (40, 40))
    for number, words in enumerate(("Komi: 6.5", "Diagram 1")):
        font = ImageFont.load_default_imagefont()
        ImageDraw.Draw(image).text((60 + small.width, 50 + 40 * number), words, "black", font)
    return image


@pytest.mark.parametrize("step", [13, long(15)])
def test_a_small_board_on_a_page_is_found(step: int) -> None:
    right, *wrong = asked(page(BOARD, step), BOARD, put(BOARD, 0, 1, "O"), put(BOARD, 4, 4, "."))
    assert right is ACCEPTED
    assert ACCEPTED not in wrong


def test_a_small_wrong_board_is_not_held_against_the_right_one_beside_it() -> None:
    image = page(put(BOARD, 4, 4, "."), 13)
    image.paste(printed(BOARD, 13, frame=0.05), (400, 500))
    assert asked(image, BOARD)[0] is not REJECTED


def in_a_window(board: Board, step: int) -> Image.Image:
    """A board in a pane, of two colours of stones, under a menu and a row of words; all panes have borders
    of several lines."""
    image = Image.new("RGB", (460, 110 + step * 10), "#dcdad5")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    for top in (1, 24, 26, 82, 84, 88):
        pen.line((0, top, 460, top), "black" if top in (26, 84) else "#989898")
    pen.text((10, 8), "File  Edit  View  Play  Go  Help", "black", font)
    for number, words in enumerate(("Open", "Save", "Find", "Info", "Undo", "Redo")):
        pen.rectangle((14 + 60 * number, 34, 44 + 60 * number, 60), "#a0b0a0", "#405040")
        pen.text((16 + 60 * number, 66), words, "black", font)
    pen.rectangle((4, 90, 470, image.height - 6), "#dcb060", "black")
    left, top, last = 130, 94 + step, 8 * step
    for at in range(0, last + 1, step):
        pen.line((left + at, top, left + at, top + last), "black")
        pen.line((left, top + at, left + last, top + at), "black")
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            x, y, reach = left + col * step, top + row * step, step / 2
            if sign != ".":
                fill = "#303030" if sign == "X" else "#d0c0b0"
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill)
    return image


@pytest.mark.parametrize("seed", [1, long(2), long(3)])
def test_a_pane_with_a_border_of_many_lines_is_searched_alone(seed: int) -> None:
    board = random_board(seed, dense=0.8)
    image = in_a_window(board, 27)
    luma = np.asarray(image.convert("L"), np.float32) / np.float32(255)
    assert any(rows.start > 80 for rows, _ in blocks_of(maps_of(luma), luma))
    right, *wrong = asked(image, board, put(board, 4, 4, "." if board[4][4] != "." else "X"))
    assert right is ACCEPTED
    assert ACCEPTED not in wrong


@pytest.mark.parametrize("frame", [0.14, long(0.1)])
@pytest.mark.parametrize("ink", ["#b0b0b0", "#808080"])
def test_free_points_under_a_thick_frame_are_empty(ink: str, frame: float) -> None:
    image = printed(BOARD, 26, ink, frame)
    right, *wrong = asked(image, BOARD, put(BOARD, 8, 4, "O"), put(BOARD, 8, 4, "X"), put(BOARD, 0, 0, "."))
    assert right is ACCEPTED
    assert ACCEPTED not in wrong


@pytest.mark.parametrize("at", [(0, 4), (8, 8), *map(long, ((4, 0), (8, 3), (0, 0)))])
@pytest.mark.parametrize("stone", ["O", "X"])
def test_a_stone_that_hides_a_frame_is_no_empty_point(at: tuple[int, int], stone: str) -> None:
    """The other colour is nowhere else on the board."""
    for ink in ("#d0d0d0", "#808080", "black"):
        board = OPEN if stone == "O" else tuple(line.replace("X", "O") for line in OPEN)
        assert asked(printed(put(board, *at, stone), 26, ink), board)[0] is not ACCEPTED
