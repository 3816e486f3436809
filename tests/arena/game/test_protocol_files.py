"""The two files of the protocol, byte for byte."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gograde.arena.game.protocol_files import Unreadable, read_answer, read_input, write_input
from gograde.arena.game.rules import SIDE, START
from gograde.go import Board, Malformed, Point, Position, Stone, diagram

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


# -- the answers that each profile accepts and refuses -----------------------------------------------------


PASS = None
NO = "refused"
HERE = Point(4, 4)

# Bytes, what they are read as.
TABLE: list[tuple[bytes, object]] = [
    (b"4,4", HERE),
    (b"4,4\n", HERE),
    (b"4,4\r\n", HERE),
    (b"4,4\r", HERE),
    (b"0,3", Point(0, 3)),
    (b"PASS", PASS),
    (b"PASS\n", PASS),
    (b"PASS\r\n", PASS),
    (b"7,2", Point(7, 2)),
    (b"4, 4", HERE),
    (b"4 ,4", HERE),
    (b" 4,4", HERE),
    (b"4,4 ", HERE),
    (b"\t4\t,\t4\t", HERE),
    (b"\x0b4,4\x0c", HERE),
    (b"\x1c4,4\x1d", HERE),
    (b"4,\x1f4", NO),
    (b"4,4\n\n", HERE),
    (b"4,4\nPASS", HERE),
    (b"4,4\n3,3\n", HERE),
    (b"4,4\r3,3", HERE),
    (b"4,4\n\xff\xfe", HERE),
    (b"4,4,", HERE),
    (b"4,4,4", HERE),
    (b"4,4,x", HERE),
    (b"4,4,\xe5\xa5\xbd", HERE),
    (b"+4,4", HERE),
    (b"+4,+4", HERE),
    (b"04,4", HERE),
    (b"004,0004", HERE),
    (b"-1,4", Point(-1, 4)),
    (b"-0,4", Point(0, 4)),
    (b"12,4", Point(12, 4)),
    (b"4,99999999999999999999", Point(4, 10**9)),
    (b"9" * 4300 + b",-" + b"9" * 4300, Point(10**9, -(10**9))),
    (b"0" * 4299 + b"4,4", HERE),
    (b"0" * 4300 + b"4,4", NO),
    (b" PASS", PASS),
    (b"PASS ", PASS),
    (b"\tPASS\t", PASS),
    (b"PASS,", PASS),
    (b"PASS,4", PASS),
    (b"PASS\n4,4", PASS),
    (b"PASS\n\n", PASS),
    (b"", NO),
    (b"\n", NO),
    (b" ", NO),
    (b"\n4,4", NO),
    (b"\r\n4,4", NO),
    (b"\xef\xbb\xbf4,4", NO),
    (b"\xef\xbb\xbfPASS", NO),
    (b"\xff\xfe4\0,\x004\0", NO),
    (b"(4,4)", NO),
    (b"[4,4]", NO),
    (b"4 4", NO),
    (b"4;4", NO),
    (b"44", NO),
    (b"4", NO),
    (b"4,", NO),
    (b",4", NO),
    (b",", NO),
    (b"4,,4", NO),
    (b"4.0,4", NO),
    (b"4e0,4", NO),
    (b"0x4,4", NO),
    (b"++4,4", NO),
    (b"+ 4,4", NO),
    (b"4 4,4", NO),
    (b"pass", NO),
    (b"Pass", NO),
    (b"PASSED", NO),
    (b"PASS 4,4", NO),
    (b"PASS ,4", NO),
    (b"PA\xc5\xbf\xc5\xbf", NO),
    (b"'PASS'", NO),
    (b"move: 4,4", NO),
    (b"4\xef\xbc\x8c4", NO),
    (b"\xef\xbc\x94,4", NO),
    (b"4,\xd9\xa4", NO),
    (b"1_0,4", NO),
    (b"0_4,4", NO),
    (b"4,4_", NO),
    (b"\xc2\xa04,4", NO),
    (b"4\xe2\x80\x83,4", NO),
    (b"4\0,4", NO),
    (b"4,4\0", NO),
    (b"\xb2,4", NO),
    (b"NaN,4", NO),
    (b"4,4#", NO),
    (b"None", NO),
]


def test_an_answer_is_read_or_refused() -> None:
    for data, meant in TABLE:
        assert refused(read_answer(data)) == meant


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


def test_a_refusal_says_what_was_read() -> None:
    for data, text in [
        (b"", "an empty file is no answer; write one line, PASS or row,column"),
        (b"(4,4)\nrest", "'(4,4)' is no answer; write one line, PASS or row,column"),
        (
            b"\x1b[2J\xff",
            r"'\x1b[2J\ufffd' is no answer; write one line, PASS or row,column",
        ),
        (b"x" * 99, f"'{'x' * 40}'… is no answer; write one line, PASS or row,column"),
    ]:
        assert str(read_answer(data)) == text
