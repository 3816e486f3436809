"""The searches of the 5x5 game: their rules agree with `Position`, and they find the right moves."""

from __future__ import annotations

import numpy as np
import pytest

from gograde.arena.game.rules import PLIES, START, View, by_points, one_of
from gograde.arena.players import search_kernels as kern
from gograde.arena.players.reference import chooser
from gograde.arena.players.thinking import situation
from gograde.go import Point, Position, Stone, diagram, kernels


def listed(view: View) -> list[Point]:
    own, other, ko, *_ = situation(view)
    moves = np.empty(26, np.int64)
    return [Point(*divmod(int(move), 5)) for move in moves[: kern.listed(own, other, ko, moves)]]


def random_views(seed: int) -> list[View]:
    """The views of a game of random moves, now and then a pass."""
    position, views = START, []
    for ply in range(1, PLIES + 1):
        views.append(View(position, ply))
        points = [*position.legal_points(), *([] if ply % 7 else [None])]
        point = one_of(points, seed, ply) if points else None
        after = position.step(point)
        assert isinstance(after, Position)
        position = after
    return views


def test_bits_know_their_neighbours() -> None:
    for bit, around in ((0, 0b100010), (4, 1 << 3 | 1 << 9), (12, 1 << 7 | 1 << 11 | 1 << 13 | 1 << 17)):
        assert kernels.neighbours(1 << bit) & kernels.FULL == around


def slow_worth(view: View, depth: int) -> int:
    """Plain minimax of the same worth, over positions."""
    position = view.position
    over = position.passes >= 2 or view.plies_left == 0
    if over or depth == 0:
        own, other, _, _, black, _ = situation(view)
        return int(kern._worth(own, other, black, over))
    after = [position.play(point) for point in position.legal_points()]
    follow = [*(each for each in after if isinstance(each, Position)), position.pass_turn()]
    return max(-slow_worth(View(each, view.ply + 1), depth - 1) for each in follow)


def test_alpha_beta_finds_a_move_of_the_worth_that_minimax_finds() -> None:
    for ply, depth in [(1, 2), (12, 2), (20, 2), (19, 3), (23, 4), (24, 1)]:
        for seed in range(4):
            view = random_views(seed)[ply - 1]
            point = chooser(f"alphabeta-{depth}")(view, seed)
            after = view.position.step(point)
            assert isinstance(after, Position)
            assert -slow_worth(View(after, ply + 1), depth - 1) == slow_worth(view, depth)


def test_alpha_beta_takes_what_is_to_be_had() -> None:
    picture = diagram(". O O X . / X X X . . / . . . . . / . . . . . / . . . . .")
    view = View(Position(picture, Stone.BLACK, picture, passes=0), 7)
    assert chooser("alphabeta-1")(view, 1) == Point(0, 0)


WON = diagram("X X X . X / X X X X X / X X X . X / . . . . . / O O O O O")


@pytest.mark.parametrize("name", ["alphabeta-1", "alphabeta-2", "mcts-200"])
def test_a_pass_that_wins_at_once_is_found(name: str) -> None:
    """White has passed and black leads; a stone on (0, 3) or (2, 3) would leave one eye, but wins too."""
    view = View(Position(WON, Stone.BLACK, WON, passes=1), 24)
    point = chooser(name)(view, 3)
    after = view.position.step(point)
    assert isinstance(after, Position)
    assert by_points(after.board).winner is Stone.BLACK


@pytest.mark.parametrize("name", ["alphabeta-1", "alphabeta-3", "mcts-200"])
def test_the_last_ply_is_played_for_the_points(name: str) -> None:
    """White's capture on ply 24 turns the game."""
    board = diagram("X X . . . / O O . . . / . . . . . / . . . . . / X X X X .")
    view = View(Position(board, Stone.WHITE, board, passes=0), 24)
    assert chooser(name)(view, 5) == Point(0, 2)


def test_tree_search_depends_on_its_seed_alone() -> None:
    view = View(START, 1)
    search = chooser("mcts-200")
    assert search(view, 7) == search(view, 7)
    assert len({search(view, seed) for seed in range(8)}) > 1
