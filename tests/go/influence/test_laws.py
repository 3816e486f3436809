"""Laws of all models of influence, and the agreement of two implementations."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.go import Board, Illegal, Point, Stone
from gograde.go.influence.blocks import (
    LAYERS,
    Block,
    RyderBlock,
    connected_points,
    layered_blocks,
    ryder_blocks,
    semi_connected_points,
    strong_links,
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
from gograde.go.influence.territory import move_value, situation_value, territory_of
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


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any colouring of a rectangle from 1x1 to 7x7, most of them with empty points."""
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    pool = draw(st.sampled_from([(0, 1, 2), (0, 0, 0, 0, 1, 2), (1, 2), (0, 1)]))
    cells = st.lists(st.sampled_from(pool), min_size=rows * cols, max_size=rows * cols)
    return Board(rows, cols, bytes(draw(cells)))


def turned(matrix: FloatGrid, quarters: int, mirror: bool) -> FloatGrid:
    """The matrix as a board turns that is rotated by quarters and then perhaps mirrored."""
    for _ in range(quarters):
        matrix = tuple(zip(*matrix[::-1], strict=True))
    return tuple(row[::-1] for row in matrix) if mirror else matrix


def turned_board(board: Board, quarters: int, mirror: bool) -> Board:
    return board.rotated(quarters).mirrored() if mirror else board.rotated(quarters)


def turned_points(
    board: Board, points: Sequence[tuple[int, int]], quarters: int, mirror: bool
) -> list[Point]:
    """Where points of the board lie on the turned one, row by row."""
    marks = Board.empty(board.rows, board.cols).with_stones(Stone.BLACK, points)
    return list(turned_board(marks, quarters, mirror).points(Stone.BLACK))


def negated(matrix: FloatGrid) -> FloatGrid:
    return tuple(tuple(-value for value in row) for row in matrix)


def directions(field: ForceField) -> tuple[FloatGrid, ...]:
    return field.up, field.right, field.down, field.left


turns = given(boards(), st.integers(0, 3), st.booleans())


@pytest.mark.parametrize("model", BOTH.values(), ids=BOTH.keys())
@turns
def test_results_turn_with_the_board(
    model: Callable[[Board], FloatGrid], board: Board, quarters: int, mirror: bool
) -> None:
    assert model(turned_board(board, quarters, mirror)) == turned(model(board), quarters, mirror)


@turns
def test_directions_turn_with_the_board_and_change_places(board: Board, quarters: int, mirror: bool) -> None:
    up, right, down, left = (turned(part, quarters, mirror) for part in directions(force_field(board)))
    parts = [up, right, down, left] * 2
    parts = parts[4 - quarters : 8 - quarters]
    if mirror:
        parts[1], parts[3] = parts[3], parts[1]
    assert list(directions(force_field(turned_board(board, quarters, mirror)))) == parts


@pytest.mark.parametrize("model", MATRICES.values(), ids=MATRICES.keys())
@given(boards())
def test_a_swap_of_colours_negates_values(model: Callable[[Board], FloatGrid], board: Board) -> None:
    assert model(board.swapped()) == negated(model(board))


@given(boards())
def test_a_swap_negates_forces_and_leaves_sizes_and_balance(board: Board) -> None:
    field, other = force_field(board), force_field(board.swapped())
    assert directions(other) == tuple(map(negated, directions(field)))
    assert (other.modulus, other.balance, other.hold) == (field.modulus, field.balance, field.hold)


@turns
def test_situation_and_moves_know_no_direction_and_change_sign_with_colours(
    board: Board, quarters: int, mirror: bool
) -> None:
    dead = [board.point(i) for i, cell in enumerate(board.cells) if cell and i % 3 == 0]
    value = situation_value(board, dead)
    there = turned_board(board, quarters, mirror)
    assert situation_value(there, turned_points(board, dead, quarters, mirror)) == value
    assert situation_value(board.swapped(), dead) == -value
    assert abs(value) <= board.rows * board.cols
    for point in board.points()[::7]:
        move, other = (
            move_value(b, s, point) for b, s in ((board, COLOURS[0]), (board.swapped(), COLOURS[1]))
        )
        (goal,) = turned_points(board, [point], quarters, mirror)
        same = move_value(there, Stone.BLACK, goal)
        assert isinstance(move, Illegal) is isinstance(other, Illegal) is isinstance(same, Illegal)
        if not isinstance(move, Illegal):
            assert (other, same) == (-move, move)


Blocks = Sequence[Block] | Sequence[RyderBlock]


def members(blocks: Blocks) -> set[tuple[Stone, frozenset[Point]]]:
    return {(block.stone, frozenset(block.points)) for block in blocks}


@turns
def test_blocks_turn_with_the_board(board: Board, quarters: int, mirror: bool) -> None:
    there = turned_board(board, quarters, mirror)

    def moved(blocks: Blocks) -> set[tuple[Stone, frozenset[Point]]]:
        return {(b.stone, frozenset(turned_points(board, b.points, quarters, mirror))) for b in blocks}

    assert members(ryder_blocks(there)) == moved(ryder_blocks(board))
    assert [members(level) for level in layered_blocks(there)] == [
        moved(level) for level in layered_blocks(board)
    ]


@given(boards())
def test_blocks_change_colour_with_the_board(board: Board) -> None:
    def other(blocks: Blocks) -> set[tuple[Stone, frozenset[Point]]]:
        return {(stone.opponent, points) for stone, points in members(blocks)}

    assert members(ryder_blocks(board.swapped())) == other(ryder_blocks(board))
    assert [members(level) for level in layered_blocks(board.swapped())] == [
        other(level) for level in layered_blocks(board)
    ]


@given(boards())
def test_each_level_gathers_the_blocks_of_the_one_before(board: Board) -> None:
    levels = layered_blocks(board)
    stones = sorted((*board.points(Stone.BLACK), *board.points(Stone.WHITE)))
    for level in levels:
        assert sorted(point for block in level for point in block.points) == stones
        assert list(level) == sorted(level, key=lambda block: (block.stone, block.points))
    for lower, upper in pairwise(levels):
        for block in lower:
            assert sum(set(block.points) <= set(b.points) and b.stone is block.stone for b in upper) == 1


@given(boards())
def test_a_point_is_in_one_ryder_block_of_a_side(board: Board) -> None:
    for stone in COLOURS:
        blocks = [block for block in ryder_blocks(board) if block.stone is stone]
        points = sorted(point for block in blocks for point in block.points)
        expected = {*connected_points(board, stone), *semi_connected_points(board, stone)}
        assert points == sorted(expected)
        assert all(any(board.get(point) for point in block.points) for block in blocks)
        home = {point: block for block in blocks for point in block.points}
        assert all(home[one] is home[other] for one, other in strong_links(board, stone))


@given(boards())
def test_territory_is_of_empty_points_and_solid_is_a_part_of_it(board: Board) -> None:
    found = territory_of(board)
    for row, column in board.points():
        held, solid = found.owner[row][column], found.solid[row][column]
        assert solid in (0, held)
        assert not (held and board.get((row, column)))


@given(boards())
def test_measures_keep_their_range(board: Board) -> None:
    field = force_field(board)
    for row, column in board.points():
        assert 0 <= field.balance[row][column] <= 1
        assert 0 <= field.hold[row][column] <= field.modulus[row][column]
        assert abs(field.total[row][column]) <= 2 * field.modulus[row][column] + 1e-9


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
