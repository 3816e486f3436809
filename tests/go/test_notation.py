"""Boards and games as text: literal facts, and every refusal with its place."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.go import (
    Board,
    Malformed,
    Stone,
    diagram,
    read_coordinates,
    read_marks,
    write_coordinates,
    write_digits,
)

BLACK, WHITE = Stone.BLACK, Stone.WHITE
BOARD = diagram("X . . / . O . / . O X")


def test_a_coordinate_list_is_row_column_colour() -> None:
    assert write_coordinates(BOARD) == "0 0 -1\n1 1 1\n2 1 1\n2 2 -1\n"
    assert read_coordinates("0 0 -1\n1 1 1\n2 1 1\n2 2 -1\n", 3, 3) == BOARD


@pytest.mark.parametrize(
    "text",
    [
        "2 2 -1\n2 1 1\n1 1 1\n0 0 -1",
        "\n  0 0 -1\r\n1\t1   1\r\n\n2 1 +1\n02 2 -1 \n\n",
        b"0 0 -1\n1 1 1\n2 1 1\n2 2 -1",
    ],
    ids=["any order, no last newline", "blanks and line ends", "bytes"],
)
def test_a_coordinate_list_is_read_leniently(text: str | bytes) -> None:
    assert read_coordinates(text, 3, 3) == BOARD


def test_an_empty_list_is_an_empty_board() -> None:
    assert read_coordinates("", 9, 9) == Board.empty(9)
    assert write_coordinates(Board.empty(9)) == ""


COUNT = "count rows and columns from 0 at the top left"
THREE = "write three whole numbers"


def test_a_broken_coordinate_list_names_its_line() -> None:
    for text, refusal in [
        ("0 0 -1\n0 1", Malformed("line 2", "'0 1' is not row col colour", THREE)),
        ("0 0 -1 1", Malformed("line 1", "'0 0 -1 1' is not row col colour", THREE)),
        ("0 0 1.0", Malformed("line 1", "'0 0 1.0' is not row col colour", THREE)),
        ("0 ١ 1", Malformed("line 1", "'0 \\xd9\\xa1 1' is not row col colour", THREE)),
        ("0 １ 1", Malformed("line 1", "'0 \\xef\\xbc\\x91 1' is not row col colour", THREE)),
        ("0 1_0 1", Malformed("line 1", "'0 1_0 1' is not row col colour", THREE)),
        ("0\x000 1", Malformed("line 1", "'0\\x000 1' is not row col colour", THREE)),
        ("9" * 50, Malformed("line 1", "'" + "9" * 40 + "'… is not row col colour", THREE)),
        ("3 0 1", Malformed("line 1", "point (3, 0) is off the 3x3 board", COUNT)),
        ("\n\n0 -1 1", Malformed("line 3", "point (0, -1) is off the 3x3 board", COUNT)),
        ("0 0 2", Malformed("line 1", "2 is no colour", "use -1 for black and 1 for white")),
        ("0 0 0", Malformed("line 1", "0 is no colour", "use -1 for black and 1 for white")),
        (
            "0 0 1\n1 1 1\n0 0 1",
            Malformed("line 3", "point (0, 0) was given in line 1 already", "give every point once"),
        ),
    ]:
        assert read_coordinates(text, 3, 3) == refusal


def test_a_refusal_becomes_an_error_when_a_person_can_mend_it() -> None:
    refusal = read_coordinates("0 0 7", 3, 3)
    assert isinstance(refusal, Malformed)
    assert str(refusal) == "line 1: 7 is no colour"
    error = refusal.error("test_0.txt")
    assert isinstance(error, DataError)
    assert str(error) == "test_0.txt: line 1: 7 is no colour\nFix: use -1 for black and 1 for white"


def test_marks_ignore_every_other_character() -> None:
    assert read_marks("X-- / -O- \n 12 -OX x o .\0—") == BOARD
    assert read_marks(b"\xff\xfeX--O") == diagram("X . / . O")
    assert read_marks("no board in here") == Board.empty(0)
    assert read_marks("\udcffX--\ud800O") == diagram("X . / . O")


def test_marks_that_fill_no_square_are_refused() -> None:
    refusal = read_marks("X--O-")
    assert refusal == Malformed("", "5 points make no square", "give n x n of X, O and -")
    assert str(refusal) == "5 points make no square"


def test_digit_rows() -> None:
    assert write_digits(BOARD) == "100\n020\n021\n"
