"""Boards, points and stones: literal facts and every error message."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gograde.go import Board, Point, Stone, diagram
from gograde.go.board import all_points, neighbour_indices

CORNER = diagram("""
    X X .
    O . .
""")


def test_a_stone_knows_its_opponent_and_its_letter() -> None:
    assert (Stone.BLACK.opponent, Stone.WHITE.opponent) == (Stone.WHITE, Stone.BLACK)
    assert Stone.EMPTY.opponent is Stone.EMPTY
    assert [stone.letter for stone in Stone] == [".", "X", "O"]


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        (Point(0, 0), {(0, 1), (1, 0)}),
        (Point(0, 1), {(0, 0), (0, 2), (1, 1)}),
        (Point(1, 2), {(1, 1), (0, 2)}),
    ],
)
def test_neighbours_stay_on_the_board(point: Point, expected: set[tuple[int, int]]) -> None:
    assert set(point.neighbours(2, 3)) == expected


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


def test_points_are_listed_row_by_row() -> None:
    assert Board.empty(2, 2).points() == (Point(0, 0), Point(0, 1), Point(1, 0), Point(1, 1))


def test_a_board_is_a_value() -> None:
    same = diagram("X X . / O . .")
    assert same is not CORNER
    assert hash(same) == hash(CORNER)
    with pytest.raises(dataclasses.FrozenInstanceError):
        CORNER.rows = 3  # type: ignore[misc]


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


def test_any_rectangle_up_to_255_is_a_board() -> None:
    for shape in [(0, 0), (2, 0), (1, 1), (1, 7), (255, 255), (255, 1)]:
        board = Board.from_array(np.full(shape, 2))
        assert board.to_array().shape == shape
        assert board.points(Stone.WHITE) == board.points()
        assert board.rotated(4) == board.mirrored() == board
        assert board.rotated().rotated(-1) == board


def test_a_point_is_or_is_not_on_the_board() -> None:
    assert Point(1, 2) in CORNER
    assert all(point not in CORNER for point in [(-1, 0), (0, -1), (2, 0), (0, 3)])
