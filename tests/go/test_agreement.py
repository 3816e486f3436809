"""Programs agree on random boards: fast rules, careful students, the compiled area score, sgfmill."""

from __future__ import annotations

import random

import pytest
from sgfmill.boards import Board as MillBoard

from gograde.assignments.board9.author import slow_answer
from gograde.go import (
    Board,
    CaptureReading,
    Illegal,
    Played,
    Point,
    Stone,
    area_score,
    capture_points,
    chains,
    kernels,
    legal_points,
    obeys_rule_1,
    play,
    result_after_captures,
)
from tests.go import slow_rules
from tests.go.test_rules import BOTH_LIBERTIES

COLOURS = (Stone.BLACK, Stone.WHITE)
LETTERS = {Stone.EMPTY: None, Stone.BLACK: "b", Stone.WHITE: "w"}
SHAPES = [(9, 9), (5, 5), (9, 9), (2, 2), (6, 9), (1, 8), (9, 9), (8, 1), (3, 3), (1, 1), (0, 0), (13, 13)]


def random_board(seed: int) -> Board:
    """A board of some shape, sparse to crowded, half of them with all dead chains taken off."""
    rng = random.Random(seed)
    rows, cols = SHAPES[seed % len(SHAPES)]
    empty = rng.choice([0.1, 0.2, 0.35, 0.6])
    weights = [empty, *((1 - empty) * share for share in rng.choice([(0.5, 0.5), (0.7, 0.3), (0.2, 0.8)]))]
    board = Board(rows, cols, bytes(rng.choices((0, 1, 2), weights, k=rows * cols)))
    return board if seed % 2 else without_dead(board)


def without_dead(board: Board) -> Board:
    dead = [point for chain in chains(board) if not chain.liberties for point in chain.points]
    return board.with_stones(Stone.EMPTY, dead)


BOARDS = [
    *(random_board(seed) for seed in range(240)),
    *(BOTH_LIBERTIES.rotated(quarters) for quarters in range(4)),
]
SQUARE = [board for board in BOARDS if board.rows == board.cols > 1]


def mill(board: Board) -> MillBoard:
    """The same board for sgfmill, dead chains and all (its rows may run either way)."""
    other = MillBoard(board.rows)
    for point in board.points():
        other.board[point.row][point.column] = LETTERS[board.get(point)]
    return other


def mill_play(board: Board, stone: Stone, point: Point) -> Board | None:
    """What sgfmill makes of a move; it plays suicide too, which leaves the point empty."""
    if board.get(point):
        return None
    other = mill(board)
    other.play(*point, LETTERS[stone])
    colours = {letter: stone for stone, letter in LETTERS.items()}
    after = Board.from_rows([[colours[cell] for cell in row] for row in other.board])
    return after if after.get(point) else None


def board_after(move: Played | Illegal) -> Board | None:
    return move.board if isinstance(move, Played) else None


def test_the_random_boards_are_of_every_kind() -> None:
    assert sum(obeys_rule_1(board) for board in BOARDS) > 100
    assert sum(not obeys_rule_1(board) for board in BOARDS) > 50
    assert sum(bool(capture_points(board, Stone.WHITE)) for board in BOARDS) > 50
    readings = [{result_after_captures(b, Stone.WHITE, r) for r in CaptureReading} for b in BOARDS]
    assert sum(len(pictures) == 2 for pictures in readings) >= 4


@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 5))])
@pytest.mark.parametrize("stone", COLOURS)
def test_fast_and_slow_rules_agree(stone: Stone, number: int) -> None:
    """On a fifth of the boards, which has all shapes and readings; on the others in the campaign."""
    for board in BOARDS[number::5]:
        seen = board if stone is Stone.WHITE else board.swapped()
        captures = slow_answer("1", seen)
        assert obeys_rule_1(board) == slow_answer("0", board)
        assert [*map(list, capture_points(board, stone))] == captures["points"]
        assert [*map(list, legal_points(board, stone))] == slow_answer("5", seen)["points"]
        if obeys_rule_1(board):
            after = result_after_captures(board, stone)
            seen_after = after if stone is Stone.WHITE else after.swapped()
            assert str(seen_after).replace(" ", "").split() == captures["board"]
            union = result_after_captures(board, stone, CaptureReading.UNION)
            gone = [p for one in capture_points(board, stone) for p in alone(board, stone, one)]
            placed = board.with_stones(stone, capture_points(board, stone))
            assert union == placed.with_stones(Stone.EMPTY, gone)


def alone(board: Board, stone: Stone, point: Point) -> set[Point]:
    """What a move captures, by the slow rule."""
    after = slow_rules.play(board, stone, point)
    assert after is not None
    return {*board.points(stone.opponent)} - {*after.points(stone.opponent)}


def test_sgfmill_plays_the_same_moves() -> None:
    for board in SQUARE[::4]:
        for stone in COLOURS:
            for point in board.points():
                assert board_after(play(board, stone, point)) == mill_play(board, stone, point)


def test_everyone_counts_the_same_area() -> None:
    for board in BOARDS:
        score = area_score(board)
        assert (score.black, score.white) == kernels.area_score(board.to_array())
    for board in SQUARE:
        assert area_score(board).margin == mill(board).area_score()
