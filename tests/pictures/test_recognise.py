"""Boards read back from pictures: right ones agree, wrong ones are named, doubtful ones go to a person."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from gograde.pictures.picture import Picture
from gograde.pictures.read import (
    Difference,
    Lattice,
    Question,
    Reader,
    Rival,
    recognise,
    recognise_together,
)
from gograde.pictures.read.lattice.search import survey
from gograde.pictures.read.verdict import program as together
from gograde.pictures.read.verdict.rivals import mirrored, shifted, swapped, transposed
from tests.pictures.boards_drawn import (
    ACCEPTED,
    LOOKS,
    REJECTED,
    REVIEW,
    asked,
    drawn,
    long,
    picture_of,
    put,
    random_board,
)

BOARD = (
    ".........",
    "..X...O..",
    ".XOX.OX..",
    "..XOO.O..",
    ".....XX..",
    ".O.X.....",
    "..OX..OO.",
    ".....X...",
    "O.......X",
)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seed", [1, long(2)])
def test_a_right_picture_is_accepted_in_every_look(look: str, seed: int):
    board = random_board(seed)
    assert recognise(Question(drawn(board, LOOKS[look]), board)).outcome is ACCEPTED


@pytest.mark.parametrize("look", LOOKS)
def test_the_board_read_is_the_board_drawn_whatever_was_expected(look: str):
    wrong = put(put(BOARD, 0, 0, "X"), 2, 2, "X")
    reading = recognise(Question(drawn(wrong, LOOKS[look]), BOARD))
    assert (reading.outcome, reading.board) == (REJECTED, wrong)
    assert reading.differences == (Difference(0, 0, ".", "X"), Difference(2, 2, "O", "X"))
    assert reading.reason == "row 0, column 0 is black, not empty; row 2, column 2 is black, not white"


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (13, 13), (19, 19), (7, 9)])
def test_other_sizes(rows: int, cols: int):
    board = random_board(3, rows, cols)
    assert recognise(Question(drawn(board), board)).outcome is ACCEPTED
    assert (
        recognise(Question(drawn(put(board, 1, 1, "."), LOOKS["cells"]), put(board, 1, 1, "X"))).outcome
        is REJECTED
    )


@pytest.mark.parametrize("dense", [0.0, 0.03, 0.9])
def test_empty_sparse_and_nearly_full_boards(dense: float):
    board = random_board(5, dense=dense)
    assert recognise(Question(drawn(board), board)).outcome is ACCEPTED


NAMED = {
    "the board transposed, rows and columns exchanged": transposed(BOARD),
    "the board mirrored, left and right exchanged": mirrored(BOARD),
    "the board mirrored, top and bottom exchanged": BOARD[::-1],
    "the board turned by half a turn": mirrored(BOARD)[::-1],
    "the board with the colours swapped": swapped(BOARD),
    "the board shifted right": shifted(BOARD, 0, 1),
    "the board shifted up": shifted(BOARD, -1, 0),
}


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("look", ["wood", "rings", "cells"])
def test_known_distortions_are_named(name: str, look: str):
    reading = recognise(Question(drawn(NAMED[name], LOOKS[look]), BOARD))
    assert (reading.outcome, reading.rival, reading.reason) == (REJECTED, name, f"the picture shows {name}")


def test_a_known_wrong_board_is_named():
    before = put(put(BOARD, 2, 4, "X"), 3, 3, ".")
    reading = recognise(Question(drawn(before), BOARD, (Rival("the board before the move", before),)))
    assert (reading.outcome, reading.rival) == (REJECTED, "the board before the move")


def test_shifted_moves_stones_and_loses_those_that_leave():
    assert shifted(("X.", ".O"), 0, 1) == (".X", "..")
    assert transposed(("XO", "..")) == ("X.", "O.")
    assert swapped(("X.O",)) == ("O.X",)


# ---------------------------------------------------------------- where


def test_the_lattice_is_found_to_a_pixel():
    lattice = recognise(Question(drawn(BOARD), BOARD)).lattice
    assert lattice is not None
    assert lattice.at(0, 0) == pytest.approx((40, 40), abs=1)
    assert lattice.at(8, 8) == pytest.approx((360, 360), abs=1)


def test_the_lattice_of_a_turned_picture_is_turned():
    picture = drawn(BOARD, LOOKS["turned"])
    lattice = recognise(Question(picture, BOARD)).lattice
    assert lattice is not None
    assert lattice.right[1] == pytest.approx(-np.sin(np.deg2rad(3)) * 40, abs=0.5)
    assert lattice.at(4, 4) == pytest.approx((picture.width / 2, picture.height / 2), abs=1.5)


def test_the_lattice_of_a_large_picture_is_in_its_own_pixels():
    board = random_board(8)
    image = drawn(board)
    large = Image.frombytes("RGB", (image.width, image.height), image.rgb).resize((1600, 1600))
    reading = recognise(Question(picture_of(large), board))
    assert reading.outcome is ACCEPTED
    assert reading.lattice is not None
    assert reading.lattice.at(0, 0) == pytest.approx((161, 161), abs=5)


def test_points_of_a_lattice_lie_at_its_steps():
    lattice = Lattice(2, 3, (10, 20), (5, 1), (-1, 6))
    assert lattice.at(1, 2) == (19, 28)
    assert lattice.spacing == pytest.approx(26**0.5)


# ---------------------------------------------------------------- several boards, several pictures


def test_one_of_two_boards_side_by_side_is_enough():
    other = random_board(11)
    pictures = [drawn(other), drawn(BOARD)]
    sheet = Image.new("RGB", (pictures[0].width * 2 + 20, pictures[0].height), "white")
    for n, picture in enumerate(pictures):
        image = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
        sheet.paste(image, (n * (picture.width + 20), 0))
    assert recognise(Question(picture_of(sheet), BOARD)).outcome is ACCEPTED
    assert recognise(Question(picture_of(sheet), other)).outcome is ACCEPTED
    assert (
        recognise(Question(picture_of(sheet), put(other, 0, 0, "O" if other[0][0] == "X" else "X"))).outcome
        is REJECTED
    )


def test_pictures_read_together_are_read_as_alone_when_each_is_clear():
    boards = [random_board(seed) for seed in (1, 2, 3)]
    readings = recognise_together([Question(drawn(board), board) for board in boards])
    assert [reading.outcome for reading in readings] == [ACCEPTED] * 3
    assert readings[1] == recognise(Question(drawn(boards[1]), boards[1]))


@pytest.mark.parametrize("look", ["wood", long("rings"), long("small"), "turned"])
def test_what_was_seen_for_one_board_changes_nothing_about_the_next(look: str):
    picture, read = drawn(BOARD, LOOKS[look]), Reader()
    for board in (swapped(BOARD), BOARD, random_board(5), put(BOARD, 1, 1, "X"), shifted(BOARD, 0, 1), BOARD):
        assert read([Question(picture, board)])[0] == recognise(Question(picture, board))


def test_a_picture_is_searched_for_boards_once_whatever_is_asked_about_it(monkeypatch):
    searched = []
    monkeypatch.setattr(together, "survey", lambda *asked: searched.append(asked) or survey(*asked))
    read, other = Reader(), put(BOARD, 0, 0, "X")
    right, wrong = read([Question(drawn(BOARD), board) for board in (BOARD, other)])
    assert (right.outcome, wrong.outcome) == (ACCEPTED, REJECTED)
    assert read([Question(drawn(other), other), Question(drawn(BOARD), BOARD)])[1] == right
    assert searched == [(drawn(BOARD), 9, 9), (drawn(other), 9, 9)]


def test_colours_that_say_nothing_alone_are_told_by_the_other_pictures():
    look = type(LOOKS["wood"])(black="#d02020", white="#2020d0")
    lone = put(tuple("." * 9 for _ in range(9)), 4, 4, "X")
    both, question = random_board(4), Question(drawn(lone, look), lone)
    assert recognise(question).outcome is REVIEW
    first, second = recognise_together([Question(drawn(both, look), both), question])
    assert (first.outcome, second.outcome) == (ACCEPTED, ACCEPTED)
    blue = put(lone, 4, 4, "O")
    assert (
        recognise_together([Question(drawn(both, look), both), Question(drawn(blue, look), lone)])[1].outcome
        is not ACCEPTED
    )


# ---------------------------------------------------------------- what is no board


def _noise() -> Image.Image:
    return Image.fromarray(np.random.default_rng(1).integers(0, 256, (300, 300, 3), np.uint8))


def _landscape() -> Image.Image:
    y, x = np.mgrid[:300, :400] / 300
    waves = np.stack([np.sin(3 * x + y), np.cos(2 * y), np.sin(5 * y + x * x)], -1)
    return Image.fromarray(((waves + 1) * 127).astype(np.uint8))


def _lines() -> Image.Image:
    image = Image.new("RGB", (300, 300), "white")
    pen = ImageDraw.Draw(image)
    rng = Random(2)
    for _ in range(30):
        x, y = rng.randrange(300), rng.randrange(300)
        pen.line((x, 0, x, 300) if rng.random() < 0.5 else (0, y, 300, y), "black")
    return image


JUNK = {
    "blank": Image.new("RGB", (200, 200), "white"),
    "black": Image.new("RGB", (640, 480)),
    "one pixel high": Image.new("RGB", (300, 1), "red"),
    "tiny": Image.new("RGB", (3, 3), "white"),
    "noise": _noise(),
    "landscape": _landscape(),
    "lines": _lines(),
}


@pytest.mark.parametrize("name", JUNK)
@pytest.mark.parametrize(
    "board", [BOARD, ("." * 9,) * 9, ("X" * 9,) * 9, ("....",) * 4], ids=["b", "e", "f", "4"]
)
def test_what_is_no_board_goes_to_a_person(name: str, board: tuple[str, ...]):
    assert recognise(Question(picture_of(JUNK[name]), board)).outcome is REVIEW


def test_a_board_of_another_size_is_not_accepted():
    big = random_board(6, 13, 13)
    corner = tuple(line[:9] for line in big[:9])
    assert recognise(Question(drawn(big), corner)).outcome is not ACCEPTED


@pytest.mark.parametrize("board", [(), ("",), ("..", "."), ("ab",)])
def test_a_reference_that_is_no_board_is_our_mistake(board: tuple[str, ...]):
    with pytest.raises(ValueError, match="a board is rows of equal length"):
        recognise(Question(Picture(1, 1, b"\0\0\0"), board))


def test_the_same_picture_always_reads_the_same():
    question = Question(drawn(BOARD), put(BOARD, 4, 4, "O"))
    assert recognise(question) == recognise(question)


# ---------------------------------------------------------------- laws

boards = st.builds(random_board, st.integers(0, 10**6), dense=st.floats(0.1, 0.8))


@settings(max_examples=12)
@given(
    board=boards,
    look=st.sampled_from(["wood", "rings", "cells"]),
    row=st.integers(0, 8),
    col=st.integers(0, 8),
)
def test_one_changed_stone_never_passes(board: tuple[str, ...], look: str, row: int, col: int):
    picture = drawn(board, LOOKS[look])
    others = [put(board, row, col, stone) for stone in ".XO" if stone != board[row][col]]
    assert ACCEPTED not in asked(picture, *others)


@settings(max_examples=8)
@given(board=boards, look=st.sampled_from(["wood", "dark", "small"]))
def test_the_right_board_never_fails(board: tuple[str, ...], look: str):
    assert recognise(Question(drawn(board, LOOKS[look]), board)).outcome is not REJECTED
