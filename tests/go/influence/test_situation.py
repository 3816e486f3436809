"""The player who is ahead, and the value of a move."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.go import Board, Illegal, Point, Reason, Stone, diagram
from gograde.go.influence.force import ForceParameters, force_field
from gograde.go.influence.situation import SituationParameters, move_value, situation_value

EMPTY = Board.empty(19)
JUMP = EMPTY.with_stones(Stone.BLACK, [(9, 8), (9, 10)])


def test_full_boards_count_stones() -> None:
    assert situation_value(diagram("X")) == 1
    assert situation_value(diagram("X X O")) == 1
    assert situation_value(diagram("X X O"), dead=[(0, 2)]) == 3
    assert situation_value(diagram("X X O"), dead=[(0, 0), (0, 1)]) == -3


def test_a_point_counts_at_most_one() -> None:
    board = diagram("X X X / X . X / X X X")
    assert force_field(board).hold[1][1] == 112
    assert situation_value(board) == 9
    assert situation_value(board.swapped()) == -9
    assert situation_value(board, parameters=SituationParameters(clamp=224)) == 8.5


def test_a_point_counts_its_hold_with_the_sign_of_a() -> None:
    weak = SituationParameters(clamp=8, force=ForceParameters(force=3))
    field = force_field(diagram(". O . ."), weak.force)
    assert field.total == ((-4, 0, -3, -1),)
    assert field.hold == ((pytest.approx(0.581139, abs=1e-6), 0, 0, 0),)
    assert situation_value(diagram(". O . ."), parameters=weak) == -1 - field.hold[0][0] / 8


def test_where_a_is_0_a_point_counts_nothing() -> None:
    field = force_field(diagram("X . O"))
    assert field.total[0][1] == 0 < field.hold[0][1]
    assert situation_value(diagram("X . O")) == 0
    assert situation_value(diagram("X . O"), dead=[(0, 2)]) == 2


def test_the_worked_figures() -> None:
    lone = EMPTY.with_stones(Stone.BLACK, [(9, 9)])
    cut = move_value(JUMP, Stone.WHITE, (9, 9))
    assert isinstance(cut, float)
    assert [f"{value:.9f}" for value in (situation_value(lone), situation_value(JUMP), cut)] == [
        "4.287142681",
        "9.183819170",
        "-5.417029941",
    ]
    assert situation_value(EMPTY) == 0


def test_a_move_is_worth_what_it_changes() -> None:
    after = situation_value(JUMP.with_stones(Stone.WHITE, [(3, 3)]))
    assert move_value(JUMP, Stone.WHITE, Point(3, 3)) == after - situation_value(JUMP) < 0
    assert move_value(Board.empty(1, 2), Stone.BLACK, (0, 0)) == 2


def test_a_capture_takes_the_dead_off() -> None:
    board = diagram("O X . / . . .")
    taken = situation_value(diagram(". X . / X . ."))
    assert move_value(board, Stone.BLACK, (1, 0)) == taken - situation_value(board)
    dead = [[0, 0], (0, 1)]
    assert move_value(board, Stone.BLACK, (1, 0), dead) == (
        situation_value(diagram(". X . / X . ."), [(0, 1)]) - situation_value(board, dead)
    )


def test_dead_stones_may_come_from_anywhere_once() -> None:
    board = diagram("X . O")
    assert move_value(board, Stone.BLACK, (0, 1), iter([(0, 2)])) == move_value(
        board, Stone.BLACK, (0, 1), [(0, 2)]
    )


@pytest.mark.parametrize(
    ("point", "reason"), [((0, 0), Reason.OCCUPIED), ((9, 9), Reason.OFF_BOARD), ((0, 1), Reason.SUICIDE)]
)
def test_an_illegal_move_is_a_value(point: tuple[int, int], reason: Reason) -> None:
    board = diagram("O . O / . O .")
    assert move_value(board, Stone.BLACK, point) == Illegal(Stone.BLACK, Point(*point), reason)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(DataError) as refused:
        situation_value(diagram("X ."), [(0, 1)])
    assert str(refused.value) == "dead: (0, 1) holds no stone\nFix: name only points with a stone"
    with pytest.raises(DataError) as refused:
        SituationParameters(clamp=0)
    assert str(refused.value) == "situation.clamp: 0 is less than 1\nFix: give 1 or more"
