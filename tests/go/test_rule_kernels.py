"""Kernels: whole games compared with `Position`, playouts, and the code cache on disk."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gograde
from gograde.go import Board, Point, Position, Stone, diagram, obeys_rule_1
from gograde.go.rule_kernels import (
    PASSES,
    REGISTERS,
    Table,
    area_score,
    cell_of,
    list_moves,
    new_table,
    pass_at,
    play_at,
    random_playout,
    to_board,
)


def board_of(table: Table, rows: int, cols: int) -> Board:
    cells = np.empty((rows, cols), np.int8)
    to_board(table, cells)
    return Board.from_array(cells)


def listed(table: Table, cols: int) -> tuple[Point, ...]:
    """The legal points of a table, row by row."""
    moves = np.empty(table.shape[1], np.int32)
    found = moves[: list_moves(table, moves)].tolist()
    return tuple(Point(move // (cols + 1) - 1, move % (cols + 1)) for move in sorted(found))


def test_a_table_knows_ko_and_a_pass_lifts_it() -> None:
    before = diagram(". X O . / X O . O / . X O .")
    table = new_table(before.to_array(), Stone.BLACK)
    assert play_at(table, cell_of(1, 2, 4)) == 1
    assert board_of(table, 3, 4) == diagram(". X O . / X . X O / . X O .")
    assert listed(table, 4) == (Point(0, 3), Point(2, 3))
    pass_at(table)
    pass_at(table)
    assert listed(table, 4) == (Point(0, 3), Point(1, 1), Point(2, 3))


def test_a_copy_of_a_table_is_another_game() -> None:
    table = new_table(Board.empty(3).to_array(), Stone.BLACK)
    copy = table.copy()
    play_at(copy, cell_of(1, 1, 3))
    assert board_of(table, 3, 3) == Board.empty(3)
    assert board_of(copy, 3, 3) == diagram(". . . / . X . / . . .")


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (2, 2), (3, 3), (2, 7), (5, 5), (9, 9)])
def test_kernels_and_positions_play_the_same_games(shape: tuple[int, int]) -> None:
    """Ply by ply: the same legal points, the same captures, the same board."""
    rows, cols = shape
    rng, fights = np.random.default_rng(rows * 100 + cols), 0
    for _ in range(12):
        position = Position(Board.empty(*shape))
        table = new_table(position.board.to_array(), position.to_play)
        for _ in range(60):
            legal = position.legal_points()
            assert listed(table, cols) == legal
            fights += position.ko_point is not None
            if not legal or rng.random() < 0.05:
                position = position.pass_turn()
                pass_at(table)
                continue
            point = legal[rng.integers(len(legal))]
            after = position.play(point)
            assert isinstance(after, Position)
            stones = sum(map(bool, position.board.cells)) + 1 - sum(map(bool, after.board.cells))
            assert play_at(table, cell_of(*point, cols)) == stones
            assert board_of(table, rows, cols) == after.board
            position = after
    assert fights or min(shape) < 3


def test_the_same_seed_plays_the_same_game() -> None:
    def play(seed: int) -> tuple[int, Board]:
        table = new_table(Board.empty(5).to_array(), Stone.BLACK)
        return random_playout(table, seed, 24, False), board_of(table, 5, 5)

    games = [play(seed) for seed in range(20)]
    assert games == [play(seed) for seed in range(20)]
    assert len({board for _, board in games}) == 20
    assert all(plies == 24 and obeys_rule_1(board) for plies, board in games)


def test_a_playout_passes_only_when_it_must() -> None:
    table = new_table(diagram(". X . X / X X X X").to_array(), Stone.WHITE)
    assert random_playout(table, 1, 1, False) == 1
    assert board_of(table, 2, 4) == diagram(". X . X / X X X X")
    assert table[REGISTERS, PASSES] == 1
    assert random_playout(new_table(Board.empty(1).to_array(), Stone.BLACK), 1, 99, False) == 2
    assert random_playout(new_table(Board.empty(0).to_array(), Stone.BLACK), 1, 99, True) == 2


def test_uniformly_random_games_are_as_long_as_elsewhere() -> None:
    """open_spiel's uniformly random players take 35.3 plies on 5x5 (mean of 29,000 games, at most 50)."""
    empty = Board.empty(5).to_array()
    plies = [random_playout(new_table(empty, 1), seed, 50, True) for seed in range(4000)]
    assert abs(statistics.mean(plies) - 35.3) < 0.6


def test_the_largest_board_is_played_and_counted() -> None:
    table = new_table(Board.empty(255).to_array(), Stone.BLACK)
    assert random_playout(table, 7, 2000, False) == 2000
    board = board_of(table, 255, 255)
    assert obeys_rule_1(board)
    lone = Board.empty(255).with_stones(Stone.BLACK, [(254, 254)])
    assert area_score(lone.to_array()) == (65025, 0)


CALL = "from gograde.go import Board, rule_kernels as r; print(r.area_score(Board.empty(2).to_array()))"


@pytest.fixture
def read_only_package(tmp_path: Path) -> Path:
    """A copy of the library whose folder takes no cache, for the superuser neither."""
    source, copy = Path(gograde.__file__).parent, tmp_path / "site" / "gograde"
    shutil.copytree(source / "go", copy / "go", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "errors.py"):
        shutil.copy(source / name, copy / name)
    (copy / "go" / "__pycache__").write_text("a file where the folder would be")
    return copy.parent


def run(package: Path, cache: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env = {**kept, "PYTHONPATH": str(package), "XDG_CACHE_HOME": cache, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.check_output([sys.executable, "-c", CALL], env=env, cwd=package, text=True)


def test_code_is_kept_in_the_users_cache_when_the_package_is_read_only(
    read_only_package: Path, tmp_path: Path
) -> None:
    assert run(read_only_package, str(tmp_path / "cache")) == "(0, 0)\n"
    kept = [path.name for path in (tmp_path / "cache").rglob("*.nbi")]
    assert [name.split("-")[0] for name in kept if "area_score" in name] == ["rule_kernels.area_score"]


def test_kernels_work_where_nothing_can_be_written(read_only_package: Path) -> None:
    assert run(read_only_package, os.devnull) == "(0, 0)\n"
