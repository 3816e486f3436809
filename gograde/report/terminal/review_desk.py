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

from gograde.classroom.classroom import load_class
from gograde.errors import GogradeError
from gograde.files import write_atomic
from gograde.pictures.diagram import Diagram, board_text
from gograde.report.pages.renderer import Pages
from gograde.report.sitting import Sitting, pressed
from gograde.report.waiting import Candidate, Program, corners_of
from gograde.report.words.answers import wrong_in_words
from gograde.report.words.escape import line, terminal
from gograde.report.words.wording import counted

NOTHING_LEFT = "\nNothing is left: u takes the last key back, any other key ends."

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

KEYS = (
    "[a]ccept  [r]eject  [l]ook: show where its board lies  [A]ccept/[R]eject all {} that wait  "
    "[g]o to a number  [n]ext program  [u]ndo  [q]uit"
)

CORNERS = "pixels of the points at the top left and the bottom right, x y x y (empty: it cannot be read)"
KINDS = "row and column from 0 of an empty point, a black and a white stone, as 0 0, 0 2, - (empty: none)"
NOTHING_SHOWN = "Nothing was shown: accept or reject it."


class ReviewDesk:
    """The programs that wait, one of which is on the desk; `comment` goes with every decision."""

    def __init__(self, class_dir: Path, programs: Sequence[Program], by: str, comment: str = "") -> None:
        self.sitting = Sitting(class_dir, programs, by)
        language = load_class(class_dir).config.language
        self._pages = Pages(class_dir / "work" / "blobs", language, linked=False)
        self._comment, self.page = comment, class_dir / "work" / PAGE

    def show(self) -> str:
        """Write the page of what is on the desk; returns the same content as text for the terminal."""
        self.sitting.renew()
        if self.sitting.over:
            return NOTHING_LEFT
        shown, place = self.sitting.shown, self.sitting.place
        write_atomic(self.page, self._pages.review(shown, self.sitting.current, place).encode())
        head = f"[program {place[0]} of {place[1]}]"
        asked = KEYS.format(len(shown.waits))
        return terminal("\n".join(["", head, *review_lines(shown, self.sitting.current), asked]))

    def press(self, key: str, ask: Callable[[str], str]) -> str:
        """Do what a key is for, which may `ask` for a line; returns what there is to say."""
        try:
            return terminal(self._press(key, ask))
        except GogradeError as error:
            return terminal(str(error))

    def _press(self, key: str, ask: Callable[[str], str]) -> str:
        if self.sitting.over or key not in ("g", "l"):
            return pressed(self.sitting, key, self._comment)
        if key == "g":
            return self.sitting.go(ask("number"))
        corners = ask(CORNERS)
        return self.sitting.look(corners, ask(KINDS)) if corners else NOTHING_SHOWN


def review_lines(program: Program, asked: Candidate | None) -> tuple[str, ...]:
    """Whose program, a line for each test of its sheet, and the boards of the test that is asked about."""
    student, waits = program.result.student, program.waits
    points = sum(one.test.max_points for one in waits)
    worth = (
        f"to decide: {len(waits)} of {counted(len(program.tests), 'test')}, worth {counted(points, 'point')}"
    )
    head = f"{program.submission[0]}  {line(f'{student.name} ({student.id})')}  {worth}"
    wide = max(len(one.test.name) for one in program.tests)
    lines = (
        f"{'>' if one == asked else ' '}{number:3} {_test_line(one, wide)}"
        for number, one in enumerate(program.tests, 1)
    )
    return (head, *lines, *(_boards(asked) if asked else ()))


def _test_line(one: Candidate, wide: int) -> str:
    pictures = ", ".join(picture.name for picture in one.own)
    said = [part for part in (pictures, one.reason, *_differences(one)[:LISTED]) if part]
    was = f"{one.before.value} -> " if one.before else ""
    state = f"{was}{one.test.verdict.value} {one.seen}"
    return f"{line(one.test.name):{wide}}  {state:14}  {line('; '.join(said))}"


def _differences(one: Candidate) -> tuple[str, ...]:
    readings = (one.reading(picture) for picture in one.own)
    return tuple(words for reading in readings if reading for words in wrong_in_words(reading.wrong))


def _boards(one: Candidate) -> list[str]:
    """The expected board beside the board that was read, and where that lies."""
    reading = next((found for picture in one.own if (found := one.reading(picture))), None)
    read = reading.board if reading else None
    boards = [("expected", one.expected), ("read", read)]
    columns = [[name, *board_text(Diagram(board))] for name, board in boards if board]
    wide = max((len(cell) for column in columns for cell in column), default=0)
    pairs = zip_longest(*columns, fillvalue="")
    rows = ["    ".join(f"{cell:{wide}}" for cell in cells).rstrip() for cells in pairs]
    corners = corners_of(one)
    return [*rows, f"read with its corners at the pixels {corners}"] if read and corners else rows
