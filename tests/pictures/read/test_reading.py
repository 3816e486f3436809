"""The parts of a reading beside its verdict: words, points, names, the place of the board."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.pictures import mirrored, put, shifted, swapped, transposed
from gograde.pictures.picture import Picture
from gograde.pictures.read import Difference, Lattice, Question, Reader, Reading, Rival, read_picture
from tests.pictures.read.boards import LOOKS
from tests.pictures.read.junk import noise
from tests.pictures.read.looks import Board, Look, figure, painted, random_board
from tests.pictures.read.rows import ACCEPTED, DOUBTFUL, REJECTED, picture_of
from tests.pictures.read.several import FOUR, GREY

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
NAMED = {
    "the board transposed, rows and columns exchanged": transposed(BOARD),
    "the board mirrored, left and right exchanged": mirrored(BOARD),
    "the board mirrored, top and bottom exchanged": BOARD[::-1],
    "the board turned by half a turn": mirrored(BOARD)[::-1],
    "the board with the colours swapped": swapped(BOARD),
    "the board shifted right": shifted(BOARD, 0, 1),
    "the board shifted up": shifted(BOARD, -1, 0),
}


def drawn(board: Board, look: str = "wood") -> Picture:
    return picture_of(painted(board, LOOKS[look]))


def read(picture: Picture, board: Board, rivals: tuple[Rival, ...] = ()) -> Reading:
    return read_picture(Question(picture, board, rivals))


def where(reading: Reading) -> Lattice:
    assert reading.lattice is not None
    return reading.lattice


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize("look", LOOKS)
def test_the_board_read_is_the_board_drawn_whatever_is_expected(look: str) -> None:
    wrong = put(put(BOARD, 0, 0, "X"), 2, 2, "X")
    reading = read(drawn(wrong, look), BOARD)
    assert (reading.verdict, reading.board) == (REJECTED, wrong)
    assert reading.differences == (Difference(0, 0, ".", "X"), Difference(2, 2, "O", "X"))
    assert reading.reason == "row 0, column 0 is black, not empty; row 2, column 2 is black, not white"


@pytest.mark.parametrize("name", NAMED)
def test_known_distortions_are_named(name: str) -> None:
    reading = read(drawn(NAMED[name]), BOARD)
    assert (reading.verdict, reading.rival, reading.reason) == (REJECTED, name, f"the picture shows {name}")


def test_a_known_wrong_board_is_named() -> None:
    before = put(put(BOARD, 2, 4, "X"), 3, 3, ".")
    reading = read(drawn(before), BOARD, (Rival("the board before the move", before),))
    assert (reading.verdict, reading.rival) == (REJECTED, "the board before the move")


def test_what_is_no_board_has_no_lattice_and_no_differences() -> None:
    reading = read(picture_of(noise()), BOARD)
    assert (reading.verdict, reading.differences, reading.rival) == (DOUBTFUL, (), None)


def test_of_two_wrong_boards_that_with_fewer_wrong_points_is_told() -> None:
    boards = put(BOARD, 4, 3, "X"), put(put(BOARD, 0, 0, "O"), 8, 8, ".")
    for both in (boards, boards[::-1]):
        reading = read(picture_of(figure(both, Look(step=36, margin=36))), BOARD)
        assert reading.differences == (Difference(4, 3, ".", "X"),)


def test_the_other_boards_of_a_figure_are_told() -> None:
    reading = read(picture_of(figure(FOUR, GREY)), FOUR[1])
    assert reading.verdict is ACCEPTED
    assert set(reading.others) == {FOUR[0], FOUR[2], FOUR[3]}
    assert read(drawn(BOARD), BOARD).others == ()


@pytest.mark.parametrize("board", [(), ("",), ("..", "."), ("ab",)])
def test_a_reference_that_is_no_board_is_our_mistake(board: Board) -> None:
    with pytest.raises(ValueError, match=r"a board is rows of equal length of the signs \. X O"):
        read(Picture(1, 1, b"\0\0\0"), board)


# ---------------------------------------------------------------- where the board lies


def test_the_lattice_is_found_to_a_pixel() -> None:
    lattice = where(read(drawn(BOARD), BOARD))
    assert lattice.at(0, 0) == pytest.approx((40, 40), abs=1)
    assert lattice.at(8, 8) == pytest.approx((360, 360), abs=1)


def test_the_lattice_of_a_turned_picture_is_turned() -> None:
    picture = drawn(BOARD, "turned")
    lattice = where(read(picture, BOARD))
    assert lattice.right[1] == pytest.approx(-np.sin(np.deg2rad(3)) * 40, abs=0.5)
    assert lattice.at(4, 4) == pytest.approx((picture.width / 2, picture.height / 2), abs=1.5)


def test_the_lattice_of_a_large_picture_is_in_its_own_pixels() -> None:
    reading = read(picture_of(painted(BOARD, LOOKS["wood"]).resize((1600, 1600))), BOARD)
    assert reading.verdict is ACCEPTED
    assert where(reading).at(0, 0) == pytest.approx((161, 161), abs=5)


def test_points_of_a_lattice_lie_at_its_steps() -> None:
    lattice = Lattice(2, 3, (10, 20), (5, 1), (-1, 6))
    assert lattice.at(1, 2) == (19, 28)


# ---------------------------------------------------------------- the same answer again


def test_the_same_picture_always_reads_the_same() -> None:
    picture, wrong = drawn(BOARD), put(BOARD, 4, 4, "O")
    assert read(picture, wrong) == read(picture, wrong)


@pytest.mark.parametrize("look", ["wood", "turned"])
def test_what_is_asked_before_changes_nothing(look: str) -> None:
    picture, reader = drawn(BOARD, look), Reader()
    for board in (swapped(BOARD), BOARD, random_board(5), put(BOARD, 1, 1, "X"), shifted(BOARD, 0, 1), BOARD):
        assert reader.read([Question(picture, board)])[0] == read(picture, board)


def test_clear_pictures_of_one_program_are_read_as_alone() -> None:
    boards = [random_board(seed) for seed in (1, 2, 3)]
    readings = Reader().read([Question(drawn(board), board) for board in boards])
    alone = [read(drawn(board), board) for board in boards]
    assert [(one.verdict, one.board) for one in readings] == [(one.verdict, one.board) for one in alone]
