"""The terminal's text about a test that waits for a person."""

from __future__ import annotations

from itertools import zip_longest

from gograde.pictures.draw import Diagram, board_text
from gograde.report.waiting import Waiting
from gograde.report.words.answers import board_of, wrong_in_words
from gograde.report.words.wording import counted


def review_lines(one: Waiting) -> tuple[str, ...]:
    """Who, which test, why it waits, and the expected board beside the board that was read."""
    student = one.result.student
    head = f"{one.submission[0]}  {student.name} ({student.id})  {one.test.name}"
    worth = f"worth {counted(one.test.max_points, 'point')}"
    lines = [f"{head}, {worth}", *([one.reason] if one.reason else [])]
    expected = board_of(one.test.cause.expected) if one.test.cause else None
    read = next((reading for reading in one.test.readings if reading.board), None)
    boards = [("expected", expected), ("read", read.board if read else None)]
    lines += _side_by_side([(name, board) for name, board in boards if board])
    return (*lines, *(wrong_in_words(read.wrong) if read else ()))


def _side_by_side(boards: list[tuple[str, tuple[str, ...]]]) -> list[str]:
    columns = [_column(name, board) for name, board in boards]
    return ["    ".join(cells).rstrip() for cells in zip_longest(*columns, fillvalue="")]


def _column(name: str, board: tuple[str, ...]) -> list[str]:
    """The heading and the rows of a board, padded to one width."""
    text = [name, *board_text(Diagram(board))]
    wide = max(map(len, text))
    return [line.ljust(wide) for line in text]
