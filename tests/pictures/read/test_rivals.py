"""The reasons given for boards that differ from the expected one."""

from __future__ import annotations

from random import Random

import pytest
from PIL import Image, ImageDraw

from benchmarks.pictures import put
from gograde.pictures.picture import Picture
from gograde.pictures.read import Difference, PictureVerdict, Question, Rival, read_picture, reasons
from gograde.pictures.read.rivals import (
    all_rivals,
    mirrored,
    name_of,
    nearest,
    shift_name,
    shifted,
    swapped,
    transposed,
)
from tests.pictures.read.looks import Board, Look, painted
from tests.pictures.read.rows import picture_of

BEFORE = (
    "OX.......",
    ".O..XO...",
    "...XO.O..",
    "....XO...",
    "..X......",
    ".XOX.....",
    "......OO.",
    "OX...OXXO",
    "X.....OX.",
)
"""White captures at (0, 2), (8, 1) and (8, 8)."""

AFTER = (
    "O.O......",
    ".O..XO...",
    "...XO.O..",
    "....XO...",
    "..X......",
    ".XOX.....",
    "......OO.",
    "OX...O..O",
    ".O....O.O",
)


def drawn(board: Board) -> Picture:
    return picture_of(painted(board, Look()))


GIVEN = (Rival("the board before the moves", BEFORE),)

SHOWN = {
    "the board before the moves": BEFORE,
    "the board transposed, rows and columns exchanged": transposed(AFTER),
    "the board mirrored, left and right exchanged": mirrored(AFTER),
    "the board turned by a quarter turn to the right": mirrored(transposed(AFTER)),
    "the board with the colours swapped": swapped(AFTER),
    "the board transposed, rows and columns exchanged, and the colours swapped": swapped(transposed(AFTER)),
    "the board shifted down and right": shifted(AFTER, 1, 1),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_board_that_is_known_is_named_and_never_told_point_by_point(name: str) -> None:
    assert name_of(SHOWN[name], all_rivals(AFTER, GIVEN)) == name
    reading = read_picture(Question(drawn(SHOWN[name]), AFTER, GIVEN))
    assert (reading.verdict, reading.rival) == (PictureVerdict.REJECTED, name)
    assert reading.reason == f"the picture shows {name}"


def test_a_known_board_but_for_a_point_is_told_so() -> None:
    nearly = put(transposed(AFTER), 4, 4, "X")
    reading = read_picture(Question(drawn(nearly), AFTER, GIVEN))
    assert reading.verdict is PictureVerdict.REJECTED
    assert reading.rival is None
    assert reading.reason == (
        "the picture shows the board transposed, rows and columns exchanged, but for 1 point"
    )


def test_a_shift_is_told_whatever_came_in_at_the_edge() -> None:
    moved = put(put(shifted(AFTER, 0, 1), 3, 0, "X"), 6, 0, "O")
    assert shift_name(moved, AFTER) == "the board shifted right, with other points at the edge"
    assert shift_name(put(moved, 4, 4, "O"), AFTER) is None
    reading = read_picture(Question(drawn(moved), AFTER))
    assert reading.reason == "the picture shows the board shifted right, with other points at the edge"


def test_few_stones_do_not_tell_a_shift() -> None:
    lone = ("." * 9,) * 4 + ("....X....",) + ("." * 9,) * 4
    assert shift_name(shifted(lone, 0, 1), lone) is None


def test_the_nearest_known_board_and_how_far_it_is() -> None:
    rivals = (Rival("one", ("X.", "..")), Rival("two", ("XO", "O.")), Rival("three", ("XO", "OX")))
    assert nearest(("XO", "XX"), rivals) == ("three", 1)
    assert nearest(("X.", "O."), rivals) == ("one", 1)
    assert nearest(("..", ".."), ()) is None


ANOTHER = ("XOXOXOXO.", ".........", "OXOXOXOX.", ".........", "XXOOXXOO.") + (".........", "OOXXOOXX.") * 2


def test_a_board_that_has_nothing_to_do_with_it_is_wrong_when_nothing_else_is_there() -> None:
    reading = read_picture(Question(drawn(ANOTHER), AFTER, GIVEN))
    assert reading.verdict is PictureVerdict.REJECTED
    assert (reading.reason, reading.board) == ("about 49 of 81 points are not as expected", ANOTHER)


def test_it_is_for_a_person_when_the_right_one_may_not_have_been_found() -> None:
    """The other half of the picture is full of lines that are no lattice."""
    picture = drawn(ANOTHER)
    image = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    wide = Image.new("RGB", (2 * image.width, image.height), "white")
    wide.paste(image)
    pen, rng = ImageDraw.Draw(wide), Random(1)
    for _ in range(40):
        left, top = rng.randrange(image.width, wide.width - 60), rng.randrange(image.height - 60)
        pen.rectangle((left, top, left + rng.randrange(20, 60), top + rng.randrange(20, 60)), outline="black")
    reading = read_picture(Question(Picture(wide.width, wide.height, wide.tobytes()), AFTER, GIVEN))
    assert reading.verdict is PictureVerdict.DOUBTFUL


def test_very_many_wrong_points_are_not_listed() -> None:
    some = AFTER
    for row, col in ((0, 4), (0, 6), (1, 7), (3, 0), (3, 8), (4, 4), (4, 6), (5, 5), (6, 1), (6, 3)):
        some = put(some, row, col, "X")
    reading = read_picture(Question(drawn(some), AFTER))
    assert (reading.verdict, reading.reason) == (
        PictureVerdict.REJECTED,
        "about 10 of 81 points are not as expected",
    )
    assert len(reading.differences) == 10


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "row 0, column 0 is black, not empty"),
        (3, "row 0, column 0 is black, not empty; row 1, column 0 is black, not empty; "
            "row 2, column 0 is black, not empty"),
        (4, "row 0, column 0 is black, not empty; row 1, column 0 is black, not empty; "
            "row 2, column 0 is black, not empty; and 1 more point differs"),
        (9, "row 0, column 0 is black, not empty; row 1, column 0 is black, not empty; "
            "row 2, column 0 is black, not empty; and 6 more points differ"),
        (10, "about 10 of 81 points are not as expected"),
    ],
)  # fmt: skip
def test_points_in_words(count: int, said: str) -> None:
    assert reasons.points([Difference(row, 0, ".", "X") for row in range(count)], 81) == said


def test_nearly_in_words() -> None:
    assert reasons.nearly("the board before the moves", 1) == (
        "the picture shows the board before the moves, but for 1 point"
    )
    assert reasons.nearly("it", 2) == "the picture shows it, but for 2 points"
