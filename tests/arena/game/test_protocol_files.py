"""The two files of the protocol, byte for byte."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gograde.arena.game.protocol_files import Unreadable, read_answer, read_input, write_input
from gograde.arena.game.rules import SIDE, START
from gograde.go import Board, Point, Position, Stone
from tests.golden import values_agree

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
