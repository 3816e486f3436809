"""Stones unlike all others, and boards that read better on another lattice, in pictures of fresh seeds."""

from __future__ import annotations

import matplotlib
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.read.lattice import search, support
from gograde.pictures.read.stones import border, colours
from gograde.pictures.read.verdict import attempt, judge, verdict
from gograde.pictures.read.verdict import mismatch as plain
from gograde.pictures.read.verdict.rivals import shifted, swapped
from tests.pictures.boards_drawn import ACCEPTED, REJECTED, REVIEW, Look, asked, drawn, fresh, put

FEW = (
    ".........",
    "......O..",
    ".........",
    ".........",
    "...X...O.",
    ".........",
    ".........",
    ".........",
    ".........",
)
PAIR = put(FEW, 1, 6, ".")


@pytest.mark.parametrize(
    "board", [FEW, PAIR, swapped(FEW), swapped(PAIR)], ids=("few", "pair", "black", "blacks")
)
@pytest.mark.parametrize("radius", [0.32, 0.45])
def test_a_stone_among_two_of_the_other_colour_is_none_of_theirs(
    board: tuple[str, ...], radius: float
) -> None:
    """With no other of its own it was one of them that bears a mark, as large as its whole inside."""
    other = "O" if board[4][3] == "X" else "X"
    right, wrong = asked(drawn(board, Look(radius=radius)), board, put(board, 4, 3, other))
    assert right is ACCEPTED
    assert wrong is not ACCEPTED


@pytest.mark.parametrize("look", ["look 12", "look 16", "look 17"])
def test_three_pictures_in_which_it_passed(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    picture, board = fresh(33445566, look)[8]
    assert board == FEW
    assert asked(picture, FEW, put(FEW, 4, 3, "O")) == [ACCEPTED, REVIEW]
    monkeypatch.setattr(verdict, "has_a_stranger", lambda *_: False)
    assert asked(picture, put(FEW, 4, 3, "O")) == [ACCEPTED]


def test_colours_are_not_exchanged_amid_the_points_of_a_nearly_full_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture, board = fresh(74747474, "look 12")[3]
    assert asked(picture, swapped(board))[0] is not ACCEPTED
    monkeypatch.setattr(verdict, "_NEAR_OWN", 0.5)
    assert asked(picture, swapped(board)) == [ACCEPTED]


def test_stones_above_a_lattice_that_ends_below_the_board_are_a_line_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nearly full, and read a line further down: the paper below was its last line."""
    picture, board = fresh(41592653, "look 11")[3]
    assert asked(picture, board, shifted(board, -1, 0))[1] is not ACCEPTED
    monkeypatch.setattr(verdict, "leaves_out_a_line", lambda *_: False)
    assert asked(picture, shifted(board, -1, 0)) == [ACCEPTED]


def test_a_frame_a_little_wider_than_its_board_fails_no_right_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On the lattice that the frame holds white stones lie aside more and more, and some were black."""
    picture, board = fresh(90909091, "look 11")[9]
    assert asked(picture, board)[0] is not REJECTED
    monkeypatch.setattr(judge, "_agrees_elsewhere", lambda *_: False)
    assert asked(picture, board) == [REJECTED]


def test_empty_points_in_the_shade_are_no_stones() -> None:
    """Four lay in it and three in the light, beside numbered stones of which no two are alike."""
    picture, board = fresh(66666667, "look 19")[3]
    assert asked(picture, board)[0] is not REJECTED


def test_a_lattice_on_some_lines_and_between_others_is_not_that_of_a_board_all_of_whose_are_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Stones one column further on lay in the last of columns three quarters as far apart."""
    picture, board = fresh(60221407, "figure of four")[8]
    assert asked(picture, board, shifted(board, 0, 1)) == [ACCEPTED, REJECTED]
    monkeypatch.setattr(attempt, "_called", lambda _samples, fit, _boards: fit)
    assert asked(picture, shifted(board, 0, 1)) == [REVIEW]


def test_black_stones_on_a_dark_board_are_not_empty_where_the_expected_board_says_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A corner of the frame alone was odd where all was as expected."""
    picture, board = fresh(12566370, "look 15")[4]
    assert asked(picture, board) == [REVIEW]
    monkeypatch.setattr(judge, "_agrees_elsewhere", lambda *_: False)
    assert asked(picture, board) == [REJECTED]


def test_two_stones_with_red_dots_are_not_of_any_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, board = fresh(16807393, "look 22")[8]
    assert asked(picture, board, swapped(board)) == [ACCEPTED, REJECTED]
    monkeypatch.setattr(colours, "_unmarked", lambda look, _: look)
    assert asked(picture, swapped(board)) == [ACCEPTED]


DOT = "\N{BLACK CIRCLE}"


def inscribed(
    board: tuple[str, ...], look: Look, text: str, size: float, inks: tuple[str, str]
) -> Image.Image:
    """The board with a sign on each stone, so high in steps; `inks` are those on black and on white ones."""
    plain, step = drawn(board, look), look.step
    image = Image.frombytes("RGB", (plain.width, plain.height), plain.rgb)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(board):
        for col, stone in enumerate(line):
            x, y = step * (col + 1), step * (row + 1)
            if stone != "." and text == DOT:
                reach = size * step / 2
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), inks["XO".index(stone)])
            elif stone != ".":
                pen.text((x, y), text, inks["XO".index(stone)], bold(round(size * step)), "mm")
    return image


