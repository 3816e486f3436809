"""Zobrist's and Ryder's influence."""

from __future__ import annotations

import random

import pytest

from gograde.assignments.influence.assignment import judge
from gograde.assignments.influence.oracle import BOARDS as BOARDS_ASKED
from gograde.assignments.influence.oracle import GROUPS, fast, slow
from gograde.assignments.influence.parameters import DEFAULT, read_parameters
from gograde.go import Board, Stone, diagram, legal_points
from gograde.go.influence.blocks import (
    LayerParameters,
    RyderBlock,
    layered_blocks,
    ryder_blocks,
    strong_links,
)
from gograde.go.influence.models import (
    ForceParameters,
    RyderParameters,
    ZobristParameters,
    force_field,
    ryder_influence,
    zobrist_influence,
)
from gograde.go.influence.territory import territory_of
from tests.golden import values_agree

# -- zobrist's influence: the published diagrams, and the effect of the passes -----------------------------


def test_the_parameters_are_data() -> None:
    assert zobrist_influence(diagram("X . O O"), ZobristParameters(7, 0)) == ((7, 0, -7, -7),)
    weak = [zobrist_influence(diagram("O X O / . O ."), ZobristParameters(2, passes)) for passes in (1, 2)]
    assert [values[0][1] for values in weak] == [-1, -4]


def test_the_published_parameters() -> None:
    assert ZobristParameters() == ZobristParameters(50, 4)
    assert RyderParameters() == RyderParameters(((0, 13, 0), (13, 60, 13), (0, 13, 0)), 200)
    assert ForceParameters() == ForceParameters(32, 4, 2)


def test_a_large_force_ends_on_a_full_and_on_an_empty_board() -> None:
    parameters = ForceParameters(force=10**9, aside=2, ahead=2)
    for board in (Board(19, 19, b"\1" * 361), Board.empty(19).with_stones(Stone.BLACK, [(0, 0)])):
        assert force_field(board, parameters).right[0][1] >= 10**9


# -- ryder's influence, connections, strong links, blocks and areas; fast influence ------------------------


def test_a_kernel_may_have_one_row() -> None:
    assert ryder_influence(diagram("X . ."), RyderParameters(((1, 2, 3, 4, 5),))) == ((3, 4, 5),)


def links(board: str) -> int:
    """How many strong links there are, of either colour."""
    found = strong_links(diagram(board), Stone.BLACK)
    assert strong_links(diagram(board).swapped(), Stone.WHITE) == found
    assert all(first < second for first, second in found)
    return len(found)


def test_strong_links() -> None:
    values_agree("go/links.txt", links=links)


def test_a_lone_stone_is_no_area_and_two_linked_ones_are() -> None:
    lone, pair = diagram(". . . / . X . / . . ."), diagram(". . . . / . X X . / . . . .")
    cross = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
    assert ryder_blocks(lone) == (RyderBlock(Stone.BLACK, cross, 112, False),)
    assert [(block.influence, block.is_area) for block in ryder_blocks(pair)] == [(224, True)]
    assert ryder_blocks(lone, RyderParameters(threshold=112))[0].is_area
    assert not ryder_blocks(lone, RyderParameters(threshold=113))[0].is_area


# -- layered blocks: the stones that forces join, and the level at which they do ---------------------------


def test_an_fb_equal_to_the_threshold_does_not_exceed_it() -> None:
    board = diagram(". X . / X . X / . X .")
    weak = ForceParameters(force=3)
    assert force_field(board, weak).hold[1][1] == 6
    levels = layered_blocks(board, LayerParameters((6, 5.9), weak))
    assert [len(level) for level in levels] == [4, 4, 4, 1]


def test_the_thresholds_taken_when_none_are_given() -> None:
    assert LayerParameters().thresholds == (16.5, 8.5, 4.5, 2.5)
    board = Board.empty(5, 5).with_stones(Stone.BLACK, [(2, 0), (2, 4)])
    assert layered_blocks(board) == layered_blocks(board, LayerParameters((16.5, 8.5)))
    assert len(layered_blocks(board)) == 4


# -- the agreement of two implementations: a student's program follows every force by itself ---------------

COLOURS = (Stone.BLACK, Stone.WHITE)


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
