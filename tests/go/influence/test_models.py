"""Zobrist's and Ryder's influence."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.go import Board, Stone, diagram
from gograde.go.influence.models import RyderParameters, ZobristParameters, ryder_influence, zobrist_influence

# -- zobrist's influence: the published diagrams, and the effect of the passes -----------------------------

CENTRE = Board.empty(19).with_stones(Stone.BLACK, [(9, 9)])
DIAMOND = (
    (0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 2, 2, 2, 0, 0, 0, 0),
    (0, 0, 0, 2, 4, 6, 4, 2, 0, 0, 0),
    (0, 0, 2, 4, 8, 10, 8, 4, 2, 0, 0),
    (0, 1, 2, 6, 10, 62, 10, 6, 2, 1, 0),
    (0, 0, 2, 4, 8, 10, 8, 4, 2, 0, 0),
    (0, 0, 0, 2, 4, 6, 4, 2, 0, 0, 0),
    (0, 0, 0, 0, 2, 2, 2, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0),
)


def test_a_lone_stone_far_from_the_edges() -> None:
    values = zobrist_influence(CENTRE)
    assert tuple(row[4:15] for row in values[5:14]) == DIAMOND
    assert sum(map(sum, values)) == sum(map(sum, DIAMOND))
    assert (len(values), {len(row) for row in values}) == (19, {19})


def test_a_stone_in_the_corner() -> None:
    values = zobrist_influence(Board.empty(19).with_stones(Stone.BLACK, [(0, 0)]))
    assert values[0] == (56, 8, 5, 2, 1, *[0] * 14)
    assert [row[0] for row in values[:6]] == [56, 8, 5, 2, 1, 0]


def test_two_stones_are_no_sum_of_one_and_one() -> None:
    values = zobrist_influence(Board.empty(19).with_stones(Stone.BLACK, [(9, 8), (9, 10)]))
    assert values[9][8:11] == (62, 12, 62)


def test_the_parameters_are_data() -> None:
    assert zobrist_influence(diagram("X . O O"), ZobristParameters(7, 0)) == ((7, 0, -7, -7),)
    weak = [zobrist_influence(diagram("O X O / . O ."), ZobristParameters(2, passes)) for passes in (1, 2)]
    assert [values[0][1] for values in weak] == [-1, -4]


@pytest.mark.parametrize(
    ("start", "passes", "message"),
    [
        (0, 4, "zobrist.start: 0 is less than 1\nFix: give 1 or more"),
        (50, -1, "zobrist.passes: -1 is less than 0\nFix: give 0 or more"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(start: int, passes: int, message: str) -> None:
    with pytest.raises(DataError) as refused:
        ZobristParameters(start, passes)
    assert str(refused.value) == message


# -- ryder's influence: a sum of patterns that the board cuts off ------------------------------------------


def test_a_lone_stone() -> None:
    assert ryder_influence(diagram(". . . . / . X . . / . . . .")) == (
        (0, 13, 0, 0),
        (13, 60, 13, 0),
        (0, 13, 0, 0),
    )


def test_the_kernel_is_data_and_has_a_direction() -> None:
    kernel = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert ryder_influence(diagram(". . . / . O . / . . ."), RyderParameters(kernel)) == tuple(
        tuple(-value for value in row) for row in kernel
    )
    assert ryder_influence(diagram("X . ."), RyderParameters(((1, 2, 3, 4, 5),))) == ((3, 4, 5),)


def test_the_published_parameters() -> None:
    assert RyderParameters() == RyderParameters(((0, 13, 0), (13, 60, 13), (0, 13, 0)), 200)


def test_small_boards_with_a_pattern() -> None:
    assert ryder_influence(diagram("")) == ()
    assert ryder_influence(Board.empty(1, 2).with_stones(Stone.WHITE, [(0, 1)])) == ((-13, -60),)


NO_MIDDLE = (
    "ryder.kernel: a side of even length has no middle\nFix: give an odd number of rows and of columns"
)


def test_a_kernel_needs_a_middle() -> None:
    for kernel, message in [
        (((1,), (1, 2, 3)), "ryder.kernel: its rows differ in length\nFix: give every row the same length"),
        (((1, 2),), NO_MIDDLE),
        (((1,), (2,)), NO_MIDDLE),
        ((), NO_MIDDLE),
        (((),), NO_MIDDLE),
    ]:
        with pytest.raises(DataError) as refused:
            RyderParameters(kernel)
        assert str(refused.value) == message
