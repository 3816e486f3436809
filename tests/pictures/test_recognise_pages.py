"""Boards in pages of text, and lattices that lie a step beside them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.picture import Picture
from gograde.pictures.read import Outcome, Question, recognise
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.lattice.line_tables import Tables
from gograde.pictures.read.lattice.lines import maps_of
from gograde.pictures.read.lattice.support import supported
from gograde.pictures.read.pixels import sheet_of
from gograde.pictures.read.stones.classes import Fit, labels_of
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.patches import INSIDE, Patches
from gograde.pictures.read.verdict.judge import _agrees_beside, _settled
from gograde.pictures.read.verdict.rivals import shifted, swapped, transposed
from gograde.pictures.read.verdict.trial import Trial
from tests.pictures.boards_drawn import ACCEPTED, Board, asked, long, picture_of, put, random_board

TEXT = (
    "Black plays at the edge and", "takes four stones. White", "answers.", "", "1. black c3", "2. white d4",
    "3. black pass", "4. white e5", "", "next | before",
)  # fmt: skip


def font(size: int) -> ImageFont.FreeTypeFont:
    import matplotlib

    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSans.ttf", size)


def board_on(pen: ImageDraw.ImageDraw, board: Board, step: int, at: tuple[int, int]) -> None:
    """The board with rows named a step beside it, on both sides; `at` is its first point."""
    n, (x0, y0) = len(board), at
    end = step * (n - 1)
    pen.rectangle((x0 - 1.5 * step, y0 - 1.5 * step, x0 + end + 1.5 * step, y0 + end + 1.5 * step), "#dcb35c")
    for k in range(n):
        pen.line((x0, y0 + step * k, x0 + end, y0 + step * k), "black")
        pen.line((x0 + step * k, y0, x0 + step * k, y0 + end), "black")
        for x in (x0 - step, x0 + end + step):
            pen.text((x, y0 + step * k), str(n - k), "#402000", font(round(0.35 * step)), anchor="mm")
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                x, y, reach = x0 + step * c, y0 + step * r, 0.48 * step
                fill, rim = ("#222222", "#111111") if stone == "X" else ("#eeeeee", "#666666")
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill, rim)


def page(board: Board, step: int) -> Picture:
    """A window of 760 x 560 pixels: a heading, a board, a list beside it, a line under it."""
    image = Image.new("RGB", (760, 560), "white")
    pen = ImageDraw.Draw(image)
    pen.text((24, 16), "Problem 3: after the captures", "#222222", font(22))
    pen.line((24, 50, 736, 50), "#bbbbbb")
    board_on(pen, board, step, (24 + round(1.5 * step), 66 + round(1.5 * step)))
    for number, line in enumerate(TEXT):
        pen.text((60 + step * (len(board) + 2), 80 + 22 * number), line, "#222222", font(15))
    pen.text((24, 530), "Drawn in a browser.", "#222222", font(15))
    return picture_of(image)


@pytest.mark.parametrize(
    ("seed", "side", "step"), [long(8, 5, 32), (12, 5, 44), long(5, 5, 57), long(5, 9, 36), long(9, 9, 28)]
)
def test_a_board_is_found_in_a_page_of_text(seed: int, side: int, step: int) -> None:
    board = random_board(seed, side, side, 0.5)
    picture = page(board, step)
    wrong = (swapped(board), transposed(board), put(board, 2, 2, "O" if board[2][2] != "O" else "X"))
    right, *others = asked(picture, board, *wrong)
    assert right is ACCEPTED
    assert ACCEPTED not in others


@pytest.mark.parametrize(
    "rows", [".O.X. .XO.. O.... OX.O. .O.X.", long(".OX.O ...XO O..O. OO..X XOOOO")], ids=("few", "many")
)
def test_a_lattice_a_step_beside_the_board_is_moved_to_it(rows: str) -> None:
    board = tuple(rows.split())
    picture = page(board, 44)
    wrong = [shifted(board, *by) for by in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    right, *others = asked(picture, board, *wrong)
    assert right is ACCEPTED
    assert ACCEPTED not in others


def test_what_is_alike_on_both_sides_holds_no_lattice_whose_lines_go_on_beyond_one_end() -> None:
    board = random_board(4, 9, 9, 0.3)
    sheet = sheet_of(page(board, 28))
    tables = Tables(maps_of(sheet.luma), sheet.luma)
    right = Grid(Kind.POINTS, 9, 9, 66, 28, 108, 28)
    beside = Grid(Kind.POINTS, 9, 9, 66 - 28, 28, 108, 28)
    held, less = supported(tables, [right, beside])
    assert less.support < 0.5 * held.support


@pytest.mark.parametrize("by", [(0, 1), (0, -1)])
def test_names_of_rows_are_no_empty_points_of_a_shifted_board(by: tuple[int, int]) -> None:
    board = random_board(4, 19, 19, 0.65)
    image = Image.new("RGB", (700, 700), "white")
    pen = ImageDraw.Draw(image)
    board_on(pen, board, 30, (70, 70))
    marked = next((r, c) for r in range(8, 19) for c in range(8, 19) if board[r][c] == "O")
    x, y = 70 + 30 * marked[1], 70 + 30 * marked[0]
    pen.ellipse((x - 11, y - 11, x + 11, y + 11), None, "black", 4)
    picture = picture_of(image)
    assert recognise(Question(picture, shifted(board, *by))).outcome is not Outcome.ACCEPTED


def on_a_lattice(labels: str, order: Order, support: float, far: float) -> Trial:
    """A lattice of 3x3 points that is held so well, on which the points lie so far from their classes."""
    grid = Grid(Kind.POINTS, 3, 3, 10, 20, 10, 20, support)
    fit = Fit(labels_of(tuple(labels.split())), np.ones(9), np.full(9, far), 9 * far, 1.0, np.ones((3, 3)))
    return Trial(grid, fit, order, Patches(np.zeros((3, 3, len(INSIDE), 3), np.float32)))


def test_free_colours_of_one_lattice_are_no_others_than_those_that_are_told_on_another() -> None:
    first, other = on_a_lattice("O.X ... OX.", Order.FREE, 0.9, 0.05), ("X.O ... XO.", 0.8, 0.004)
    question = Question(page(("O.X", "...", "OX."), 30), ("O.X", "...", "OX."))
    told = on_a_lattice(other[0], Order.RIGHT, *other[1:])
    assert _settled(first, told, question).doubted
    assert not _settled(first, on_a_lattice(other[0], Order.FREE, *other[1:]), question).doubted
    assert not _settled(first, on_a_lattice("O.X ... OX.", Order.RIGHT, *other[1:]), question).doubted


def test_what_is_expected_on_a_far_lesser_lattice_outdoes_none_all_of_whose_lines_are_seen() -> None:
    board = ("O.X", "...", "OX.")
    question = Question(page(board, 30), board)
    agreeing = {support: on_a_lattice("O.X ... OX.", Order.RIGHT, support, 0.01) for support in (0.5, 0.9)}
    others = {support: on_a_lattice("O.. ... ...", Order.RIGHT, support, 0.05) for support in (0.8, 1.0)}
    beside = {
        (mine, its): _agrees_beside(agreeing[mine], others[its], question)
        for mine in agreeing
        for its in others
    }
    assert beside == {(0.5, 0.8): True, (0.5, 1.0): False, (0.9, 0.8): True, (0.9, 1.0): True}
    assert not _agrees_beside(others[0.8], agreeing[0.5], question)
