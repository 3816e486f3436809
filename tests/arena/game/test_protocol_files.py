"""The two files of the protocol, byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.game.five_by_five import SIDE, START, View
from gograde.arena.game.protocol_files import read_input, write_input
from gograde.go import Board, Malformed, Position, Stone, diagram

ZEROS = b"00000\n" * 5


def test_the_first_input_is_61_bytes_without_a_newline_at_the_end() -> None:
    data = write_input(View(START, 1))
    assert data == b"1\n" + ZEROS + ZEROS[:-1]
    assert len(data) == 61


def test_the_example_of_the_handout() -> None:
    before = diagram(". . X X . / . . O X . / . . O . . / . O . . . / . . . . .")
    now = diagram(". . X X . / . . O X . / . . O . . / . O . X . / . . . . .")
    assert write_input(View(Position(now, Stone.WHITE, before), 8)) == (
        b"2\n00110\n00210\n00200\n02000\n00000\n00110\n00210\n00200\n02010\n00000"
    )


def test_what_was_passed_on_is_the_same_board_twice() -> None:
    board = diagram("X . . . . / . . . . . / . . . . . / . . . . . / . . . . O")
    position = Position(board, Stone.BLACK, board, passes=1)
    rows = b"10000\n00000\n00000\n00000\n00002"
    assert write_input(View(position, 3)) == b"1\n" + rows + b"\n" + rows
    assert read_input(write_input(View(position, 3))) == position


boards = st.binary(min_size=SIDE * SIDE, max_size=SIDE * SIDE).map(
    lambda data: Board(SIDE, SIDE, bytes(byte % 3 for byte in data))
)


@given(boards, boards, st.sampled_from([Stone.BLACK, Stone.WHITE]))
def test_what_is_written_is_read_back(before: Board, now: Board, stone: Stone) -> None:
    position = Position(now, stone, before, passes=int(before == now))
    assert read_input(write_input(View(position, 5))) == position


GOOD = write_input(View(START, 1))


@pytest.mark.parametrize("data", [GOOD, GOOD + b"\n", GOOD.replace(b"\n", b"\r\n")])
def test_the_line_ends_of_editors_are_forgiven(data: bytes) -> None:
    assert read_input(data) == START


def test_anything_else_is_refused() -> None:
    for data in [
        b"",
        GOOD + b"\n\n",
        GOOD[:-1],
        b"3" + GOOD[1:],
        b"0" + GOOD[1:],
        GOOD[:-1] + b"3",
        GOOD + b"0",
        b"\n" + GOOD,
    ]:
        refused = read_input(data)
        assert isinstance(refused, Malformed)
        assert str(refused) == "not a colour and two boards"
        assert refused.fix == "give 11 lines: 1 or 2, then ten of five digits"
