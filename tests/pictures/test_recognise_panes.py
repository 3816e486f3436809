"""Boards in a pane of a window, and in a block of text among others: they are searched alone."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.picture import Picture
from gograde.pictures.read.verdict.rivals import mirrored, shifted, swapped, transposed
from tests.pictures.boards_drawn import ACCEPTED, Board, asked, long, picture_of, put, random_board

LIGHT, DARK, GREY = "#e8e8e4", "#707070", "#dcdad5"


def mono(size: int) -> ImageFont.FreeTypeFont:
    import matplotlib

    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSansMono.ttf", size)


def window(board: Board, step: int = 36) -> Picture:
    """A menu, a bar of buttons, a pane with the board and coordinates, and one with words and a box."""
    n = len(board)
    side = step * (n + 1) + 20
    image = Image.new("RGB", (side + 270, side + 90), GREY)
    pen, words = ImageDraw.Draw(image), mono(15)
    pen.text((10, 6), "File  Edit  View  Play  Go  Help", "black", words)
    for number in range(9):
        pen.rounded_rectangle((12 + 62 * number, 34, 52 + 62 * number, 66), 4, "#b0c4b0", "#506050")
        pen.text((10 + 62 * number, 70), "Next", "black", mono(13))
    pen.line((0, 28, image.width, 28), DARK)
    pen.line((0, 88, image.width, 88), DARK)
    pen.rectangle((4, 92, side, side + 84), "#dcb060", DARK)
    pen.rectangle((side + 8, 300, side + 262, side + 84), "white", DARK)
    for number, line in enumerate(("White", "0 captures", "Black", "0 captures", "black to play")):
        pen.text((side + 30, 100 + 30 * number), line, "black", words)
    left, top = 12 + step, 98 + step
    for i in range(n):
        pen.line((left + step * i, top, left + step * i, top + step * (n - 1)), "black")
        pen.line((left, top + step * i, left + step * (n - 1), top + step * i), "black")
        for at in ((left + step * i, top - step + 8), (left + step * i, top + step * n - 10)):
            pen.text(at, "ABCDEFGHJ"[i], "black", mono(20), "mm")
        for at in ((left - step + 8, top + step * i), (left + step * n - 10, top + step * i)):
            pen.text(at, str(n - i), "black", mono(20), "mm")
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                x, y, reach = left + step * c, top + step * r, 0.46 * step
                fill = "#303030" if stone == "X" else "#d0c0b0"
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill)
    return picture_of(image)


def session(board: Board) -> Picture:
    """What a program for a terminal says before and after the board."""
    letters = " ".join("ABCDEFGHJ"[: len(board)])
    rows = [f"  {len(board) - r} {' '.join(row)} {len(board) - r}" for r, row in enumerate(board)]
    said = [
        "Beginning a new game.",
        "",
        "Board Size:   9",
        "Handicap      0",
        "Komi:         6.5",
        "To Move:      black",
    ]
    more = ["", "    White (O) has captured 0 pieces", "    Black (X) has captured 0 pieces", ""]
    image = Image.new("RGB", (800, 560), "white")
    pen = ImageDraw.Draw(image)
    lines = [*said, *more, f"    {letters}", *rows, f"    {letters}", "", "black(1):"]
    for number, line in enumerate(lines):
        pen.text((6, 6 + 22 * number), line, "black", mono(18))
    return picture_of(image)


def wrongs(board: Board) -> list[Board]:
    return [
        put(board, 4, 4, "." if board[4][4] != "." else "X"),
        put(board, 0, 0, "O" if board[0][0] != "O" else "X"),
        transposed(board),
        mirrored(board),
        shifted(board, 0, 1),
        shifted(board, 1, 0),
        swapped(board),
    ]


@pytest.mark.parametrize("seed", [3, long(7)])
@pytest.mark.parametrize("drawn", [window, long(session)])
def test_a_board_among_other_things_is_read_and_no_wrong_one_passes(drawn: object, seed: int) -> None:
    assert callable(drawn)
    board = random_board(seed, dense=0.75)
    right, *others = asked(drawn(board), board, *wrongs(board))
    assert right is ACCEPTED
    assert ACCEPTED not in others
