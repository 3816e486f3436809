"""Boards, points and stones: literal facts and every error message."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gograde.go
from gograde import go
from gograde.go import Board, Point, Stone, diagram, joseki, position
from gograde.go.board import all_points, neighbour_indices
from gograde.go.influence import blocks, models, territory
from gograde.go.solver import exact
from tests.golden import calls_agree

CORNER = diagram("""
    X X .
    O . .
""")


def test_a_stone_knows_its_opponent_and_its_letter() -> None:
    assert (Stone.BLACK.opponent, Stone.WHITE.opponent) == (Stone.WHITE, Stone.BLACK)
    assert Stone.EMPTY.opponent is Stone.EMPTY
    assert [stone.letter for stone in Stone] == [".", "X", "O"]


def test_neighbours_by_place_are_the_neighbours_of_points() -> None:
    assert neighbour_indices(2, 2) == ((1, 2), (0, 3), (0, 3), (1, 2))
    for rows, cols in ((0, 0), (1, 1), (1, 4), (4, 1), (3, 5)):
        by_point = [point.neighbours(rows, cols) for point in all_points(rows, cols)]
        assert neighbour_indices(rows, cols) == tuple(
            tuple(other.row * cols + other.column for other in near) for near in by_point
        )


def test_a_picture_is_read_from_the_top_left() -> None:
    assert (CORNER.rows, CORNER.cols) == (2, 3)
    assert CORNER.points(Stone.BLACK) == (Point(0, 0), Point(0, 1))
    assert CORNER.points(Stone.WHITE) == (Point(1, 0),)
    assert CORNER.get((1, 0)) is Stone.WHITE
    assert diagram("XX. / O..") == CORNER


def test_a_board_prints_its_picture() -> None:
    assert str(CORNER) == "X X .\nO . ."
    assert repr(CORNER) == 'diagram("X X . / O . .")'
    assert (repr(diagram("")), repr(Board.empty(2, 0))) == ("Board(0, 0, b'')", "Board(2, 0, b'')")


def test_with_stones_leaves_the_old_board_alone() -> None:
    assert CORNER.with_stones(Stone.WHITE, [(0, 2), (1, 2)]) == diagram("X X O / O . O")
    assert CORNER.with_stones(Stone.EMPTY, [(0, 0), (1, 1)]) == diagram(". X . / O . .")
    assert diagram("X X . / O . .") == CORNER


def test_turning_mirroring_and_swapping() -> None:
    assert CORNER.rotated() == diagram("O X / . X / . .")
    assert CORNER.rotated(2) == diagram(". . O / . X X")
    assert CORNER.rotated(-1) == diagram(". . / X . / X O")
    assert CORNER.mirrored() == diagram(". X X / . . O")
    assert CORNER.swapped() == diagram("O O . / X . .")


def test_rows_and_arrays() -> None:
    rows = [[1, 1, 0], [2, 0, 0]]
    array = CORNER.to_array()
    assert (array.dtype, array.shape, array.tolist()) == (np.int8, (2, 3), rows)
    assert CORNER.to_rows() == rows
    assert Board.from_rows(rows) == Board.from_array(rows) == CORNER
    assert Board.from_array(np.array(rows, float)) == CORNER
    array[0, 0] = 0
    assert CORNER.get((0, 0)) is Stone.BLACK


def test_a_point_is_or_is_not_on_the_board() -> None:
    assert Point(1, 2) in CORNER
    assert all(point not in CORNER for point in [(-1, 0), (0, -1), (2, 0), (0, 3)])


# -- `gograde.go` in a notebook: its exports, and the modules that it does not load ------------


HEAVY = {"numpy", "numba", "sgfmill", "pandas", "matplotlib", "click", "snakemake", "subprocess", "pathlib"}
LOADED = "import sys; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before))"


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter loads for some code."""
    argv = [sys.executable, "-S", "-c", LOADED.format(code)]
    path = {"PYTHONPATH": ":".join(sys.path)}
    return set(subprocess.run(argv, env=path, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_library_loads_nothing_heavy() -> None:
    modules = loaded_by("import gograde.go")
    assert {name for name in modules if name.startswith("gograde.go.")} == set()
    assert modules & HEAVY == set()


def test_a_name_loads_no_more_than_it_needs() -> None:
    modules = loaded_by("from gograde.go import play")
    assert {name for name in modules if name.startswith("gograde.go.")} == {
        "gograde.go.board",
        "gograde.go.moves",
    }


def test_boards_play_without_numpy() -> None:
    code = "from gograde.go import *; print(end='') if play(Board.empty(9), Stone.BLACK, (4, 4)) else 1"
    assert loaded_by(code) & HEAVY == set()


def test_every_export_exists_and_kernels_are_loaded_when_they_are_imported() -> None:
    assert all(getattr(go, name) for name in go.__all__)
    assert "numba" in loaded_by("from gograde.go import kernels; kernels.area_score")
    with pytest.raises(AttributeError, match=r"^module 'gograde\.go' has no attribute 'ladders'$"):
        go.ladders  # noqa: B018


def test_what_is_refused_is_said() -> None:
    calls_agree("go/refusals.txt", joseki, models, blocks, territory, exact, position, go)


def test_the_example_in_the_docstring_is_true() -> None:
    results = doctest.testmod(go)
    assert (results.attempted, results.failed) == (2, 0)


# -- `docs/go.md` lists every name of `gograde.go`, and its examples are right ---------------------


PAGE = Path(__file__).parents[2] / "docs" / "go.md"


def test_every_name_stands_once_in_a_table() -> None:
    rows = [line.split("|")[1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    listed = [name for cell in rows for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(listed) == sorted(gograde.go.__all__)


def test_the_examples_are_right() -> None:
    text = PAGE.read_text("utf-8").replace("```\n", "\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, "go.md", str(PAGE), 0)
    assert len(examples.examples) > 8
    assert doctest.DocTestRunner().run(examples).failed == 0
