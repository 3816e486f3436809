"""The stage of a game by its published rule."""

from __future__ import annotations

from gograde.go import Board, Point, Stone, diagram
from gograde.go.live.game import LiveGame
from gograde.go.live.stage import Stage, stage_of, swinging_points

CORNERS = [(3, 3), (3, 15), (15, 3), (15, 15)]
AROUND = [(0, 0), (0, 2), (2, 0), (2, -2)]


def test_a_game_opens_until_each_corner_has_four_stones() -> None:
    assert LiveGame.empty().stage is Stage.PROLOG
    points = [(row + down, column + right) for row, column in CORNERS for down, right in AROUND]
    settled = Board.empty(19).with_stones(Stone.BLACK, points[::2]).with_stones(Stone.WHITE, points[1::2])
    assert stage_of(settled) is Stage.MIDRUN
    assert stage_of(settled.with_stones(Stone.EMPTY, points[:1])) is Stage.PROLOG


def test_one_stone_for_six_points_ends_the_opening_too() -> None:
    rows = [(row, column) for row in range(3) for column in range(18)]
    crowded = Board.empty(18).with_stones(Stone.BLACK, rows)
    assert stage_of(crowded) is Stage.FINALE
    fewer = crowded.with_stones(Stone.EMPTY, [(0, 0)])
    assert stage_of(fewer) is Stage.PROLOG


def test_the_endgame_is_where_nearly_nothing_swings() -> None:
    leaking = diagram(
        """
        . . . . X X O . .
        . . . X X O . . .
        . . X X O . O . .
        . . . . O X . . .
        . . . X X X O . .
        . X X O X O O . .
        . X O O O . . . .
        . X O . . . . . .
        . O . . . . . . .
        """
    )
    assert {(7, 8), (8, 8)} <= set(swinging_points(leaking))
    assert stage_of(leaking) is Stage.MIDRUN
    closed = leaking.with_stones(Stone.WHITE, [(3, 6)])
    assert swinging_points(closed) == ()
    assert stage_of(closed) is Stage.FINALE


def test_points_between_far_stones_swing() -> None:
    board = diagram("X . . . . . O / . . . . . . . / . . . . . . . / . . . . . . .")
    assert Point(3, 3) in swinging_points(board)
    assert Point(0, 1) not in swinging_points(diagram("X . O / . . ."))
