"""Life and death: known shapes, both to move."""

from __future__ import annotations

import pytest

from gograde.engine.dragons.dragon import Dragon, dragon_at, dragons_of
from gograde.engine.dragons.exam import Outcome, Status, live_exam, status_of, statuses
from gograde.errors import DataError
from gograde.go import Position, Stone, diagram
from gograde.go.player import Cancelled

SHAPES = {
    "two eyes": (". X . X O . / X X X X O . / O O O O O . / . . . . . .", Status.ALIVE),
    "one eye": (". X O . / X X O . / O O O . / . . . .", Status.DEAD),
    "straight two": (". . X O . / X X X O . / O O O O .", Status.DEAD),
    "straight three": (". . . X O . / X X X X O . / O O O O O . ", Status.UNSETTLED),
    "straight four": (". . . . X O / X X X X X O / O O O O O O / . . . . . .", Status.ALIVE),
}


def black(picture: str) -> tuple[Position, Dragon]:
    """The position of a picture, and the dragon of its first black stone."""
    board = diagram(picture)
    dragon = dragon_at(dragons_of(board), board.points(Stone.BLACK)[0])
    assert dragon is not None
    return Position(board), dragon


def test_shapes() -> None:
    for picture, status in SHAPES.values():
        position, dragon = black(picture)
        assert status_of(position, dragon) is status


def test_a_dragon_in_the_open_is_unknown() -> None:
    position, dragon = black("""
        . . . . . . . . .
        . . . . . . . . .
        . . X . . X . . .
        . . . . . . . . .
        . . . . . O . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    assert live_exam(position, dragon, Stone.WHITE, budget=300).outcome is Outcome.UNKNOWN
    assert status_of(position, dragon, budget=300) is Status.UNKNOWN


def test_a_small_budget_leaves_it_unknown() -> None:
    position, dragon = black(SHAPES["straight four"][0])
    full = live_exam(position, dragon, Stone.WHITE)
    assert full.outcome is Outcome.LIVES
    assert live_exam(position, dragon, Stone.WHITE, full.states) == full
    assert live_exam(position, dragon, Stone.WHITE, 5).outcome is Outcome.UNKNOWN


CHASED = {
    "one way out": (
        """
        . . . . . . .
        . . . . X . .
        . . . X O . .
        . . . . X . .
        . . . . . . .
        """,
        Outcome.DIES,
    ),
    "a net": (
        """
        . . . . . . .
        . . X X . . .
        . X O . . . .
        . X . . X . .
        . . . . . . .
        . . . . . . .
        """,
        Outcome.DIES,
    ),
    "two ways out": (
        """
        . . . . . . .
        . . . X . . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        Outcome.UNKNOWN,
    ),
}


@pytest.mark.parametrize(("picture", "outcome"), CHASED.values(), ids=CHASED.keys())
def test_a_stone_in_the_open_is_chased(picture: str, outcome: Outcome) -> None:
    board = diagram(picture)
    dragon = dragon_at(dragons_of(board), board.points(Stone.WHITE)[0])
    assert dragon is not None
    assert live_exam(Position(board), dragon, Stone.BLACK, budget=1_000).outcome is outcome


def test_an_exam_can_be_cancelled() -> None:
    position, dragon = black(SHAPES["straight four"][0])
    with pytest.raises(Cancelled):
        live_exam(position, dragon, Stone.WHITE, cancelled=lambda: True)


def test_a_dragon_of_another_board_is_refused() -> None:
    _, dragon = black("X . / . O")
    with pytest.raises(DataError) as refused:
        live_exam(Position(diagram(". . / . O")), dragon, Stone.BLACK)
    assert str(refused.value) == "dragon: no black stone is on (0, 0)\nFix: give a dragon of this board"
    with pytest.raises(DataError):
        live_exam(Position(diagram("")), dragon, Stone.BLACK)


def test_the_statuses_of_all_dragons() -> None:
    board = diagram("""
        . X . X O . .
        X X X X O . O
        O O O O . O .
        . . . X . O O
        . . X . . . .
    """)
    found = statuses(Position(board))
    assert [d.points for d, _ in found] == [d.points for d in dragons_of(board)]
    assert found[0][1] is Status.ALIVE
    assert [status for _, status in statuses(Position(board), budget=0)].count(Status.ALIVE) == 1
