"""The Q-learning player: its keys, its table, and its progress by learning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gograde.arena.game.rules import START, View
from gograde.arena.players.reference import chooser
from gograde.arena.players.thinking import MARGIN, UNSEEN, best, bits, key_of, read_table, worths
from gograde.errors import DataError
from gograde.go import Board, Point, Position, Stone, diagram
from tests.arena.players.test_reference import random_views
from tools import qlearning as qlearn

BLACK, WHITE = Stone.BLACK, Stone.WHITE


def test_a_key_is_the_least_image_in_base_3_and_the_movers_colour_and_pass() -> None:
    board = diagram("X . . . . / " + ". . . . . / " * 4)
    assert key_of(board, BLACK, False) == 1 * 4 + 2
    assert key_of(board, BLACK, True) == 1 * 4 + 3
    assert key_of(board, WHITE, False) == 2 * 4
    two = diagram(". . . . O / . . . . . / . . . . . / . . . . . / . . . . X")
    assert key_of(two, BLACK, False) == (3**4 + 2) * 4 + 2


def test_both_ways_to_a_key_agree() -> None:
    for seed in range(6):
        for view in random_views(seed):
            board, stone = view.position.board, view.stone
            numbers = bits(board, stone), bits(board, stone.opponent), stone is BLACK
            for passed in (False, True):
                assert qlearn.key_of(*numbers, passed) == key_of(board, stone, passed)


def test_worths_are_looked_up_and_what_is_unknown_is_worth_a_little_less_than_the_last_move() -> None:
    view = View(START, 1)
    corner = key_of(Board.empty(5).with_stones(BLACK, [(0, 0)]), BLACK, False)
    found = worths(view, {corner: 0.7})
    assert found[Point(0, 0)] == found[Point(4, 4)] == 0.7
    assert found[Point(2, 2)] == UNSEEN - MARGIN
    assert found[None] == 0.0
    assert best(found) == [Point(0, 0), Point(0, 4), Point(4, 0), Point(4, 4)]
    before = diagram(". . . . . / . . . . . / . . X . . / . . . . . / . . . . .")
    later = View(Position(before.with_stones(WHITE, [(2, 1)]), BLACK, before), 3)
    known = worths(later, {key_of(before, BLACK, False): 0.9})
    assert {worth for point, worth in known.items() if point} == {0.9 - MARGIN}


def test_a_move_that_ends_the_game_is_worth_its_result() -> None:
    won = diagram("X X X . . / . O . . . / " + ". . . . . / " * 3)
    passed_on = View(Position(won, BLACK, won, passes=1), 9)
    assert worths(passed_on, {})[None] == 0.0
    four = diagram("X X X X . / . O . . . / " + ". . . . . / " * 3)
    assert worths(View(Position(four, BLACK, four, passes=1), 9), {})[None] == 1.0
    assert best(worths(View(Position(four, BLACK, four, passes=1), 9), {})) == []
    assert set(worths(View(Position(won, BLACK, won), 24), {}).values()) == {0.0, 1.0}


GAMES = 3000


@pytest.fixture(scope="module")
def learned() -> tuple[qlearn.Learner, list[qlearn.Stage]]:
    learner = qlearn.Learner.new(3, GAMES)
    return learner, list(learner.stages(GAMES, 2, trial=100))


@pytest.mark.long
def test_the_same_seed_learns_the_same(
    learned: tuple[qlearn.Learner, list[qlearn.Stage]], tmp_path: Path
) -> None:
    again = qlearn.Learner.new(3, GAMES)
    assert list(again.stages(GAMES, 2, trial=100)) == learned[1]
    for name, learner in (("a", learned[0]), ("b", again)):
        assert learner.save(tmp_path / name, 500) == 500
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    other = qlearn.Learner.new(4, 1000)
    assert list(other.stages(1000, 2, trial=100)) != learned[1]


@pytest.fixture
def filled() -> qlearn.Learner:
    """A table with entries here and there, as learning leaves one; to learn takes seconds."""
    rng = np.random.default_rng(1)
    learner = qlearn.Learner.new(3, 40)
    keys, values, visits = learner.table
    used = rng.choice(keys.size, 300, replace=False)
    keys[used] = rng.choice(10**6, 300, replace=False)
    values[used] = rng.uniform(0, 255, 300)
    visits[used] = rng.integers(1, 50, 300)
    return learner


def test_a_saved_table_is_read_back(filled: qlearn.Learner, tmp_path: Path) -> None:
    entries = filled.save(tmp_path / "table.npz", 10**9)
    table = read_table(tmp_path / "table.npz")
    keys, values, visits = filled.table
    assert len(table) == entries == 300
    for place in np.flatnonzero(visits):
        assert table[int(keys[place])] == pytest.approx(values[place] / 255, abs=0.51 / 255)


def test_few_entries_are_those_chosen_most(filled: qlearn.Learner, tmp_path: Path) -> None:
    filled.save(tmp_path / "table.npz", 20)
    keys, _, visits = filled.table
    kept = np.isin(keys, list(read_table(tmp_path / "table.npz")))
    assert kept.sum() == 20
    assert visits[kept].min() >= visits[~kept].max()


def test_what_is_no_table_is_named(tmp_path: Path) -> None:
    path = tmp_path / "table.npz"
    with pytest.raises(DataError) as caught:
        read_table(path)
    assert str(caught.value).endswith("\nFix: make it with python -m tools.qlearning")
    path.write_bytes(b"PK no table")
    with pytest.raises(DataError, match="no table"):
        read_table(path)


def test_the_table_that_ships_is_played_by() -> None:
    assert len(read_table()) == qlearn.KEPT_ENTRIES
    view = View(START, 1)
    assert {chooser("qlearning")(view, seed) for seed in range(4)} <= set(best(worths(view, read_table())))
