"""Simple ko, passes and whole games."""

from __future__ import annotations

import pytest

from gograde.go import Board, Game, Illegal, IllegalMove, Move, Point, Position, Reason, Stone, diagram

BLACK, WHITE = Stone.BLACK, Stone.WHITE

KO = Position(diagram(". X O . / X O . O / . X O ."), BLACK)
TAKEN = diagram(". X O . / X . X O / . X O .")


def test_ko_forbids_to_take_back_at_once() -> None:
    after = KO.play((1, 2))
    assert after == Position(TAKEN, WHITE, KO.board)
    assert after.ko_point == Point(1, 1)
    assert after.play((1, 1)) == Illegal(WHITE, Point(1, 1), Reason.KO)
    assert str(after.play((1, 1))) == "white at (1, 1) is illegal: ko"
    assert after.legal_points() == (Point(0, 3), Point(2, 3))


def test_a_pass_lifts_the_ko() -> None:
    after = KO.play((1, 2))
    assert isinstance(after, Position)
    later = after.pass_turn().pass_turn()
    assert later.to_play is WHITE
    assert later.ko_point is None
    assert later.play((1, 1)) == Position(KO.board, BLACK, TAKEN)


def test_two_passes_end_the_game() -> None:
    start = Position(Board.empty(5))
    assert (start.ended, start.pass_turn().ended) == (False, False)
    assert start.pass_turn().pass_turn().ended
    played = start.pass_turn().play((2, 2))
    assert isinstance(played, Position)
    assert (played.passes, played.to_play) == (0, BLACK)


def test_a_game_replays_to_its_end() -> None:
    moves = (Move(BLACK, Point(0, 1)), Move(WHITE, Point(0, 0)), Move(BLACK, Point(1, 0)))
    game = Game(Board.empty(2), moves)
    boards = [position.board for position in game.replay()]
    assert boards == [diagram(picture) for picture in (". . / . .", ". X / . .", "O X / . .", ". X / X .")]
    assert game.end() == Position(diagram(". X / X ."), WHITE, diagram("O X / . ."))


def test_a_replay_ends_with_the_first_illegal_move() -> None:
    moves = (Move(BLACK, Point(0, 1)), Move(WHITE, None), Move(BLACK, Point(0, 1)), Move(WHITE, Point(0, 0)))
    end = Game(Board.empty(2), moves).end()
    assert end == IllegalMove(3, Illegal(BLACK, Point(0, 1), Reason.OCCUPIED))
    assert str(end) == "move 3: black at (0, 1) is illegal: the point is occupied"


def test_a_colour_may_move_twice_in_a_record() -> None:
    moves = tuple(Move(BLACK, Point(0, column)) for column in range(3))
    end = Game(Board.empty(1, 4), moves).end()
    assert end == Position(diagram("X X X ."), WHITE, diagram("X X . ."))


@pytest.mark.parametrize("board", [Board.empty(0), Board.empty(1)])
def test_a_tiny_game_can_only_be_passed(board: Board) -> None:
    position = Position(board)
    assert position.legal_points() == ()
    assert position.pass_turn().pass_turn().ended
