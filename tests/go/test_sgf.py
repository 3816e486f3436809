"""SGF through sgfmill: rows counted from the top, setup, passes, refusals."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.go import (
    Board,
    Game,
    IllegalMove,
    Malformed,
    Move,
    Point,
    Stone,
    diagram,
    read_sgf,
    write_sgf,
)

BLACK, WHITE = Stone.BLACK, Stone.WHITE
START = diagram("X . . / . . O / . . .")
GAME = Game(START, (Move(BLACK, Point(0, 2)), Move(WHITE, None), Move(BLACK, Point(2, 0))), 6.5)


def test_a_game_is_read_from_the_top_left() -> None:
    text = b"(;GM[1]FF[4]SZ[3]KM[6.5]AB[aa]AW[cb];B[ca];W[];B[ac])"
    assert read_sgf(text) == GAME


def test_a_written_game_is_read_back() -> None:
    assert read_sgf(write_sgf(GAME)) == GAME
    assert b"AB[aa]" in write_sgf(GAME)
    assert b";B[ca]" in write_sgf(GAME).replace(b"\n", b"")
    assert read_sgf(write_sgf(Game(Board.empty(19)))) == Game(Board.empty(19))


def test_only_the_main_line_counts() -> None:
    assert read_sgf(b"(;SZ[3](;B[aa];W[bb])(;B[cc]))") == Game(
        Board.empty(3), (Move(BLACK, Point(0, 0)), Move(WHITE, Point(1, 1)))
    )


def test_an_illegal_record_is_read_and_the_replay_says_which_move() -> None:
    game = read_sgf(b"(;SZ[3];B[aa];W[aa])")
    assert isinstance(game, Game)
    end = game.end()
    assert isinstance(end, IllegalMove)
    assert str(end) == "move 2: white at (0, 0) is illegal: the point is occupied"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "no SGF data found"),
        (b"hello", "no SGF data found"),
        (b"(;B[aa]", "unexpected end of SGF data"),
        (b"(;SZ[1])", "size 1 is not from 2 to 26"),
        (b"(;SZ[5:7])", "bad SZ property: b'5:7'"),
        (b"(;SZ[9]KM[x];B[aa])", "could not convert string to float: b'x'"),
        (b"(;SZ[3];B[zz])", "a move is broken"),
        (b"(;SZ[" + b"9" * 999 + b"])", "size out of range: " + "9" * 61),
        (b"(;CA[no-such])", "unknown encoding: no-such"),
        (b"(;SZ[2]AB[aa][ab][ba][bb])", "setup position not legal"),
    ],
)
def test_what_is_no_sgf_is_refused(data: bytes, what: str) -> None:
    refusal = read_sgf(data)
    assert isinstance(refusal, Malformed)
    assert refusal == Malformed("", f"no readable SGF: {what}", "give one game in SGF FF[4]")


@pytest.mark.parametrize(
    ("board", "shape"), [(Board.empty(3, 4), "3x4"), (Board.empty(1), "1x1"), (Board.empty(27), "27x27")]
)
def test_what_sgf_has_no_board_for(board: Board, shape: str) -> None:
    with pytest.raises(DataError) as refused:
        write_sgf(Game(board))
    fix = "use a square board with a side from 2 to 26"
    assert str(refused.value) == f"game: SGF has no {shape} board\nFix: {fix}"
