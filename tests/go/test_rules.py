"""Play, captures, suicide and chains, as diagrams."""

from __future__ import annotations

import pytest

from gograde.go import (
    Board,
    CaptureReading,
    Chain,
    Illegal,
    Played,
    Point,
    Position,
    Stone,
    capture_points,
    chains,
    dead_chains,
    diagram,
    legal_points,
    obeys_rule_1,
    play,
    result_after_captures,
)
from tests.golden import values_agree

BLACK, WHITE = Stone.BLACK, Stone.WHITE


def illegal(before: str, point: tuple[int, int]) -> str:
    """Why White may not play there."""
    move = play(diagram(before), WHITE, point)
    assert isinstance(move, Illegal) and (move.stone, move.point) == (WHITE, Point(*point))
    return f"{move.reason.name}: {move}"


def moves(board: str) -> str:
    """Where White captures, and where White may play."""
    found = (capture_points(diagram(board), WHITE), legal_points(diagram(board), WHITE))
    return "; legal ".join(" ".join(f"{row},{column}" for row, column in points) or "-" for points in found)


def rule_1(board: str) -> bool:
    """Whether it is obeyed, with the colours exchanged too."""
    assert obeys_rule_1(diagram(board).swapped()) is obeys_rule_1(diagram(board))
    return obeys_rule_1(diagram(board))


def test_moves_captures_and_rule_1() -> None:
    values_agree("go/rules.txt", illegal=illegal, moves=moves, rule_1=rule_1)


def test_nobody_plays_an_empty_point() -> None:
    with pytest.raises(ValueError, match=r"^only black and white can be played$"):
        play(Board.empty(2), Stone.EMPTY, Point(0, 0))


def points(text: str) -> tuple[Point, ...]:
    return tuple(Point(*map(int, pair.split(","))) for pair in text.split())


def test_dead_chains_are_those_without_a_liberty() -> None:
    board = diagram("X X O / O O . / . . X")
    assert dead_chains(board) == (Chain(BLACK, points("0,0 0,1"), ()),)
    assert dead_chains(diagram("X O / O X")) == tuple(chains(diagram("X O / O X")))
    assert dead_chains(diagram("X . / . O")) == ()


BOTH_LIBERTIES = diagram("""
    O X . X O
    . O X O .
    O X . X O
    . O X O .
    . . O . .
""")
# The middle chain of the top line has the liberties (0, 2) and (2, 2); both capture something else.


def test_closure_takes_what_union_leaves() -> None:
    assert capture_points(BOTH_LIBERTIES, WHITE) == points("0,2 2,2")
    closed = diagram("O . O . O / . O . O . / O . O . O / . O . O . / . . O . .")
    assert result_after_captures(BOTH_LIBERTIES, WHITE) == closed
    left = closed.with_stones(BLACK, [(1, 2)])
    assert result_after_captures(BOTH_LIBERTIES, WHITE, CaptureReading.UNION) == left
    assert obeys_rule_1(closed)
    assert not obeys_rule_1(left)


def test_a_chain_of_a_whole_large_board() -> None:
    board = Board(255, 255, bytes([BLACK] * (255 * 255 - 1)) + b"\0")
    corner = Point(254, 254)
    assert capture_points(board, WHITE) == legal_points(board, WHITE) == (corner,)
    assert legal_points(board, BLACK) == ()
    assert obeys_rule_1(board)
    move = play(board, WHITE, corner)
    assert isinstance(move, Played)
    assert len(move.captured) == 255 * 255 - 1
    assert move.board == Board.empty(255).with_stones(WHITE, [corner])


# -- Simple ko, passes and whole games -------------------------------------------------------------


def test_two_passes_end_the_game() -> None:
    start = Position(Board.empty(5))
    assert (start.ended, start.pass_turn().ended) == (False, False)
    assert start.pass_turn().pass_turn().ended
    played = start.pass_turn().play((2, 2))
    assert isinstance(played, Position)
    assert (played.passes, played.to_play) == (0, BLACK)
