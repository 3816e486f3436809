"""Laws of all models of influence, and the agreement of two implementations."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from gograde.go import Board, Point, Stone
from gograde.go.influence.blocks import (
    LAYERS,
    Block,
    RyderBlock,
    layered_blocks,
    ryder_blocks,
)
from gograde.go.influence.models import (
    FloatGrid,
    ForceField,
    ForceParameters,
    RyderParameters,
    fast_influence,
    force_field,
    ryder_influence,
    zobrist_influence,
)
from gograde.go.influence.territory import situation_value, territory_of
from gograde.go.oracles import influence_oracle

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


Blocks = Sequence[Block] | Sequence[RyderBlock]


def members(blocks: Blocks) -> set[tuple[Stone, frozenset[Point]]]:
    return {(block.stone, frozenset(block.points)) for block in blocks}


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


def by_point(board: Board, *matrices: FloatGrid) -> dict[Point, tuple[float, ...]]:
    return {point: tuple(matrix[point.row][point.column] for matrix in matrices) for point in board.points()}


def test_the_random_boards_are_of_every_kind() -> None:
    found = [territory_of(board) for board in BOARDS]
    assert sum(any(map(any, one.owner)) for one in found) > 50
    assert sum(any(map(any, one.solid)) for one in found) > 50
    assert sum(one.owner != one.solid for one in found) > 50
    assert {len(layered_blocks(board)) for board in BOARDS} == {2, 3, 4, 5, 6}
    assert {block.is_area for board in BOARDS for block in ryder_blocks(board)} == {True, False}


def test_fast_and_slow_values_agree() -> None:
    for board in BOARDS:
        for matrix, slowly in (
            (zobrist_influence(board), influence_oracle.zobrist(board)),
            (ryder_influence(board), influence_oracle.ryder(board)),
            (fast_influence(board), influence_oracle.fast(board)),
        ):
            assert by_point(board, matrix) == {point: (value,) for point, value in slowly.items()}


def test_fast_and_slow_values_agree_on_other_kernels() -> None:
    kernel = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (0, -1, -2, -3, -4))
    for board in BOARDS[:40]:
        values = ryder_influence(board, RyderParameters(kernel))
        assert {p: v for p, (v,) in by_point(board, values).items()} == influence_oracle.ryder(board, kernel)


@pytest.mark.parametrize("parameters", [(32, 4, 2), (27, 3, 2), (50, 2, 5), (64, 4, 3)])
def test_fast_and_slow_forces_agree(parameters: tuple[int, int, int]) -> None:
    for board in BOARDS[:: 1 if parameters[0] == 32 else 5]:
        field = force_field(board, ForceParameters(*parameters))
        assert by_point(board, *directions(field)) == influence_oracle.forces(board, *parameters)


def test_fast_and_slow_measures_agree() -> None:
    for board in BOARDS:
        field, forces = force_field(board), influence_oracle.forces(board)
        measured = by_point(board, field.total, field.modulus, field.balance, field.hold)
        for point in board.points(Stone.EMPTY):
            slowly = influence_oracle.measures(forces[point])
            assert measured[point] == pytest.approx(tuple(map(float, slowly)), rel=1e-12, abs=1e-12)
        assert situation_value(board) == pytest.approx(float(influence_oracle.situation(board)), abs=1e-11)


def test_fast_and_slow_territories_agree() -> None:
    for board in BOARDS:
        found = territory_of(board)
        assert by_point(board, found.owner, found.solid) == influence_oracle.territory(board)


def test_fast_and_slow_blocks_agree() -> None:
    for board in BOARDS[::2]:
        slowly = influence_oracle.layers(board, LAYERS.thresholds)
        levels = layered_blocks(board)
        assert [members(level) for level in levels] == [
            {(stone, points) for stone in COLOURS for points in level[stone]} for level in slowly
        ]
        for stone in COLOURS:
            blocks = [block for block in ryder_blocks(board) if block.stone is stone]
            assert {points for _, points in members(blocks)} == influence_oracle.ryder_blocks(board, stone)


def test_dead_stones_count_against_their_colour_in_both() -> None:
    for board in BOARDS[:40]:
        dead = [board.point(i) for i, cell in enumerate(board.cells) if cell and i % 2]
        slowly = float(influence_oracle.situation(board, dead))
        assert situation_value(board, dead) == pytest.approx(slowly, abs=1e-11)
