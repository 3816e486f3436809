"""The terminal's text about a program that waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from gograde.pictures.draw import Diagram, board_text
from gograde.report.waiting import Seen, Waiting
from gograde.report.words.answers import wrong_in_words
from gograde.report.words.escape import line
from gograde.report.words.wording import counted

SEEN = {Seen.AGREES: "agrees", Seen.DIFFERS: "differs", Seen.UNREAD: "not read"}
NOTHING_LEFT = "\nNothing is left: u takes the last decision back, any other key ends."
LISTED = 3
"""Points that differ and are named in the line of a test."""


def keys(tests: Sequence[Waiting], *, singly: bool) -> str:
    """The keys and what they do with these tests."""
    rest = "[c]omment  [s]kip  [u]ndo  [q]uit"
    if singly:
        return f"[a]ccept  [r]eject  [p]oints  [A]/[R] all that are left of this program  {rest}"
    agree, differ = (sum(one.seen is seen for one in tests) for seen in (Seen.AGREES, Seen.DIFFERS))
    few = f"[a]ccept the {agree} that agree  [r]eject the {differ} that differ"
    return f"{few}  [A]ccept/[R]eject all {len(tests)}  [o]ne by one  {rest}"


def review_lines(tests: Sequence[Waiting], *, singly: bool) -> tuple[str, ...]:
    """Whose program, and a line for each test; of a single one also the boards, side by side."""
    student, points = tests[0].result.student, sum(one.test.max_points for one in tests)
    worth = f"{counted(len(tests), 'test')}, worth {counted(points, 'point')}"
    head = f"{tests[0].submission[0]}  {line(f'{student.name} ({student.id})')}  {worth}"
    wide = max(len(one.test.name) for one in tests)
    lines = [head, *(f"  {_test_line(one, wide)}" for one in tests)]
    return (*lines, *_boards(tests[0])) if singly else tuple(lines)


def _test_line(one: Waiting, wide: int) -> str:
    pictures = ", ".join(picture.name for picture in one.own)
    said = [part for part in (pictures, one.reason, *_differences(one)[:LISTED]) if part]
    return f"{line(one.test.name):{wide}}  {SEEN[one.seen]:8}  {line('; '.join(said))}"


def _differences(one: Waiting) -> tuple[str, ...]:
    readings = (one.reading(picture) for picture in one.own)
    return tuple(words for reading in readings if reading for words in wrong_in_words(reading.wrong))


def _boards(one: Waiting) -> list[str]:
    """The expected board beside the board that was read."""
    readings = (one.reading(picture) for picture in one.own)
    read = next((reading.board for reading in readings if reading and reading.board), None)
    boards = [("expected", one.expected), ("read", read)]
    columns = [_column(name, board) for name, board in boards if board]
    return ["    ".join(cells).rstrip() for cells in zip_longest(*columns, fillvalue="")]


def _column(name: str, board: tuple[str, ...]) -> list[str]:
    """The heading and the rows of a board, padded to one width."""
    text = [name, *board_text(Diagram(board))]
    wide = max(map(len, text))
    return [line.ljust(wide) for line in text]
