"""Pictures that are read though they are not plain: cut off, several boards, chequered, letters."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.picture import Picture
from gograde.pictures.read import Outcome, Question, recognise, recognise_together
from gograde.pictures.read.lattice.search import survey
from gograde.pictures.read.verdict.rivals import swapped
from tests.pictures.boards_drawn import (
    ACCEPTED,
    LOOKS,
    REJECTED,
    REVIEW,
    Board,
    Look,
    drawn,
    long,
    picture_of,
    put,
    random_board,
)


def image_of(picture: Picture) -> Image.Image:
    return Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)


def other(board: Board, row: int, col: int) -> Board:
    """The board with another sign at a point."""
    return put(board, row, col, {".": "X", "X": "O", "O": "."}[board[row][col]])


# ---------------------------------------------------------------- stones at the edge of the picture


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("margin", [4, 12])
def test_a_picture_that_ends_in_the_stones_is_read(seed: int, margin: int) -> None:
    board, step = random_board(seed), 40
    whole = image_of(drawn(board))
    end = step * 9 + margin + 1
    cut = picture_of(whole.crop((step - margin, step - margin, end, end)))
    assert recognise(Question(cut, board)).outcome is ACCEPTED
    wrong = other(board, 8, 8)
    reading = recognise(Question(cut, wrong))
    assert (reading.outcome, reading.board) == (REJECTED, board)


@pytest.mark.parametrize("white", ["#fafafa", "#f0f0f0"])
def test_few_stones_on_a_small_board_that_fills_the_picture(white: str) -> None:
    board = (".OX..", ".....", ".....", ".....", "...X.")
    image = Image.new("RGB", (1400, 1400), "white")
    pen = ImageDraw.Draw(image)
    for n in range(5):
        pen.line((80 + 310 * n, 80, 80 + 310 * n, 1320), "#555555", 2)
        pen.line((80, 80 + 310 * n, 1320, 80 + 310 * n), "#555555", 2)
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            x, y, fill = 80 + 310 * c, 80 + 310 * r, "#222222" if sign == "X" else white
            if sign != ".":
                pen.ellipse((x - 108, y - 108, x + 108, y + 108), fill, "#333333", 3)
    assert recognise(Question(picture_of(image), board)).outcome is ACCEPTED


# ---------------------------------------------------------------- several boards


def figure(boards: Sequence[Board], look: Look, gap: int = 30) -> Picture:
    """Boards two in a row."""
    images = [image_of(drawn(board, look)) for board in boards]
    wide, high = images[0].size
    rows = -(-len(images) // 2)
    sheet = Image.new("RGB", (2 * wide + gap, rows * high + (rows - 1) * gap), "white")
    for n, image in enumerate(images):
        sheet.paste(image, (n % 2 * (wide + gap), n // 2 * (high + gap)))
    return picture_of(sheet)


FOUR = [random_board(seed) for seed in (21, 22, 23, 24)]


@pytest.mark.parametrize("place", [0, *map(long, range(1, 4))])
def test_each_of_four_boards_in_a_figure_is_found_and_the_others_are_told(place: int) -> None:
    look = Look(paper="white", ink="#808080", step=34)
    reading = recognise(Question(figure(FOUR, look), FOUR[place]))
    assert reading.outcome is ACCEPTED
    assert set(reading.others) == {board for board in FOUR if board != FOUR[place]}


def test_a_board_that_is_none_of_four_is_not_accepted() -> None:
    picture = figure(FOUR, LOOKS["wood"])
    assert recognise(Question(picture, other(FOUR[2], 4, 4))).outcome is not ACCEPTED


def test_one_board_alone_has_no_others() -> None:
    for look in LOOKS.values():
        assert recognise(Question(drawn(FOUR[0], look), FOUR[0])).others == ()


def test_lattices_of_parts_that_stand_apart_lie_in_them() -> None:
    found = survey(figure(FOUR, LOOKS["wood"]), 9, 9)
    corners = {(round(grid.x / 215), round(grid.y / 215)) for grid in found.grids if grid.support > 0.8}
    assert corners == {(0, 0), (2, 0), (0, 2), (2, 2)}


# ---------------------------------------------------------------- other grounds, other signs


def chequered(board: Board, pale: str = "#e6cf9c", deep: str = "#c9a566", step: int = 46) -> Picture:
    """Squares of two colours without lines, stones inside."""
    image = Image.new("RGB", (step * len(board[0]) + 40, step * len(board) + 40), "white")
    pen = ImageDraw.Draw(image)
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            x, y = 20 + c * step, 20 + r * step
            pen.rectangle((x, y, x + step - 1, y + step - 1), deep if (r + c) % 2 else pale)
            if sign != ".":
                pen.ellipse((x + 5, y + 5, x + step - 6, y + step - 6), "black" if sign == "X" else "white")
    return picture_of(image)


@pytest.mark.parametrize("seed", range(4))
def test_the_two_colours_of_a_chequered_board_are_both_empty(seed: int) -> None:
    board = random_board(seed, dense=0.35)
    picture = chequered(board)
    assert recognise(Question(picture, board)).outcome is ACCEPTED
    wrong = other(board, 3, 5)
    assert recognise(Question(picture, wrong)).outcome is not ACCEPTED


def letters(board: Board, paper: str, ink: str, signs: str = "·XO") -> Picture:
    """Rows of letters, as on a screen."""
    import matplotlib

    face = f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSansMono.ttf"
    font, step = ImageFont.truetype(face, 20), 26
    image = Image.new("RGB", (step * len(board[0]) + 40, step * len(board) + 40), paper)
    pen = ImageDraw.Draw(image)
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            place = (20 + step * (c + 0.5), 20 + step * (r + 0.5))
            pen.text(place, signs[".XO".index(sign)], ink, font, "mm")
    return picture_of(image)


@pytest.mark.parametrize(("paper", "ink"), [("white", "black"), ("#101418", "#c8d0d8")])
def test_letters_are_read_on_light_and_on_dark(paper: str, ink: str) -> None:
    board = random_board(5)
    assert recognise(Question(letters(board, paper, ink), board)).outcome is ACCEPTED
    wrong = other(board, 3, 5)
    assert recognise(Question(letters(board, paper, ink), wrong)).outcome is not ACCEPTED


@pytest.mark.parametrize("signs", ["·OX", "·●○", "·AB"])
def test_which_letter_is_black_is_never_guessed_on_dark(signs: str) -> None:
    board = random_board(5)
    assert recognise(Question(letters(board, "#101418", "#c8d0d8", signs), board)).outcome is REVIEW


@pytest.mark.parametrize(("sign", "outcome"), [("O", ACCEPTED), ("X", REVIEW)])
def test_rings_alone_are_white(sign: str, outcome: Outcome) -> None:
    rng = Random(3)
    board = tuple("".join(sign if rng.random() < 0.4 else "." for _ in range(9)) for _ in range(9))
    rings = drawn(tuple(line.replace("X", "O") for line in board), LOOKS["rings"])
    assert recognise(Question(rings, board)).outcome is outcome


# ---------------------------------------------------------------- pictures of one program


@pytest.mark.parametrize("look", ["rings", "wood", "letters"])
def test_right_pictures_of_a_program_never_make_swapped_ones_right(look: str) -> None:
    def shown(board: Board) -> Picture:
        return letters(board, "white", "black") if look == "letters" else drawn(board, LOOKS[look])

    one, two = random_board(6), random_board(7)
    known = Question(shown(one), one)
    first, second = recognise_together([known, Question(shown(two), swapped(two))])
    assert first.outcome is ACCEPTED
    assert second.outcome is not ACCEPTED


LONE = ("." * 9,) * 4 + ("...XX....",) + ("." * 9,) * 4


def test_one_colour_alone_is_told_by_the_other_pictures_whichever_it_is() -> None:
    look = Look(black="#d02020", white="#2020d0")
    known = Question(drawn(FOUR[0], look), FOUR[0])
    for shown in (LONE, swapped(LONE)):
        for asked in (LONE, swapped(LONE)):
            reading = recognise_together([known, Question(drawn(shown, look), asked)])[1]
            assert (reading.outcome is ACCEPTED) == (shown == asked)


@pytest.mark.parametrize(("paper", "stone"), [("white", "#c0c0c0"), ("#101010", "#383838")])
@pytest.mark.parametrize("sign", ["X", "O"])
def test_grey_stones_alone_on_white_or_black_say_nothing(paper: str, stone: str, sign: str) -> None:
    look = Look(paper=paper, ink="#808080", black=stone, white=stone)
    board = tuple(line.replace("X", sign) for line in LONE)
    assert recognise(Question(drawn(board, look), board)).outcome is REVIEW
