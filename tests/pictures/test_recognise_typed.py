"""Boards in fixed-pitch type: what is read of them, and what is left to a person or to other rules."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.picture import Picture
from gograde.pictures.read import Question, Reading, recognise
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

Lines = tuple[str, ...]

BOARD = (
    "..XX..X.O", "......X..", "..X.OOXOX", "X.XXXXXXO", "XOX.XXO.O",
    "OX..O.X.O", "X.OOXXOO.", "O.O..O.O.", ".X..XO.X.",
)  # fmt: skip
EMPTY = (".........",) * 9
WHITE = tuple(line.replace("X", ".") for line in BOARD)
BLACK = tuple(line.replace("O", ".") for line in BOARD)
LIGHT, DARK = ("white", "black"), ("black", "#00ff00")


def page(lines: Lines, colours: tuple[str, str] = LIGHT, high: int = 12) -> Picture:
    """Lines of a bitmap font of six pixels a letter, on paper of the first colour."""
    font = ImageFont.load_default_imagefont()
    size = (6 * max(map(len, lines)) + 40, high * len(lines) + 40)
    mask = Image.new("1", size)
    for number, line in enumerate(lines):
        ImageDraw.Draw(mask).text((10, 10 + high * number), line, 1, font)
    image = Image.new("RGB", size, colours[0])
    image.paste(colours[1], (0, 0), mask)
    return picture_of(image)


def labelled(board: Board, signs: str = ".XO", gap: str = " ") -> Lines:
    """The board with names of rows and columns, under a line of words."""
    names = "   " + gap.join("ABCDEFGHJKLMNOPQRST"[: len(board[0])])
    table = str.maketrans(".XO", signs)
    rows = [f"{len(board) - n:2} {gap.join(line.translate(table))}" for n, line in enumerate(board)]
    return ("White (O) has captured 2 pieces", "", names, *rows, names, "", "black(1): ")


@pytest.mark.parametrize("colours", [LIGHT, DARK, long(("ivory", "#403020")), long(("#300a24", "white"))])
@pytest.mark.parametrize("gap", ["", " ", "  "])
def test_letters_in_a_terminal_are_read_by_their_pixels(colours: tuple[str, str], gap: str) -> None:
    right, *wrong = asked(
        page(labelled(BOARD, gap=gap), colours), BOARD, put(BOARD, 4, 7, "X"), put(BOARD, 0, 6, "O")
    )
    assert right is ACCEPTED
    assert set(wrong) <= ({REJECTED} if gap else {REJECTED, REVIEW})


@pytest.mark.parametrize(
    "board", [EMPTY, BLACK, put(EMPTY, 4, 4, "X"), random_board(1, 5, 5), random_board(2, 13, 13)]
)
def test_boards_with_few_stones_and_of_other_sizes_are_read(board: Board) -> None:
    assert asked(page(labelled(board), DARK), board) == [ACCEPTED]


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_a_hash_is_black_beside_a_ring(colours: tuple[str, str]) -> None:
    picture = page(labelled(BOARD, ".#o", gap="  "), colours)
    assert asked(picture, BOARD, put(BOARD, 0, 0, "X")) == [ACCEPTED, REJECTED]
    assert not typed_boards(page(labelled(BLACK, ".#o"), colours), 9, 9)


def test_swapped_letters_stay_with_a_person() -> None:
    assert asked(page(labelled(BOARD, ".OX"), DARK), BOARD, swapped(BOARD)) == [REVIEW, ACCEPTED]
    assert asked(page(labelled(BOARD, ".o#"), DARK), BOARD) == [REVIEW]
    assert asked(page(labelled(BOARD, "O.X"), DARK), BOARD) != [REJECTED]


def test_rings_alone_on_dark_paper_tell_no_colour() -> None:
    assert asked(page(labelled(WHITE), DARK), WHITE, swapped(WHITE)) == [REVIEW, REVIEW]
    assert asked(page(labelled(WHITE), LIGHT), WHITE) == [ACCEPTED]


STARS = ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6))


def starred(board: Board, sign: str) -> Board:
    """The board with that sign on its free star points."""
    for row, col in STARS:
        board = put(board, row, col, sign) if board[row][col] == "." else board
    return board


FIELD = put(put(EMPTY, 0, 3, "X"), 8, 8, "O")


def test_star_points_are_empty_when_all_that_are_free_show_it() -> None:
    assert asked(page(labelled(starred(FIELD, "+")), DARK), FIELD, put(FIELD, 2, 2, "X")) == [
        ACCEPTED,
        REJECTED,
    ]
    assert asked(page(labelled(starred(FIELD, "*")), DARK), FIELD) == [ACCEPTED]
    for hostile in (put(FIELD, 2, 2, "+"), put(FIELD, 2, 2, "*"), put(starred(FIELD, "+"), 1, 1, "+")):
        assert not typed_boards(page(labelled(hostile), DARK), 9, 9)


def test_a_plus_for_black_is_not_read_as_empty() -> None:
    assert not typed_boards(page(labelled(BOARD, ".+O"), LIGHT), 9, 9)
    assert asked(page(labelled(BOARD, ".+O"), LIGHT), WHITE)[0] is not ACCEPTED


@pytest.mark.parametrize("move", [(0, 1), (1, 0), (0, -1), (-1, 0)])
@pytest.mark.parametrize("gap", ["", " "])
def test_names_of_rows_and_columns_are_no_points(move: tuple[int, int], gap: str) -> None:
    board = random_board(5, dense=0.3)
    assert asked(page(labelled(board, gap=gap), DARK), shifted(board, *move))[0] is not ACCEPTED


@pytest.mark.parametrize("gap", ["", long(" ")])
def test_a_part_of_a_larger_board_is_no_board(gap: str) -> None:
    for large in (random_board(3, 19, 19), (("." * 19),) * 19):
        picture = page(labelled(large, gap=gap), DARK)
        assert not typed_boards(picture, 9, 9)
        assert len(typed_boards(picture, 19, 19)) == 1
        places = ((0, 0), (10, 10), (3, 6))
        parts = [tuple(line[col : col + 9] for line in large[row : row + 9]) for row, col in places]
        assert ACCEPTED not in asked(picture, *parts)


@pytest.mark.parametrize("sign", [".", "+", long("-")])
@pytest.mark.parametrize(
    ("size", "gap"), [(18, ""), (19, " "), long(17, "  "), long(18, " "), long(19, "  ")]
)
def test_rows_of_one_sign_are_no_smaller_empty_board(sign: str, size: int, gap: str) -> None:
    """Every second sign of them is as far from its neighbours as every other."""
    lines = (gap.join(sign * size),) * size
    assert asked(page(lines), EMPTY) == asked(page(lines, DARK, high=15), EMPTY) == [REVIEW]


def test_a_row_too_few_or_too_many_is_no_board() -> None:
    for wrong in (BOARD[:-1], (*BOARD, EMPTY[0]), tuple(line + "." for line in BOARD)):
        picture = page(labelled(wrong), DARK)
        assert not typed_boards(picture, 9, 9)
        assert asked(picture, BOARD)[0] is not ACCEPTED


def test_two_inks_for_one_letter_are_left_to_other_rules() -> None:
    one, other = page(labelled(BOARD), ("black", "red")), page(labelled(BOARD), ("black", "#00ff00"))
    pixels = np.frombuffer(one.rgb, np.uint8).reshape(one.height, one.width, 3).copy()
    more = np.frombuffer(other.rgb, np.uint8).reshape(pixels.shape)
    pixels[80:] = more[80:]
    assert not typed_boards(picture_of(Image.fromarray(pixels)), 9, 9)


def test_a_page_of_words_is_no_board() -> None:
    words = (
        "so it goes on and on, xoxo; six or so.",
        "look: OXO XOX ... oo. xx. o.o o x o",
        "no. do. to. fro.",
    ) * 6
    picture = page(words)
    assert not any(typed_boards(picture, side, side) for side in (4, 5, 9))
    assert asked(picture, BOARD) == [REVIEW]


def test_a_board_beside_the_right_one_is_said() -> None:
    right, other = labelled(BOARD), labelled(put(BOARD, 0, 0, "X"))
    reading: Reading = recognise(Question(page((*other, "", *right), DARK), BOARD))
    assert reading.outcome is ACCEPTED
    assert reading.others == (put(BOARD, 0, 0, "X"),)


WORDS = (
    "Beginning ASCII mode game.", "", "Board Size:   9", "Handicap      0", "Komi:         6.5",
    "Move Number:  0", "To Move:      black", "Computer player: White", "",
    "    White (O) has captured 0 pieces", "    Black (X) has captured 0 pieces", "",
)  # fmt: skip
WRONG, MARKED = put(BOARD, 4, 7, "X"), put(put(BOARD, 0, 0, "@"), 4, 3, "%")


def test_words_beside_a_wrong_board_are_no_further_one() -> None:
    picture = page((*WORDS, *labelled(WRONG), *WORDS))
    (board,) = typed_boards(picture, 9, 9)
    assert board.lone
    assert asked(picture, BOARD, WRONG) == [REJECTED, ACCEPTED]


@pytest.mark.parametrize("other", [labelled(MARKED), labelled(MARKED, gap="  "), labelled(MARKED, "+XO")])
def test_a_wrong_board_is_not_held_against_the_right_one_that_is_not_read(other: Lines) -> None:
    """Two signs of the right board are unknown."""
    picture = page((*labelled(WRONG), *other))
    (board,) = typed_boards(picture, 9, 9)
    assert not board.lone
    assert asked(picture, BOARD) == [REVIEW]


def test_a_wrong_board_in_type_is_not_held_against_what_is_drawn_beside_it() -> None:
    shown = page((*labelled(WRONG), *("",) * 18))
    image = Image.frombytes("RGB", (shown.width, shown.height), shown.rgb)
    for row, line in enumerate(BOARD):
        for col, sign in enumerate(line):
            x, y = 20 + 20 * col, shown.height - 200 + 20 * row
            if sign != ".":
                ImageDraw.Draw(image).ellipse((x - 9, y - 9, x + 9, y + 9), {"X": "black", "O": "grey"}[sign])
    assert asked(picture_of(image), BOARD)[0] is not REJECTED


GLYPHS = {
    Sign.CROSS: ("#...#", "#...#", ".#.#.", "..#..", ".#.#.", "#...#", "#...#"),
    Sign.RING: (".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."),
    Sign.HASH: (".#.#.", ".#.#.", "#####", ".#.#.", "#####", ".#.#.", ".#.#."),
    Sign.PLUS: (".....", "..#..", "..#..", "#####", "..#..", "..#..", "....."),
    Sign.DOT: (".....", ".....", ".....", ".....", ".....", ".##..", ".##.."),
    Sign.DASH: (".....", ".....", ".....", "#####", ".....", ".....", "....."),
    Sign.BAR: ("..#..", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."),
}  # fmt: skip
OTHERS = {
    "K": ("#...#", "#..#.", "#.#..", "##...", "#.#..", "#..#.", "#...#"),
    "M": ("#...#", "##.##", "#.#.#", "#.#.#", "#...#", "#...#", "#...#"),
    "D": ("####.", "#...#", "#...#", "#...#", "#...#", "#...#", "####."),
    "9": (".###.", "#...#", "#..##", ".##.#", "....#", "...#.", ".##.."),
    "8": (".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."),
    "Y": ("#...#", "#...#", ".#.#.", "..#..", "..#..", "..#..", "..#.."),
    "Z": ("#####", "....#", "...#.", "..#..", ".#...", "#....", "#####"),
    "C": (".###.", "#...#", "#....", "#....", "#....", "#...#", ".###."),
    "*": (".....", "#...#", ".#.#.", "#####", ".#.#.", "#...#", "....."),
    "dotted zero": (".###.", "#...#", "#...#", "#.#.#", "#...#", "#...#", ".###."),
    "disc": (".###.", "#####", "#####", "#####", "#####", "#####", ".###."),
}  # fmt: skip


def cell(rows: Lines) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A sign in a cell that is two pixels wider and three higher."""
    drawn = np.array([[sign == "#" for sign in row] for row in rows])
    framed = np.pad(drawn, ((2, 1), (1, 1)))
    return np.asarray(np.repeat(framed[..., None], 3, axis=2) * np.uint8(255))


@pytest.mark.parametrize("sign", list(GLYPHS))
def test_signs_of_boards_are_told_by_shape(sign: Sign) -> None:
    assert sign_of(cell(GLYPHS[sign])) is sign
    assert sign_of(255 - cell(GLYPHS[sign])) is sign


def test_an_arm_of_a_cross_may_end_a_pixel_before_another() -> None:
    slanting = (
        "#....#.",
        "##..#..",
        ".#.##..",
        "..##...",
        "..##...",
        ".####..",
        ".#..#..",
        "#...##.",
        "#....##",
    )
    assert sign_of(cell(slanting)) is Sign.CROSS
    assert sign_of(cell(tuple("." + row[::-1] for row in slanting))) is Sign.CROSS


@pytest.mark.parametrize("name", list(OTHERS))
def test_other_signs_are_none_of_them(name: str) -> None:
    assert sign_of(cell(OTHERS[name])) is Sign.OTHER
