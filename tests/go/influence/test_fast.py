"""Fast influence: levels, hane, zeros and caps."""

from __future__ import annotations

from gograde.go import Board, Stone, diagram
from gograde.go.influence.models import FastParameters, fast_influence

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


def test_the_parameters_are_data() -> None:
    parameters = FastParameters(60, 50, 30, 20, 10, 40)
    board = diagram("X . . / . . . / . . . / . . .")
    assert fast_influence(board, parameters) == ((0, 60, 30), (60, 50, 10), (10, 10, 0), (0, 0, 0))
    loose = FastParameters(beside_weak=4)
    assert fast_influence(board, loose) == ((0, 6, 3), (6, 4, 2), (3, 2, 0), (0, 0, 0))
