"""Games played out by chance: what must come out, whatever the dice say."""

from __future__ import annotations

import numpy as np
import pytest

from gograde.engine.choice.choose import PlayingOut
from gograde.engine.choice.playout_kernels import play_out_all
from gograde.go.area import area_score
from gograde.go.board import Board, Stone, diagram
from gograde.go.kernels import index_of, padded
from gograde.go.player import Cancelled, never

SETTLED = diagram("""
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O
""")


def summed(board: Board, to_play: int, seed: int, games: int) -> tuple[float, np.ndarray]:
    sums = np.zeros((2, (board.rows + 2) ** 2))
    return play_out_all(padded(board), board.rows + 2, to_play, (seed, games, to_play), sums), sums


@pytest.mark.parametrize("to_play", [Stone.BLACK, Stone.WHITE])
def test_a_settled_board_keeps_its_area(to_play: Stone) -> None:
    """Nobody fills his own eyes or can take anything, so every game passes at once."""
    total, sums = summed(SETTLED, to_play, 1, 10)
    assert total == 10 * area_score(SETTLED).margin
    assert not sums.any()


def test_what_is_in_atari_is_taken_by_who_is_first() -> None:
    """Black takes the stone, and has two eyes then."""
    board = diagram(". O X / X X X / . X .")
    total, _ = summed(board, Stone.BLACK, 3, 20)
    assert total == 20 * 9


def test_the_same_seed_gives_the_same_games() -> None:
    one, two = (summed(Board.empty(9), 1, 5, 50) for _ in range(2))
    assert one[0] == two[0]
    assert np.array_equal(one[1], two[1])
    assert one[0] != summed(Board.empty(9), 1, 6, 50)[0]


def test_the_best_move_joins_two_eyes_to_a_large_chain() -> None:
    """Black dies without the point in the middle of its room."""
    board = diagram("""
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . O . O . .
        . . . . . . .
        . . . . . . .
    """)
    moves = [index_of(point, 7) for point in ((0, 1), (5, 1), (5, 5))]
    boards = {}
    for move in moves:
        cells = padded(board)
        cells[move] = Stone.BLACK
        boards[move] = cells
    games = PlayingOut(9, Stone.BLACK, 1, never)
    assert games.best(boards, dict.fromkeys(moves, 0.0)) == moves[0]
    assert games.best(boards, {moves[0]: 0.0, moves[1]: 1e3, moves[2]: 0.0}) == moves[1]


def test_games_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        PlayingOut(9, Stone.BLACK, 1, lambda: True).margins(padded(Board.empty(7)))
