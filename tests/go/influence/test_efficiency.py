"""Point efficiency: facts by hand, the paper's two walls, and a second implementation."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.errors import DataError
from gograde.go import Board, Point, Stone, chains, diagram, fourth_line, point_efficiency, third_line
from gograde.go.influence.proportions import SIZES
from gograde.go.oracles import influence_oracle

CORNER = diagram(
    """
    . . . X . . .
    . . . X . O .
    . . . X . . O
    X X X X . . .
    . . . . . . .
    """
)
EDGE = diagram(
    """
    X . O . . X O
    X X O O X X O
    O O X X X O O
    . O X . X O .
    """
)


def ring(side: int, line: int) -> list[Point]:
    """The points of a line all around a board; lines count from 1 at the edge."""
    ends = (line - 1, side - line)
    inside = range(ends[0], ends[1] + 1)
    return [Point(r, c) for r in inside for c in inside if r in ends or c in ends]


def block(board: Board, point: tuple[int, int]) -> tuple[Point, ...]:
    return next(chain.points for chain in chains(board) if point in chain.points)


def walls(side: int) -> Board:
    """The paper's figure: black along the third line, white along the fourth."""
    board = Board.empty(side).with_stones(Stone.BLACK, ring(side, 3))
    return board.with_stones(Stone.WHITE, ring(side, 4))


def test_seven_stones_hold_nine_points_in_a_corner() -> None:
    assert point_efficiency(CORNER, block(CORNER, (0, 3))) == Fraction(9, 7)


def test_a_region_that_another_block_borders_on_does_not_count() -> None:
    assert point_efficiency(EDGE, block(EDGE, (0, 0))) == 0
    assert point_efficiency(EDGE, block(EDGE, (2, 2))) == Fraction(1, 8)
    both = block(EDGE, (0, 0)) + block(EDGE, (2, 2))
    assert point_efficiency(EDGE, both) == Fraction(1, 11)
    white = block(EDGE, (0, 2)) + block(EDGE, (0, 6)) + block(EDGE, (2, 0))
    assert point_efficiency(EDGE, white) == Fraction(2, 11)


def test_a_dead_stone_and_its_point_are_within_the_wall() -> None:
    board = CORNER.with_stones(Stone.WHITE, [(1, 1)])
    wall = block(board, (0, 3))
    assert point_efficiency(board, wall) == 0
    assert point_efficiency(board, wall, dead=[(1, 1)]) == Fraction(9, 7)


def test_the_walls_of_the_paper_hold_136_points_by_56_stones_and_121_by_48() -> None:
    assert point_efficiency(walls(19), ring(19, 3)) == Fraction(136, 56)
    assert point_efficiency(walls(19), ring(19, 4)) == Fraction(121, 48)


def test_the_two_walls_are_the_two_formulas() -> None:
    for side in SIZES:
        assert point_efficiency(walls(side), ring(side, 3)) == third_line(side)
        assert point_efficiency(walls(side), ring(side, 4)) == fourth_line(side)


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_a_second_implementation_agrees(rows: int, cols: int, rng: object) -> None:
    cells = rng.choices([0, 1, 2], weights=[3, 2, 1], k=rows * cols)  # type: ignore[attr-defined]
    board = Board(rows, cols, bytes(cells))
    dead = frozenset(p for p in board.points(Stone.WHITE) if rng.random() < 0.5)  # type: ignore[attr-defined]
    for stone in (Stone.BLACK, Stone.WHITE):
        own = frozenset(board.points(stone)) - dead
        if own:
            assert point_efficiency(board, own, dead) == influence_oracle.point_efficiency(board, own, dead)
            one = frozenset([min(own)])
            assert point_efficiency(board, one, dead) == influence_oracle.point_efficiency(board, one, dead)


@pytest.mark.parametrize(
    ("points", "dead"), [([], []), ([(0, 0)], []), ([(0, 3), (1, 5)], []), ([(0, 3)], [(0, 3)])]
)
def test_a_block_is_of_living_stones_of_one_colour(
    points: list[tuple[int, int]], dead: list[tuple[int, int]]
) -> None:
    told = "block: no living stones of one colour\nFix: name points with such stones"
    with pytest.raises(DataError, match=f"^{re.escape(told)}$"):
        point_efficiency(CORNER, points, dead)
