"""Two boards in a row, a step apart: their lines lie as those of one long board."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from gograde.pictures.picture import Picture
from gograde.pictures.read import PictureVerdict, Question, read_picture
from gograde.pictures.read.question import Board
from tests.pictures.read.test_rivals import AFTER, BEFORE


def drawn(boards: tuple[Board, ...], step: int, upright: bool) -> Picture:
    """Boards of 9 lines beside one another, or one below the other."""
    size = step * (9 * len(boards) + 3), step * 12
    image = Image.new("RGB", size[::-1] if upright else size, "#F7DCB4")
    pen = ImageDraw.Draw(image)
    for number, board in enumerate(boards):
        left, top = 2 * step, 2 * step
        left, top = (left, top + 9 * number * step) if upright else (left + 9 * number * step, top)
        _draw(pen, board, (left, top), step)
    return Picture(image.width, image.height, image.tobytes())


def _draw(pen: ImageDraw.ImageDraw, board: Board, corner: tuple[int, int], step: int) -> None:
    left, top = corner
    for i in range(9):
        pen.line((left, top + step * i, left + 8 * step, top + step * i), fill="black")
        pen.line((left + step * i, top, left + step * i, top + 8 * step), fill="black")
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            x, y, half = left + step * c, top + step * r, step * 3 // 10
            if sign != ".":
                fill = "black" if sign == "X" else "white"
                pen.ellipse((x - half, y - half, x + half, y + half), fill=fill, outline="black")


@pytest.mark.parametrize(("step", "upright"), [(40, False), (36, True), (50, True)])
@pytest.mark.parametrize("boards", [(BEFORE, AFTER), (AFTER, BEFORE)])
def test_the_right_one_of_two_boards_is_found(boards: tuple[Board, ...], step: int, upright: bool) -> None:
    reading = read_picture(Question(drawn(boards, step, upright), AFTER))
    assert (reading.verdict, reading.others) == (PictureVerdict.ACCEPTED, (BEFORE,))
