"""Laws of all models of influence, and the agreement of two implementations."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from gograde.assignments.influence.assignment import judge
from gograde.assignments.influence.oracle import BOARDS as BOARDS_ASKED
from gograde.assignments.influence.oracle import GROUPS, fast, slow
from gograde.assignments.influence.parameters import DEFAULT, read_parameters
from gograde.go import Board, Stone, legal_points
from gograde.go.influence.blocks import layered_blocks, ryder_blocks
from gograde.go.influence.models import (
    FloatGrid,
    ForceField,
    fast_influence,
    force_field,
    ryder_influence,
    zobrist_influence,
)
from gograde.go.influence.territory import situation_value, territory_of

COLOURS = (Stone.BLACK, Stone.WHITE)
MATRICES: dict[str, Callable[[Board], FloatGrid]] = {
    "zobrist": zobrist_influence,
    "ryder": ryder_influence,
    "fast": fast_influence,
    "total": lambda board: force_field(board).total,
    "held": lambda board: territory_of(board).owner,
    "solid": lambda board: territory_of(board).solid,
}
UNSIGNED: dict[str, Callable[[Board], FloatGrid]] = {
    "modulus": lambda board: force_field(board).modulus,
    "balance": lambda board: force_field(board).balance,
    "hold": lambda board: force_field(board).hold,
}
BOTH = {**MATRICES, **UNSIGNED}


def directions(field: ForceField) -> tuple[FloatGrid, ...]:
    return field.up, field.right, field.down, field.left


@pytest.mark.parametrize("shape", [(1, 1), (1, 19), (5, 3), (19, 19)])
def test_an_empty_board_is_all_zeros(shape: tuple[int, int]) -> None:
    board = Board.empty(*shape)
    zeros = ((0,) * shape[1],) * shape[0]
    assert {model(board) for model in BOTH.values()} == {zeros}
    assert set(directions(force_field(board))) == {zeros}
    assert (situation_value(board), ryder_blocks(board), layered_blocks(board)) == (0, (), ((), ()))


def random_board(seed: int) -> Board:
    """Sparse to full, 1x1 to 9x9."""
    rng = random.Random(seed)
    rows, cols = rng.choice([(rng.randint(1, 9), rng.randint(1, 9)), (1, 1), (7, 7), (1, rng.randint(2, 12))])
    empty = rng.choice([0.0, 0.2, 0.5, 0.8, 0.93])
    weights = (empty, (1 - empty) / 2, (1 - empty) / 2)
    return Board(rows, cols, bytes(rng.choices((0, 1, 2), weights, k=rows * cols)))


BOARDS = [random_board(seed) for seed in range(150)]


def test_the_random_boards_are_of_every_kind() -> None:
    found = [territory_of(board) for board in BOARDS]
    assert sum(any(map(any, one.owner)) for one in found) > 50
    assert sum(any(map(any, one.solid)) for one in found) > 50
    assert sum(one.owner != one.solid for one in found) > 50
    assert {len(layered_blocks(board)) for board in BOARDS} == {2, 3, 4, 5, 6}
    assert {block.is_area for board in BOARDS for block in ryder_blocks(board)} == {True, False}


# -- a student's program, which follows every force by itself, has the same answers ----------------

OTHERS = read_parameters(
    {
        "ryder": {"kernel": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [0, -1, -2, -3, -4]]},
        "force": {"force": 27, "aside": 3, "ahead": 2},
        "layers": {"thresholds": [9, 2.5]},
    }
)


@pytest.mark.parametrize("question", [*BOARDS_ASKED, *GROUPS])
def test_fast_and_slow_answers_agree(question: str) -> None:
    for number, board in enumerate(BOARDS):
        dead = [list(board.point(i)) for i, cell in enumerate(board.cells) if cell and i % 2]
        value: dict[str, object] = {
            "board": board.to_rows(),
            **({"dead": dead} if "dead" in question else {}),
        }
        if question.startswith("move"):
            stone = COLOURS[number % 2]
            value |= {"colour": int(stone), "row": 0, "col": 0}
            if (0, 0) not in legal_points(board, stone):
                continue
        for parameters in (DEFAULT, OTHERS) if number % 5 == 0 else (DEFAULT,):
            right = fast(parameters, question, value)
            assert judge(right, slow(parameters, question, value)).right
