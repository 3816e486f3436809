"""Moves that enlarge a dragon, and moves that save it."""

from __future__ import annotations

import random

import pytest

from gograde.engine.cancelled import Cancelled
from gograde.engine.dragons.dragon import dragon_at, dragons_of
from gograde.engine.dragons.exam import Outcome, Status, live_exam, status_of
from gograde.engine.dragons.moves import Advice, defend, expand
from gograde.errors import DataError
from gograde.go import Board, Point, Position, Stone, diagram, play
from gograde.go.moves import Played
from tests.engine.dragons.enclosed import enclosed_group
from tests.engine.dragons.life_oracle import captured, theatre
from tests.engine.dragons.test_exam import black

THREE = ". . . X O . / X X X X O . / O O O O O . "


def test_the_vital_point_of_a_straight_three() -> None:
    assert defend(*black(THREE)) == (Advice(Point(0, 1), Outcome.LIVES, 2.0, -1),)


def test_several_moves_that_save() -> None:
    position, dragon = black("""
        . . . X O .
        . . . X O .
        X X X X O .
        O O O O O .
        . . . . . .
    """)
    assert status_of(position, dragon) is Status.UNSETTLED
    assert [advice.point for advice in defend(position, dragon)] == [(0, 1), (1, 1)]


@pytest.mark.parametrize(
    "picture",
    [". X . X O . / X X X X O . / O O O O O .", ". . X O . / X X X O . / O O O O . / . . . . ."],
    ids=["alive", "dead"],
)
def test_nothing_to_defend(picture: str) -> None:
    assert defend(*black(picture)) == ()


def test_a_way_out_of_a_chase() -> None:
    board = diagram("""
        . . . . . . . . .
        . . . . X . . . .
        . . . X O . . . .
        . . . . X . . . .
        . . . . . . . . .
    """)
    dragon = dragon_at(dragons_of(board), (2, 4))
    assert dragon is not None
    found = defend(Position(board), dragon)
    assert found[0].outcome is Outcome.UNKNOWN
    assert (2, 5) in [advice.point for advice in found]


@pytest.mark.parametrize("size", [2, 3])
def test_defence_agrees_with_the_list_of_states(size: int) -> None:
    draw = random.Random(size)
    compared = 0
    while compared < 6:
        board, target = enclosed_group(draw, size)
        dragon = dragon_at(dragons_of(board), target)
        assert dragon is not None
        base = dragon.base.points[0]
        position = Position(board)
        if status_of(position, dragon) is not Status.UNSETTLED:
            continue
        answers = [play(board, Stone.BLACK, point) for point in theatre(board, base)]
        legal = [answer for answer in answers if isinstance(answer, Played)]
        saving = {a.point for a in legal if captured(a.board, base, Stone.WHITE, board) is False}
        assert {advice.point for advice in defend(position, dragon)} == saving, f"{board!r} {base}"
        compared += 1


def test_a_lone_stone_expands_by_a_jump() -> None:
    board = diagram("""
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . O .
        . . . . . . .
    """)
    dragon = dragons_of(board)[0]
    found = expand(Position(board, Stone.WHITE), dragon)
    assert [advice.gain for advice in found] == sorted((advice.gain for advice in found), reverse=True)
    best = found[0]
    after = play(board, Stone.BLACK, best.point)
    assert isinstance(after, Played)
    bigger = dragon_at(dragons_of(after.board), (2, 2))
    assert bigger is not None
    assert (len(bigger.fields) - len(dragon.fields), bigger.viability) == (best.gain, best.viability)
    assert best.point == (2, 4)


def test_who_is_bound_to_another_dragon_gains_only_what_is_new() -> None:
    board = Board.empty(9).with_stones(Stone.BLACK, [(4, 2), (4, 6)])
    first, second = dragons_of(board)
    link = next(advice for advice in expand(Position(board), first) if advice.point == (4, 4))
    after = play(board, Stone.BLACK, (4, 4))
    assert isinstance(after, Played)
    bound = dragons_of(after.board)[0]
    assert len(bound.chains) == 3
    assert link.gain == len(bound.fields) - len(first.fields) - len(second.fields)


def test_both_can_be_cancelled_and_refuse_a_dragon_of_another_board() -> None:
    position, dragon = black(THREE)
    with pytest.raises(Cancelled):
        defend(position, dragon, cancelled=lambda: True)
    with pytest.raises(Cancelled):
        expand(position, dragon, cancelled=lambda: True)
    other = Position(diagram("O . / . ."))
    for ask in (defend, expand):
        with pytest.raises(DataError, match="dragon: no black stone is on"):
            ask(other, dragon)


def test_a_ko_binds_only_the_side_to_play() -> None:
    position = Position(diagram("O O O O O . / O X X X O . / . O . X O . / O X X X O ."), Stone.BLACK).play(
        (2, 0)
    )
    assert isinstance(position, Position)
    dragon = dragon_at(dragons_of(position.board), (1, 1))
    assert dragon is not None
    assert live_exam(position, dragon, Stone.WHITE).outcome is Outcome.LIVES
    assert defend(position, dragon) == ()
