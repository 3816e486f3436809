"""The two files of the protocol, byte for byte."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gograde.arena.game.protocol_files import Unreadable, read_answer, read_input, write_input
from gograde.arena.game.rules import SIDE, START
from gograde.go import Board, Point, Position, Stone, diagram
from tests.golden import values_agree

ZEROS = b"00000\n" * 5


def test_the_first_input_is_61_bytes_without_a_newline_at_the_end() -> None:
    data = write_input(START)
    assert data == b"1\n" + ZEROS + ZEROS[:-1]
    assert len(data) == 61


def test_the_example_of_the_handout() -> None:
    before = diagram(". . X X . / . . O X . / . . O . . / . O . . . / . . . . .")
    now = diagram(". . X X . / . . O X . / . . O . . / . O . X . / . . . . .")
    assert write_input(Position(now, Stone.WHITE, before)) == (
        b"2\n00110\n00210\n00200\n02000\n00000\n00110\n00210\n00200\n02010\n00000"
    )


def test_what_was_passed_on_is_the_same_board_twice() -> None:
    board = diagram("X . . . . / . . . . . / . . . . . / . . . . . / . . . . O")
    position = Position(board, Stone.BLACK, board, passes=1)
    rows = b"10000\n00000\n00000\n00000\n00002"
    assert write_input(position) == b"1\n" + rows + b"\n" + rows
    assert read_input(write_input(position)) == position


boards = st.binary(min_size=SIDE * SIDE, max_size=SIDE * SIDE).map(
    lambda data: Board(SIDE, SIDE, bytes(byte % 3 for byte in data))
)


@given(boards, boards, st.sampled_from([Stone.BLACK, Stone.WHITE]))
def test_what_is_written_is_read_back(before: Board, now: Board, stone: Stone) -> None:
    position = Position(now, stone, before, passes=int(before == now))
    assert read_input(write_input(position)) == position


GOOD = write_input(START)


@pytest.mark.parametrize("data", [GOOD, GOOD + b"\n", GOOD.replace(b"\n", b"\r\n")])
def test_the_line_ends_of_editors_are_forgiven(data: bytes) -> None:
    assert read_input(data) == START


def test_anything_else_is_refused() -> None:
    values_agree("arena/inputs.txt", read_input=read_input, GOOD=GOOD)


# -- the answers that each profile accepts and refuses -----------------------------------------------------


PASS = None
NO = "refused"


def test_an_answer_is_read_or_refused_with_what_was_read() -> None:
    values_agree("arena/answers.txt", read=lambda data: str(read_answer(data) or "PASS"))


def refused(read: Point | Unreadable | None) -> object:
    return NO if isinstance(read, Unreadable) else read


def first_judge(text: str) -> object:
    """What the course's first judge read, as it is told of it: Python's own text methods."""
    fields = io.TextIOWrapper(io.BytesIO(text.encode("ascii")), newline=None).readline().strip().split(",")
    if fields[0] == "PASS":
        return PASS
    try:
        return Point(int(fields[0]), int(fields[1]))
    except (ValueError, IndexError):
        return NO


@given(st.text(st.sampled_from("0123479+-,, PAS\n\r\t\x0b\x1c\x00."), max_size=9))
@example("4, 4\r\nx")
@example("\x1d4,\x1e4")
def test_ascii_is_read_as_by_the_first_judge(text: str) -> None:
    assert refused(read_answer(text.encode())) == first_judge(text)
