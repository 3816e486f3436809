"""A person decides the programs that wait at a terminal, beside a page that follows."""

from __future__ import annotations

import os
import sys
import termios
import tty
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from types import TracebackType

from gograde.errors import DataError
from gograde.files import write_atomic
from gograde.pictures.draw import Diagram, board_text
from gograde.report.decisions import Queue
from gograde.report.pages.renderer import Pages
from gograde.report.sitting import Sitting
from gograde.report.waiting import Program, Seen, Waiting
from gograde.report.words.answers import wrong_in_words
from gograde.report.words.escape import line, terminal
from gograde.report.words.wording import counted, figure

SEEN = {Seen.AGREES: "agrees", Seen.DIFFERS: "differs", Seen.UNREAD: "not read"}

NOTHING_LEFT = "\nNothing is left: u takes the last decision back, any other key ends."

LISTED = 3
"""Points that differ and are named in the line of a test."""

MOST = 32
"""Bytes of one key: those of an arrow are several."""


class Keys:
    """The keyboard of standard input in a block, without echo; Ctrl-C still interrupts."""

    def __init__(self) -> None:
        self._terminal = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._terminal)

    def __enter__(self) -> Keys:
        tty.setcbreak(self._terminal, termios.TCSANOW)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)

    def forget(self) -> None:
        """Drop what was pressed already: it was meant for what stood there before."""
        termios.tcflush(self._terminal, termios.TCIFLUSH)

    def next(self) -> str:
        """The next key; empty when the terminal is gone or its input has ended."""
        try:
            pressed = os.read(self._terminal, MOST).decode("utf-8", "replace")
        except OSError:
            return ""
        return "" if pressed == "\x04" else pressed

    def line(self, question: str) -> str:
        """A line that is typed in answer to a question."""
        self.__exit__(None, None, None)
        try:
            return input(f"{question}: ").strip()
        except EOFError:
            return ""
        finally:
            self.__enter__()


PAGE = "review.html"
"""The file in the work folder that shows what is on the desk."""


class ReviewDesk:
    """The programs that wait, one of which is on the desk."""

    def __init__(self, class_dir: Path, programs: Sequence[Program], by: str, language: str = "en") -> None:
        self._sitting = Sitting(class_dir, programs, by)
        self._pages = Pages(class_dir / "work" / "blobs", language, linked=False)
        self.page = class_dir / "work" / PAGE

    @property
    def queue(self) -> Queue:
        return self._sitting.queue

    @property
    def decided(self) -> int:
        return self._sitting.decided

    @property
    def over(self) -> bool:
        """Whether the last program has been decided or skipped."""
        return self._sitting.over

    @property
    def summary(self) -> str:
        """How many tests are decided in this session, and how many wait."""
        return self._sitting.summary

    def show(self) -> str:
        """Write the page of what is on the desk; returns the same content as text for the terminal."""
        if self.over:
            return NOTHING_LEFT
        shown, place = self._sitting.shown, self._sitting.place
        write_atomic(self.page, self._pages.review(shown, place).encode())
        head = f"[program {place[0]} of {place[1]}, {len(self.queue.ahead)} left]"
        singly = self.queue.singly
        return terminal(
            "\n".join(["", head, *review_lines(shown.tests, singly=singly), keys(shown.tests, singly=singly)])
        )

    def press(self, key: str, ask: Callable[[str], str]) -> str:
        """Do what a key is for, which may `ask` for a line; returns what there is to say."""
        try:
            return terminal(self._press(key, ask))
        except DataError as error:
            return terminal(str(error))

    def _press(self, key: str, ask: Callable[[str], str]) -> str:
        sitting = self._sitting
        if key in ("a", "A"):
            return sitting.decide("right", whole=key == "A")
        if key in ("r", "R"):
            return sitting.decide("wrong", whole=key == "R")
        if key == "p" and sitting.queue.singly:
            return sitting.give(ask(f"points, 0 to {figure(sitting.most)}") if sitting.most else "")
        if key == "c":
            sitting.comment = ask("comment on the next decision")
            return ""
        if key == "o":
            return sitting.one_by_one()
        if key == "s":
            return sitting.skip()
        return sitting.undo() if key == "u" else f"{key!r} means nothing here."


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
