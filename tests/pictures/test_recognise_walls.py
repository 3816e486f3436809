"""Stones in the cells of a board whose walls are lines of unequal width, with names beside it."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.lattice.line_tables import Tables
from gograde.pictures.read.lattice.lines import maps_of
from gograde.pictures.read.lattice.support import is_continued, is_cut
from gograde.pictures.read.pixels import sheet_of
from gograde.pictures.read.verdict.rivals import shifted
from tests.pictures.boards_drawn import ACCEPTED, Board, asked, long, picture_of, random_board

STEP, FIRST, PAPER = 60, 86, "#f1d7a1"
WHITE_ALONE = (
    ".OOOOOOOO", "OOO..OO..", ".O.O.OOOO", "OO.OOOOO.", ".OO..O.OO",
    "OOO.OO...", "...O.O.OO", "...O.O...", ".OO.....O",
)  # fmt: skip


def walled(board: Board, wide: set[int], width: int = 3, reach: float = 0.41) -> Image.Image:
    """The walls with these numbers, of ten from 0, are so many pixels wide, the others one."""
    size = 2 * FIRST + STEP * len(board)
    image = Image.new("RGB", (size, size), PAPER)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(24)
    last = FIRST + STEP * len(board)
    for number in range(len(board) + 1):
        at, thick = FIRST + STEP * number, width if number in wide else 1
        pen.line((at, FIRST, at, last), "#5c4020", thick)
        pen.line((FIRST, at, last, at), "#5c4020", thick)
    for row, line in enumerate(board):
        pen.text((32, FIRST + STEP * (row + 0.5)), str(9 - row), "#5c4020", font, "mm")
        pen.text((FIRST + STEP * (row + 0.5), 32), "ABCDEFGHJ"[row], "#5c4020", font, "mm")
        for col, sign in enumerate(line):
            if sign != ".":
                x, y = (FIRST + STEP * (place + 0.5) for place in (col, row))
                box = (x - reach * STEP, y - reach * STEP, x + reach * STEP, y + reach * STEP)
                pen.ellipse(box, "#f4f4f4" if sign == "O" else "#202020", "#202020")
    return image


@pytest.mark.parametrize(
    "wide", [{1}, {0, 9}, *(long(wide) for wide in ({1, 8}, {0, 1}, {4}, {2, 5}, set()))]
)
@pytest.mark.parametrize("board", [WHITE_ALONE, random_board(3), long(random_board(8, dense=0.8))])
def test_a_wide_wall_divides_no_board(wide: set[int], board: Board) -> None:
    wrong = [shifted(board, *by) for by in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    right, *others = asked(walled(board, wide), board, *wrong)
    assert right is ACCEPTED
    assert ACCEPTED not in others


def test_a_lattice_that_was_cut_off_runs_on() -> None:
    """The crossings of all walls but the first, seen in the whole and in the part that begins beyond it."""
    sheet = sheet_of(picture_of(walled(WHITE_ALONE, set())))
    cut = slice(FIRST + 4, FIRST + STEP * 9 - 4)
    whole, part = (Tables(maps_of(luma.copy()), luma.copy()) for luma in (sheet.luma, sheet.luma[cut, cut]))
    place = Grid(Kind.POINTS, 9, 9, FIRST + STEP, STEP, FIRST + STEP, STEP)
    grid = Grid(Kind.POINTS, 9, 9, STEP - 4, STEP, STEP - 4, STEP)
    assert (is_continued(whole, place), is_continued(part, grid)) == (True, False)
    assert is_cut(part, grid)
    signs = Grid(Kind.SIGNS, 9, 9, FIRST + STEP, STEP, FIRST + STEP, STEP)
    assert not is_continued(whole, signs)
