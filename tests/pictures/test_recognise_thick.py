"""Boards whose lines are too thick to be seen as lines near by."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from gograde.pictures.read.verdict.rivals import shifted, swapped
from tests.pictures.boards_drawn import ACCEPTED, Board, asked, long, put, random_board

PAPER, INK, BLACK, WHITE = "#bd9e84", "#6b472b", "#392c26", "#f5f2ef"
EMPTY = (".........",) * 9


def thick(board: Board, wide: float = 15, side: int = 800, thin: str | None = None) -> Image.Image:
    """A board with lines of so many pixels; with `thin` every second one is thin and of that colour."""
    image = Image.new("RGB", (side, side), PAPER)
    pen = ImageDraw.Draw(image)
    step = side / len(board)
    near, far = step / 2, side - step / 2
    for number in range(len(board)):
        at, slight = near + number * step, thin is not None and number % 2 == 1
        half = 1 if slight else wide / 2
        pen.rectangle((at - half, near, at + half, far), thin if slight else INK)
        pen.rectangle((near, at - half, far, at + half), thin if slight else INK)
    for row, line in enumerate(board):
        for col, stone in enumerate(line):
            if stone != ".":
                x, y, reach = near + col * step, near + row * step, 0.42 * step
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), BLACK if stone == "X" else WHITE)
    return image


@pytest.mark.parametrize("wide", [9, 18, long(12), long(15)])
@pytest.mark.parametrize(
    "board", [EMPTY, random_board(1), random_board(2, dense=0.2), random_board(3, dense=0.7)]
)
def test_boards_of_thick_lines_are_read(board: Board, wide: int) -> None:
    assert asked(thick(board, wide), board) == [ACCEPTED]


@pytest.mark.parametrize("seed", [0, *map(long, range(1, 4))])
def test_a_wrong_board_of_thick_lines_does_not_pass(seed: int) -> None:
    board = random_board(seed)
    row, col = next((r, c) for r, c in ((4, 4), (4, 5), (5, 4), (3, 3)) if board[r][c] == ".")
    wrong = [put(board, row, col, "X"), swapped(board), shifted(board, 1, 0), shifted(board, 0, -1), EMPTY]
    assert ACCEPTED not in asked(thick(board), *wrong)
    assert ACCEPTED not in asked(thick(EMPTY), *(put(EMPTY, row, col, stone) for stone in "XO"))


@pytest.mark.parametrize("size", [17, 18])
@pytest.mark.parametrize("wide", [8, long(12), long(16)])
def test_every_second_line_of_a_larger_board_is_no_board(size: int, wide: int) -> None:
    large = ("." * size,) * size
    for thin in ("#a88d75", "#806b59"):
        assert asked(thick(large, wide, thin=thin), EMPTY)[0] is not ACCEPTED
