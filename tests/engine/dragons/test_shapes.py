"""Textbook shapes: what every book on life and death says about them, both sides to move.

The eye spaces have no outside liberties.
"""

from __future__ import annotations

import pytest

from gograde.engine.dragons.exam import Outcome, Status, live_exam, status_of
from gograde.go import Stone
from tests.engine.dragons.test_exam import black

SHAPES = {
    "straight three, side": (
        """
        O X . . . X O .
        O X X X X X O .
        O O O O O O O .
    """,
        Status.UNSETTLED,
        (0, 3),
        (0, 3),
    ),
    "bent three, corner": (
        """
        . . X O .
        . X X O .
        X X O O .
        O O O . .
    """,
        Status.UNSETTLED,
        (0, 0),
        (0, 0),
    ),
    "straight four, side": (
        """
        O X . . . . X O .
        O X X X X X X O .
        O O O O O O O O .
    """,
        Status.ALIVE,
        None,
        None,
    ),
    "bent four, centre": (
        """
        O O O O O O O .
        O X X X X X O .
        O X . . . X O .
        O X . X X X O .
        O X X X O O O .
        O O O O O . . .
    """,
        Status.ALIVE,
        None,
        None,
    ),
    "zigzag four, side": (
        """
        O X . . X X O .
        O X X . . X O .
        O O X X X X O .
        . O O O O O O .
    """,
        Status.ALIVE,
        None,
        None,
    ),
    "pyramid four, centre": (
        """
        O O O O O O O .
        O X X X X X O .
        O X . . . X O .
        O X X . X X O .
        O O X X X O O .
        . O O O O O . .
    """,
        Status.UNSETTLED,
        (2, 3),
        (2, 3),
    ),
    "square four, corner": (
        """
        . . X O .
        . . X O .
        X X X O .
        O O O O .
    """,
        Status.DEAD,
        (0, 0),
        None,
    ),
    "square four, centre": (
        """
        O O O O O O .
        O X X X X O .
        O X . . X O .
        O X . . X O .
        O X X X X O .
        O O O O O O .
    """,
        Status.DEAD,
        (2, 2),
        None,
    ),
    "bulky five, centre": (
        """
        O O O O O O O .
        O X X X X X O .
        O X . . . X O .
        O X . . X X O .
        O X X X X O O .
        O O O O O O . .
    """,
        Status.UNSETTLED,
        (2, 3),
        (2, 3),
    ),
    "crossed five, side": (
        """
        O X X . X X O .
        O X . . . X O .
        O X X . X X O .
        O O X X X O O .
        . O O O O O . .
    """,
        Status.UNSETTLED,
        (1, 3),
        (1, 3),
    ),
    "straight five, side": (
        """
        O X . . . . . X O .
        O X X X X X X X O .
        O O O O O O O O O .
    """,
        Status.ALIVE,
        None,
        None,
    ),
    "rabbity six, centre": (
        """
        . O O O O O . .
        O O X X X O O .
        O X X . X X O .
        O X . . . X O .
        O X . . X X O .
        O X X X X O O .
        O O O O O O . .
    """,
        Status.UNSETTLED,
        (3, 3),
        (3, 3),
    ),
    "rectangular six, side": (
        """
        O X . . . X O .
        O X . . . X O .
        O X X X X X O .
        O O O O O O O .
    """,
        Status.ALIVE,
        None,
        None,
    ),
    "rectangular six, corner": (
        """
        . . . X O .
        . . . X O .
        X X X X O .
        O O O O O .
    """,
        Status.UNSETTLED,
        (0, 1),
        (0, 1),
    ),
    "T five, side": (
        """
        O X . . . X O .
        O X X . X X O .
        O O X . X O O .
        . O X X X O . .
        . O O O O O . .
    """,
        Status.ALIVE,
        None,
        None,
    ),
}
"""A picture, the status, white's move that captures, and black's that saves an unsettled group."""


def test_shape() -> None:
    for picture, status, kill, save in SHAPES.values():
        position, dragon = black(picture)
        assert status_of(position, dragon) is status
        assert live_exam(position, dragon, Stone.WHITE).move == kill
        if save:
            assert live_exam(position, dragon, Stone.BLACK).move == save


SPECIAL = {
    "an eye that becomes false": (
        """
        X . X O . X O .
        X X X X X O O .
        O O O O O O . .
        """,
        Status.UNSETTLED,
    ),
    "an eye and a false eye": (
        """
        O O O O O O O .
        O X X X O . X O
        O X . X X X X O
        O X X O O O O O
        O O O O . . . .
        """,
        Status.DEAD,
    ),
    "seki: four in a row and two common liberties": (
        """
        . O O O O . X O .
        X X X X X X X O .
        O O O O O O O O .
        """,
        Status.ALIVE,
    ),
    "seki: an eye each": (
        """
        . X O . . X O .
        X X O O O X O .
        X . O X X X O .
        X X X X O O O .
        O O O O O . . .
        """,
        Status.ALIVE,
    ),
    "three stones that would be a dead shape of four": (
        """
        O O O O O .
        X X X X O .
        . O O X O .
        . O . X O .
        X X X X O .
        O O O O O .
        """,
        Status.DEAD,
    ),
    "tripod, bent into the corner": (". . X O . / . . X O . / . X X O .", Status.UNSETTLED),
    "three by three in the corner, within one chain": (
        """
        . . . X O .
        . . . X O .
        . . . X O .
        X X X X O .
        O O O O O .
        . . . . . .
        """,
        Status.ALIVE,
    ),
}


@pytest.mark.parametrize(("picture", "status"), SPECIAL.values(), ids=SPECIAL.keys())
def test_special_shapes(picture: str, status: Status) -> None:
    assert status_of(*black(picture)) is status


BENT_FOUR = """
    O O O . X O .
    . X X X X O .
    X X O O O O .
    O O O . . . .
"""
WHITE_NEEDS_A_THREAT = """
    O . O X O .
    O . X X O .
    X . X O O .
    X X X O . .
    O O O O . .
"""


def test_bent_four_in_the_corner_dies_whoever_is_first_since_black_has_to_find_the_first_threat() -> None:
    position, dragon = black(BENT_FOUR)
    for first in (Stone.BLACK, Stone.WHITE):
        exam = live_exam(position, dragon, first)
        assert (exam.outcome, exam.by_ko) == (Outcome.DIES, True)


def test_who_lives_because_white_has_to_find_the_first_threat() -> None:
    position, dragon = black(WHITE_NEEDS_A_THREAT)
    exam = live_exam(position, dragon, Stone.WHITE)
    assert (exam.outcome, exam.by_ko) == (Outcome.LIVES, True)
    exam = live_exam(position, dragon, Stone.BLACK)
    assert (exam.outcome, exam.by_ko) == (Outcome.LIVES, False)


def test_ko_decides_nothing_in_a_straight_three() -> None:
    position, dragon = black(". . . X O / X X X X O / O O O O O / . . . . .")
    for first in (Stone.BLACK, Stone.WHITE):
        assert not live_exam(position, dragon, first).by_ko
