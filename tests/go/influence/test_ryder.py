"""Ryder's influence: a sum of patterns that the board cuts off."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.go import Board, Stone, diagram
from gograde.go.influence.ryder import RyderParameters, ryder_influence


def test_a_lone_stone() -> None:
    assert ryder_influence(diagram(". . . . / . X . . / . . . .")) == (
        (0, 13, 0, 0),
        (13, 60, 13, 0),
        (0, 13, 0, 0),
    )


def test_nothing_folds_back_at_an_edge() -> None:
    assert ryder_influence(diagram("X . / . .")) == ((60, 13), (13, 0))
    assert ryder_influence(diagram("O")) == ((-60,),)


def test_stones_are_summed() -> None:
    assert ryder_influence(diagram("X . X")) == ((60, 26, 60),)
    assert ryder_influence(diagram("X X O")) == ((73, 60, -47),)


def test_the_kernel_is_data_and_has_a_direction() -> None:
    kernel = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert ryder_influence(diagram(". . . / . O . / . . ."), RyderParameters(kernel)) == tuple(
        tuple(-value for value in row) for row in kernel
    )
    assert ryder_influence(diagram("X . ."), RyderParameters(((1, 2, 3, 4, 5),))) == ((3, 4, 5),)


def test_a_kernel_may_reach_far() -> None:
    tall = tuple((weight,) for weight in (1, 2, 3, 4, 5))
    assert ryder_influence(diagram("X / . / . / ."), RyderParameters(tall)) == ((3,), (4,), (5,), (0,))
    wide = ((0,) * 5,) * 4 + ((6, 7, 8, 9, 10),)
    assert ryder_influence(diagram(". . X / . . . / . . ."), RyderParameters(wide))[2] == (6, 7, 8)


def test_the_published_parameters() -> None:
    assert RyderParameters() == RyderParameters(((0, 13, 0), (13, 60, 13), (0, 13, 0)), 200)


def test_the_smallest_boards() -> None:
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