def bold(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSans-Bold.ttf", size)


@pytest.mark.parametrize("inks", [("red", "red"), ("red", "blue"), ("yellow", "blue"), ("orange", "#30a0ff")])
@pytest.mark.parametrize("size", [0.12, 0.26])
def test_coloured_dots_on_all_stones_say_nothing_of_their_colours(size: float, inks: tuple[str, str]) -> None:
    board = put(FEW, 7, 2, "X")
    image = inscribed(board, Look(radius=0.45), DOT, size, inks)
    assert asked(image, board, swapped(board)) == [ACCEPTED, REJECTED]


@pytest.mark.parametrize(("text", "size"), [("1", 0.7), ("+", 0.7), ("8", 0.7), (DOT, 0.4), (DOT, 0.6)])
def test_signs_in_the_other_colour_exchange_none(text: str, size: float) -> None:
    """A lone stone of each has nothing else of its colour to be held against."""
    lone = put(put(FEW, 1, 6, "."), 4, 7, "O")
    image = inscribed(lone, Look(step=32), text, size, ("white", "black"))
    right, wrong = asked(image, lone, swapped(lone))
    assert right is not REJECTED
    assert wrong is not ACCEPTED


def test_one_of_few_empty_points_that_lies_in_the_dark_is_no_stone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five are left, and the light falls off over the board."""
    picture, board = fresh(51503475, "look 15")[3]
    assert asked(picture, board, put(board, 0, 0, "O")) == [REVIEW, REJECTED]
    monkeypatch.setattr(verdict, "_is_slight", lambda *_: False)
    assert asked(picture, board) == [REJECTED]


def test_a_stone_among_three_of_the_other_colour_is_none_with_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rims of the small white ones are as dark as it is, and take up nearly half of what is compared."""
    picture, board = fresh(43588989, "look 9")[8]
    assert asked(picture, put(board, 8, 5, "O")) == [REVIEW]
    monkeypatch.setattr(plain, "_TWO", 0)
    monkeypatch.setattr(plain, "_FEW", 0)
    assert asked(picture, put(board, 8, 5, "O")) == [ACCEPTED]


def test_light_squares_on_light_lines_are_no_crosses() -> None:
    """Beside the lines they differ most from the dark board, as the strokes of an X do."""
    picture, board = fresh(44721359, "look 14")[9]
    assert asked(picture, board, swapped(board), put(board, 0, 0, "O")) == [ACCEPTED, REJECTED, REJECTED]


@pytest.mark.parametrize(
    ("seed", "look", "number"), [(36055512, "look 4", 5), (77245385, "look 6", 5), (900002, "look 3", 5)]
)
def test_stones_along_a_side_are_told_from_it(
    seed: int, look: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a colour lie on the sides, and on three points of five of one."""
    picture, board = fresh(seed, look)[number]
    wrong = [swapped(board), shifted(board, 1, 0), put(board, 2, 2, "X" if board[2][2] == "O" else "O")]
    assert asked(picture, board, *wrong) == [ACCEPTED, *[REJECTED] * 3]
    monkeypatch.setattr(border, "_lies_on_two", lambda _: False)
    assert asked(picture, wrong[0]) == [REVIEW]


def test_points_far_from_their_class_may_be_empty_where_one_empty_point_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three of four empty points, under other light than the fourth, are nearer to black stones on black."""
    picture, board = fresh(920004, "look 18")[3]
    assert [line.count(".") for line in board] == [1, 0, 0, 0, 0, 0, 1, 1, 1]
    assert asked(picture, board, put(board, 4, 4, ".")) == [REVIEW, REJECTED]
    monkeypatch.setattr(verdict, "_UNUSUAL", 1)
    assert asked(picture, board) == [REJECTED]


def test_a_board_read_beside_its_lines_is_told_by_a_better_lattice_on_which_a_star_point_is_not_clear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Names of rows count as empty points, and the last column has no stone."""
    picture, board = fresh(920009, "look 22")[7]
    assert asked(picture, shifted(board, 0, 1)) == [REVIEW]
    monkeypatch.setattr(judge, "APART", 1)
    assert asked(picture, shifted(board, 0, 1)) == [ACCEPTED]


def test_stones_most_of_which_bear_a_dot_are_not_strange_without_one() -> None:
    picture, board = fresh(54772255, "look 22")[0]
    assert asked(picture, board, swapped(board)) == [ACCEPTED, REVIEW]


@pytest.mark.parametrize(
    ("seed", "look", "number"),
    [
        (26457513, "look 11", 8),
        (26457513, "look 11", 9),
        (26457513, "look 21", 9),
        (38729833, "look 18", 9),
        (38729833, "look 24", 9),
    ],
)
def test_dark_numbers_stand_on_white_stones(
    seed: int, look: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All on the board are light grey, or as white as the paper with rims, and bear numbers; one is alone."""
    picture, board = fresh(seed, look)[number]
    right, wrong = asked(picture, board, swapped(board))
    assert right is ACCEPTED
    assert wrong is not ACCEPTED
    monkeypatch.setattr(colours, "_is_light_with_numbers", lambda *_: False)
    assert asked(picture, board) == [REVIEW]


@pytest.mark.parametrize("text", ["x", "+"])
@pytest.mark.parametrize("white", ["#fdfdfd", "white"])
def test_one_sign_on_all_stones_as_light_as_the_paper_may_mean_either(text: str, white: str) -> None:
    board = put(swapped(PAIR), 4, 3, "O")
    board = tuple(line.replace("X", "O") for line in put(put(board, 2, 2, "O"), 6, 1, "O"))
    image = inscribed(board, Look(step=40, paper="white", radius=0.45), text, 0.45, ("white", "black"))
    assert asked(image, board)[0] is not REJECTED
    assert asked(image, swapped(board))[0] is not ACCEPTED


@pytest.mark.parametrize("number", [0, 8])
def test_between_rows_that_are_far_apart_lies_no_line(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lattice half as high was held by the columns and by every second of its rows, and failed both."""
    picture, board = fresh(56568542, "look 3")[number]
    right, wrong = asked(picture, board, shifted(board, 1, 0))
    assert right is ACCEPTED
    assert wrong is not ACCEPTED
    monkeypatch.setattr(support, "_every_second", lambda _: 1.0)
    monkeypatch.setattr(verdict, "may_be_half_as_wide", lambda _: False)
    assert asked(picture, board) == [REJECTED]


def test_a_sparse_board_among_three_others_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It had less than a fifth of all lines and edges, and the others failed it."""
    picture, board = fresh(52915026, "figure of four")[8]
    assert asked(picture, board) == [ACCEPTED]
    monkeypatch.setattr(search, "_SPARSE", 1.0)
    assert asked(picture, board) == [REJECTED]


@pytest.mark.parametrize(("seed", "look"), [(29278405, "look 11"), (81370794, "figure of four")])
def test_stones_on_every_second_row_or_column_of_signs_fail_nothing(
    seed: int, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Grain hid the lines, and dots on legal moves were read as stones, on half of the board's steps.

    In a figure of four boards one of three stones was read on half of its steps across.
    """
    picture, board = fresh(seed, look)[8]
    assert asked(picture, board) == [REVIEW]
    monkeypatch.setattr(verdict, "may_be_half_as_wide", lambda _: False)
    assert asked(picture, board) == [REJECTED]


def test_a_title_above_a_board_is_no_line_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grain hid the lines; one stone lay beyond the last line of what was read, and passed unseen."""
    picture, board = fresh(90591400, "look 20")[5]
    assert asked(picture, shifted(board, 1, 0)) == [REVIEW]
    monkeypatch.setattr(verdict, "leaves_out_a_line", lambda *_: False)
    assert asked(picture, shifted(board, 1, 0)) == [ACCEPTED]


def test_small_numbers_on_dark_stones_on_dark_paper_do_not_empty_their_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two stones numbered with one digit among many with two were more like empty points."""
    picture, board = fresh(33722330, "figure of four")[3]
    assert asked(picture, board) == [REVIEW]
    monkeypatch.setattr(verdict, "_HARDLY_APART", 0)
    assert asked(picture, board) == [REJECTED]


def test_one_of_two_empty_points_is_no_light_stone(monkeypatch: pytest.MonkeyPatch) -> None:
    """In falling light it was less like the other, at the far side, than like stones of light grey."""
    picture, board = fresh(98207671, "look 9")[3]
    assert asked(picture, put(board, 1, 1, "O")) == [REVIEW]
    monkeypatch.setattr(verdict, "_OUTLIER", 1.0)
    assert asked(picture, put(board, 1, 1, "O")) == [ACCEPTED]
