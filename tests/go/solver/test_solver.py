"""The solver agrees with an independent minimax and with known figures."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from gograde.go import Board, Point, Position, Stone, diagram
from gograde.go.solver.exact import MoveValue, Solver, after_move, start
from tests.minimax import Minimax, ask

BLACK, WHITE = Stone.BLACK, Stone.WHITE

KO = Position(diagram(". X O . . / X O . O . / . X O . . / . . . . . / . . . . ."), BLACK)
TAKEN = after_move(KO, (1, 2))


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(18)


def midgame(rng: random.Random, shape: tuple[int, int], plies: int) -> Position:
    """After so many random plies, a pass now and then, never two."""
    position = Position(Board.empty(*shape), BLACK, Board.empty(*shape))
    for _ in range(plies):
        points = position.legal_points()
        passing = not points or (rng.random() < 0.1 and not position.passes)
        after = after_move(position, None if passing else rng.choice(points))
        if after.ended:
            break
        position = after
    return position


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("shape", "plies", "most", "count"),
    [((5, 5), 30, 3, 30), ((4, 4), 14, 4, 30), ((3, 5), 14, 4, 90), ((3, 3), 10, 6, 30), ((2, 2), 6, 9, 30)],
)
def test_minimax_of_other_make_agrees(
    solver: Solver, shape: tuple[int, int], plies: int, most: int, count: int, times: int
) -> None:
    rng, oracle = random.Random(f"{shape}"), Minimax(*shape)
    seen = {"ko": 0, "pass": 0, "white": 0}
    for number in range(count * times):
        position = midgame(rng, shape, rng.randrange(plies))
        while number % 15 == 0 and shape != (2, 2) and position.ko_point is None:
            position = midgame(rng, shape, rng.randrange(plies))
        left = rng.randint(0, most)
        assert solver.value(position, left) == ask(oracle, position, left), (position, left)
        seen["ko"] += position.ko_point is not None
        seen["pass"] += position.passes > 0
        seen["white"] += position.to_play is WHITE
    assert min(seen["pass"], seen["white"]) > 0
    assert seen["ko"] or shape == (2, 2)


def test_minimax_agrees_where_ko_decides(solver: Solver) -> None:
    """White may not take back at once; after a pass of both it may."""
    oracle = Minimax(5, 5)
    for position in (KO, TAKEN, after_move(TAKEN, None), after_move(after_move(TAKEN, (4, 4)), (0, 3))):
        for left in range(4):
            assert solver.value(position, left) == ask(oracle, position, left)
    assert [solver.value(TAKEN, left) for left in (0, 1, 2)] == [1, 0, 1]
    assert solver.value(Position(TAKEN.board, WHITE), 1) == -1


# ---------------------------------------------------------------- literal facts


@pytest.mark.parametrize("plies", range(15))
def test_known_values_of_games_from_the_empty_board(solver: Solver, plies: int) -> None:
    assert solver.value(start(), plies) == plies % 2


@pytest.mark.parametrize("plies", [14, 16])
def test_black_does_not_win_the_shorter_games(plies: int) -> None:
    solver = Solver(18)
    assert solver.reaches(start(), plies, 3) is False
    assert solver.nodes < 1_000_000


def test_all_moves_but_a_pass_keep_the_value(solver: Solver) -> None:
    board = diagram(". X X O . / X . X O O / X X X O . / O O O O O / . O . O .")
    points = Point(0, 4), Point(2, 4), Point(4, 0), Point(4, 2), Point(4, 4)
    kept = tuple(MoveValue(point, -5) for point in points)
    assert solver.best_moves(Position(board, WHITE), 1) == kept


def test_a_pass_on_the_first_ply_ends_the_game(solver: Solver) -> None:
    assert after_move(start(), None).ended
    assert solver.value(after_move(start(), None), 23) == 0
    assert not after_move(Position(Board.empty(5)), None).ended


def test_nothing_is_left_to_do_at_the_end(solver: Solver) -> None:
    over = Position(diagram("X . / . ."), WHITE, None, 2)
    assert solver.value(over, 5) == 1
    assert solver.best_moves(over, 5) == ()
    assert solver.best_moves(start(), 0) == ()
    full = diagram("X X X X X / X X X X X / X X X X X / X X X X X / X X X X .")
    assert solver.value(Position(full, BLACK), 1) == 24
    assert solver.value(Position(full, WHITE), 1) == -1


# ---------------------------------------------------------------- laws


def test_neither_the_table_nor_earlier_questions_change_a_value() -> None:
    rng = random.Random(9)
    positions = [midgame(rng, (5, 5), 12) for _ in range(8)]
    kept, tiny = Solver(16), Solver(10)
    for position in positions:
        for plies in (10, 5):
            value = Solver(12).value(position, plies)
            assert kept.value(position, plies) == value
            assert tiny.value(position, plies) == value


def test_a_threshold_is_reached_exactly_up_to_the_value(solver: Solver) -> None:
    rng = random.Random(2)
    for _ in range(10):
        position = midgame(rng, (5, 5), 15)
        value = solver.value(position, 6)
        assert [solver.reaches(position, 6, value + more) for more in (-1, 0, 1)] == [True, True, False]


def test_a_question_stops_at_its_limit_and_can_be_asked_again() -> None:
    solver = Solver(16)
    assert solver.reaches(start(), 14, 3, most_nodes=1000) is None
    assert solver.nodes < 1100
    assert solver.reaches(start(), 14, 3) is False


def test_symmetric_boards_share_an_entry() -> None:
    from gograde.go.solver import kernels as bits

    rng = np.random.default_rng(1)
    for _ in range(50):
        board = Board.from_array(rng.integers(0, 3, (5, 5)))
        words = set()
        for one in (board, board.mirrored()):
            for quarters in range(4):
                turned = one.rotated(quarters)
                own, other = (
                    sum(1 << 5 * r + c for r, c in turned.points(stone)) for stone in (BLACK, WHITE)
                )
                word, way = bits.canonical(own | other << 25)
                assert bits.turned(own | other << 25, way) == word
                assert bits.turned_back(word, way) == own | other << 25
                words.add(word)
        assert len(words) == 1


# ---------------------------------------------------------------- refusals


def test_an_illegal_move_is_the_callers_fault() -> None:
    with pytest.raises(ValueError, match=r"^white at \(1, 1\) is illegal: ko$"):
        after_move(TAKEN, (1, 1))


def test_importing_the_solver_loads_neither_numpy_nor_numba() -> None:
    code = "import sys, gograde.go.solver.exact; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
