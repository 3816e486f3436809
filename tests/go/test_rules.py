"""Play, captures, suicide and chains, as diagrams."""

from __future__ import annotations

import pytest

from gograde.go import (
    Board,
    CaptureReading,
    Chain,
    Illegal,
    IllegalReason,
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

BLACK, WHITE = Stone.BLACK, Stone.WHITE


def test_an_illegal_move_is_a_value() -> None:
    for before, point, reason, words in [
        (". X / X .", (0, 0), IllegalReason.SUICIDE, "white at (0, 0) is illegal: suicide"),
        (". O X / O X . / X . .", (0, 0), IllegalReason.SUICIDE, "white at (0, 0) is illegal: suicide"),
        (".", (0, 0), IllegalReason.SUICIDE, "white at (0, 0) is illegal: suicide"),
        ("O .", (0, 1), IllegalReason.SUICIDE, "white at (0, 1) is illegal: suicide"),
        ("X .", (0, 0), IllegalReason.OCCUPIED, "white at (0, 0) is illegal: the point is occupied"),
        ("X .", (0, 2), IllegalReason.OFF_BOARD, "white at (0, 2) is illegal: off the board"),
        ("X .", (-1, 1), IllegalReason.OFF_BOARD, "white at (-1, 1) is illegal: off the board"),
        ("", (0, 0), IllegalReason.OFF_BOARD, "white at (0, 0) is illegal: off the board"),
    ]:
        move = play(diagram(before), WHITE, point)
        assert move == Illegal(WHITE, Point(*point), reason)
        assert str(move) == words


def test_nobody_plays_an_empty_point() -> None:
    with pytest.raises(ValueError, match=r"^only black and white can be played$"):
        play(Board.empty(2), Stone.EMPTY, Point(0, 0))


QUESTIONS = {
    "an empty board": (". . / . .", "", "0,0 0,1 1,0 1,1"),
    "one point": (".", "", ""),
    "nothing at all": ("", "", ""),
    "one colour": ("X . X / . X .", "", ""),
    "one colour, filled but one": ("X X / X .", "1,1", "1,1"),
    "two eyes": (". X . X / X X X X", "", ""),
    "an eye that falls": (". X O / X X O / O O .", "0,0", "0,0"),
    "ko shape is listed": (". X O . / X . X O / . X O .", "1,1", "0,3 1,1 2,3"),
    "legal only by capture": ("X . X / O O O", "0,1", "0,1"),
    "edge snapback": ("X . X O / X X X O / O O O . / . . . .", "0,1", "0,1 2,3 3,0 3,1 3,2 3,3"),
}


def points(text: str) -> tuple[Point, ...]:
    return tuple(Point(*map(int, pair.split(","))) for pair in text.split())


def test_where_white_may_play_and_where_white_captures() -> None:
    for board, captures, legal in QUESTIONS.values():
        assert capture_points(diagram(board), WHITE) == points(captures)
        assert legal_points(diagram(board), WHITE) == points(legal)


RULE_1 = {
    ". X / O X": True,
    "X": False,
    "X O / O .": False,
    "O X / X .": False,
    "": True,
    ".": True,
    "X X / X X": False,
    "O . O / X X X": True,
}


def test_rule_1_asks_for_a_liberty_of_every_chain() -> None:
    for board, obeyed in RULE_1.items():
        assert obeys_rule_1(diagram(board)) is obeyed
        assert obeys_rule_1(diagram(board).swapped()) is obeyed


def test_chains_count_distinct_liberties() -> None:
    board = diagram("X X . / . X O")
    assert chains(board) == (
        Chain(BLACK, points("0,0 0,1 1,1"), points("0,2 1,0")),
        Chain(WHITE, points("1,2"), points("0,2")),
    )


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


@pytest.mark.parametrize("board", [Board.empty(0), Board.empty(1)])
def test_a_tiny_game_can_only_be_passed(board: Board) -> None:
    position = Position(board)
    assert position.legal_points() == ()
    assert position.pass_turn().pass_turn().ended
