"""Stones unlike all others, and boards that read better on another lattice, in pictures of fresh seeds."""

from __future__ import annotations

import pytest

from gograde.pictures.recognise import judge, verdict
from gograde.pictures.recognise.rivals import shifted, swapped
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
