"""Textbook shapes: what every book on life and death says about them, both sides to move.

The eye spaces have no outside liberties.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gograde.engine.dragons.exam import Fate, Status, live_exam, status_of
from gograde.go import Stone
from tests.engine.dragons.test_exam import black

SPECIAL = """\
an eye that becomes false: unsettled
X . X O . X O .
X X X X X O O .
O O O O O O . .

an eye and a false eye: dead
O O O O O O O .
O X X X O . X O
O X . X X X X O
O X X O O O O O
O O O O . . . .

seki, four in a row and two common liberties: alive
. O O O O . X O .
X X X X X X X O .
O O O O O O O O .

seki, an eye each: alive
. X O . . X O .
X X O O O X O .
X . O X X X O .
X X X X O O O .
O O O O O . . .

three stones that would be a dead shape of four: dead
O O O O O .
X X X X O .
. O O X O .
. O . X O .
X X X X O .
O O O O O .

tripod, bent into the corner: unsettled
. . X O .
. . X O .
. X X O .

three by three in the corner, within one chain: alive
. . . X O .
. . . X O .
. . . X O .
X X X X O .
O O O O O .
. . . . . .
"""


def told(shapes: str) -> Iterator[tuple[str, Status, tuple[int, ...] | None]]:
    """The picture, the status and the point of each shape."""
    for shape in shapes.split("\n\n"):
        head, _, picture = shape.partition("\n")
        status, *point = head.rpartition(": ")[2].split()
        yield picture, Status(status), tuple(map(int, point)) or None


@pytest.mark.parametrize(("picture", "status", "_point"), [*told(SPECIAL)])
def test_special_shapes(picture: str, status: Status, _point: None) -> None:
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
        assert live_exam(position, dragon, first).outcome is Fate.DIES


def test_who_lives_because_white_has_to_find_the_first_threat() -> None:
    position, dragon = black(WHITE_NEEDS_A_THREAT)
    for first in (Stone.BLACK, Stone.WHITE):
        assert live_exam(position, dragon, first).outcome is Fate.LIVES
