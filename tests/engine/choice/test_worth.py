"""The kernels of the engine against the slow functions that define what they compute."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from gograde.engine.choice.worth_kernels import situation
from gograde.engine.player import value_player
from gograde.go.board import Board
from gograde.go.influence.territory import move_value, situation_value
from gograde.go.kernels import padded
from gograde.go.live import LiveGame
from gograde.go.position import Position


def random_position(side: int, plies: int, seed: int) -> Position:
    dice, position = Random(seed), Position(Board.empty(side))
    for _ in range(plies):
        points = position.legal_points()
        after = position.play(dice.choice(points)) if points else position.pass_turn()
        assert isinstance(after, Position)
        position = after
    return position


def test_the_situation_is_the_papers() -> None:
    for side, plies in [(2, 2), (3, 5), (5, 12), (9, 40), (19, 150)]:
        board = random_position(side, plies, side).board
        cells = padded(board)
        assert situation(cells, side + 2, np.zeros(cells.size)) == pytest.approx(situation_value(board))


@pytest.mark.parametrize("seed", range(3))
def test_the_value_player_plays_the_largest_value_of_formula_7(seed: int) -> None:
    position = random_position(6, 9 + seed, seed)
    board, stone = position.board, position.to_play
    sign = 3 - 2 * stone
    values = {p: sign * move_value(board, stone, p) for p in position.legal_points()}  # type: ignore[operator]
    point = value_player().choose(LiveGame(position))
    assert point is not None
    assert values[point] == pytest.approx(max(values.values()))
