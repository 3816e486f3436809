"""Zobrist's and Ryder's influence."""

from __future__ import annotations

from gograde.go import Board, Stone, diagram
from gograde.go.influence.models import (
    RyderParameters,
    ZobristParameters,
    fast_influence,
    ryder_influence,
    zobrist_influence,
)

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


def test_the_parameters_are_data() -> None:
    assert zobrist_influence(diagram("X . O O"), ZobristParameters(7, 0)) == ((7, 0, -7, -7),)
    weak = [zobrist_influence(diagram("O X O / . O ."), ZobristParameters(2, passes)) for passes in (1, 2)]
    assert [values[0][1] for values in weak] == [-1, -4]


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


# -- fast influence: levels, hane, zeros and caps ----------------------------------------------


CONTACT = (
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 2, 0, 0, -2, 0, 0),
    (0, 2, 3, 3, -3, -3, -2, 0),
    (0, 3, 3, 0, 0, -3, -3, 0),
    (0, 2, 3, 3, -3, -3, -2, 0),
    (0, 0, 2, 0, 0, -2, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0),
)


def contact(rows: int, cols: int) -> Board:
    return Board.empty(rows, cols).with_stones(Stone.BLACK, [(3, 3)]).with_stones(Stone.WHITE, [(3, 4)])


def test_two_stones_in_contact() -> None:
    assert fast_influence(contact(7, 8)) == CONTACT
    large = fast_influence(contact(19, 19))
    assert tuple(row[:8] for row in large[:7]) == CONTACT
    assert not any(any(row[8:]) for row in large)
    assert not any(map(any, large[7:]))


def test_caps_of_three_and_of_five() -> None:
    assert fast_influence(diagram(". . . . / . X . . / . . . . / . . . . / . . O .")) == (
        (5, 6, 5, 2),
        (6, 0, 5, 3),
        (3, 3, 2, 0),
        (0, -2, -3, -3),
        (-3, -5, 0, -6),
    )
