"""Fast influence: levels, hane, zeros and caps."""

from __future__ import annotations

from gograde.go import Board, Stone, diagram
from gograde.go.influence.models import fast_influence

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
