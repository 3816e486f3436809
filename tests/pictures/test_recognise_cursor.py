"""A cursor of a terminal that stands on a board in fixed-pitch type, and the signs of such a program."""

from __future__ import annotations

from string import ascii_letters, digits, punctuation

import matplotlib as mpl
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.picture import Picture
from gograde.pictures.read.typed.glyphs import Sign, sign_of
from gograde.pictures.read.typed.typed_boards import typed_boards
from gograde.pictures.read.verdict.rivals import shifted, swapped
from tests.pictures.boards_drawn import (
    ACCEPTED,
    REJECTED,
    REVIEW,
    Board,
    asked,
    long,
    picture_of,
    put,
    random_board,
)
from tests.pictures.test_recognise_typed import (
    BOARD,
    DARK,
    EMPTY,
    FIELD,
    LIGHT,
    labelled,
    page,
    starred,
)

WIDE, HIGH = 6, 12
LEFT, TOP = 10 + 3 * WIDE, 10 + 3 * HIGH
"""Where the first point of a labelled board stands."""


def with_cursor(
    picture: Picture, points: tuple[tuple[int, int], ...], *, filled: bool, colours: tuple[str, str]
) -> Picture:
    """The picture with the cells of points framed, or inverted as under the cursor of a window in use."""
    pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3).copy()
    paper, ink = (np.array(Image.new("RGB", (1, 1), colour))[0, 0] for colour in colours)
    for row, col in points:
        cell = pixels[TOP + row * HIGH :][:HIGH, LEFT + 2 * col * WIDE :][:, :WIDE]
        if filled:
            drawn = (cell == ink).all(-1)
            cell[:] = np.where(drawn[..., None], paper, ink)
        else:
            cell[[0, -1]] = ink
            cell[:, [0, -1]] = ink
    return picture_of(Image.fromarray(pixels))


@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize("colours", [LIGHT, DARK])
@pytest.mark.parametrize("point", [(0, 0), (0, 2), long((0, 8)), long((8, 8))])
def test_what_a_cursor_covers_is_read(filled: bool, colours: tuple[str, str], point: tuple[int, int]) -> None:
    picture = with_cursor(page(labelled(BOARD), colours), (point,), filled=filled, colours=colours)
    stone = BOARD[point[0]][point[1]]
    right = REVIEW if filled and stone == "." else ACCEPTED
    assert asked(picture, BOARD, put(BOARD, *point, "O" if stone == "X" else "X")) == [right, REJECTED]


@pytest.mark.parametrize("filled", [False, True])
def test_the_only_stone_of_its_colour_is_read_under_a_cursor(filled: bool) -> None:
    for stone, expected in (("X", ACCEPTED), ("O", ACCEPTED)):
        board = put(EMPTY, 3, 5, stone)
        picture = with_cursor(page(labelled(board), LIGHT), ((3, 5),), filled=filled, colours=LIGHT)
        seen, other, none = asked(picture, board, put(EMPTY, 3, 5, "X" if stone == "O" else "O"), EMPTY)
        assert seen is expected
        assert other is not ACCEPTED
        assert none is not ACCEPTED


def test_a_cursor_hides_no_stone_of_an_empty_board() -> None:
    shown = page(labelled(put(EMPTY, 3, 5, "X")), LIGHT)
    for filled in (False, True):
        picture = with_cursor(shown, ((3, 5),), filled=filled, colours=LIGHT)
        assert asked(picture, EMPTY)[0] is not ACCEPTED


def test_two_cursors_are_none() -> None:
    picture = with_cursor(page(labelled(BOARD), DARK), ((0, 0), (0, 2)), filled=False, colours=DARK)
    assert not typed_boards(picture, 9, 9)


@pytest.mark.parametrize("move", [(0, 1), (1, 0), (0, -1), (-1, 0)])
def test_a_board_under_a_cursor_is_not_moved(move: tuple[int, int]) -> None:
    picture = with_cursor(page(labelled(BOARD), LIGHT), ((0, 0),), filled=False, colours=LIGHT)
    assert asked(picture, shifted(BOARD, *move))[0] in (REJECTED, REVIEW)


def test_star_points_may_leave_out_the_middle() -> None:
    board = put(starred(FIELD, "+"), 4, 4, ".")
    assert asked(page(labelled(board), LIGHT), FIELD, put(FIELD, 2, 2, "X")) == [ACCEPTED, REJECTED]
    assert not typed_boards(page(labelled(put(board, 2, 2, ".")), LIGHT), 9, 9)


def sign_of_letter(letter: str, size: int) -> Sign:
    """What a letter of a scalable font is taken for, drawn smoothly in a cell of a terminal."""
    font = ImageFont.truetype(f"{mpl.get_data_path()}/fonts/ttf/DejaVuSansMono.ttf", size)
    cell = Image.new("RGB", (round(font.getlength("M")), round(1.3 * size)), "white")
    ImageDraw.Draw(cell).text((0, 0), letter, "black", font)
    return sign_of(np.asarray(cell))


@pytest.mark.parametrize("size", range(9, 25))
def test_a_slanting_hash_is_told_from_letters(size: int) -> None:
    assert sign_of_letter("#", size) in ((Sign.HASH,) if size in {12, 16, 22} else (Sign.HASH, Sign.OTHER))
    for letter in set(ascii_letters + digits + punctuation) - {"#"}:
        assert sign_of_letter(letter, size) is not Sign.HASH, letter


def on_colours(board: Board, above: int) -> Picture:
    """The board as a program prints it that gives each letter a ground of its own, in a dark terminal."""
    font = ImageFont.truetype(f"{mpl.get_data_path()}/fonts/ttf/DejaVuSansMono.ttf", 15)
    image = Image.new("RGB", (724, 612), "black")
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(board):
        for col, stone in enumerate(line):
            x, y = 39 + 18 * col, 40 + 19 * row
            ground = {".": "#cdcd00", "X": "black", "O": "#e5e5e5"}[stone]
            pen.rectangle((x, y - above, x + 17, y - above + 18), ground)
            pen.text((x, y), stone, "#cd0000", font)
    for number, letter in enumerate("Move: 0. Captures X: 0 O: 0"):
        pen.text((3 + 9 * number, 40 + 19 * 20), letter, "#e0e0e0", font)
    return picture_of(image)


@pytest.mark.parametrize("above", [0, long(1), 2])
@pytest.mark.parametrize("size", [5, 9])
def test_letters_on_grounds_of_their_own_are_read(above: int, size: int) -> None:
    board = random_board(size, size, size)
    row, col = next((r, c) for r in range(size) for c in range(size) if board[r][c] == ".")
    picture = on_colours(board, above)
    assert len(typed_boards(picture, size, size)) == 1
    right, *wrong = asked(picture, board, put(board, row, col, "X"), swapped(board))
    assert right is ACCEPTED
    assert ACCEPTED not in wrong
