"""A person decides the programs that wait, one after the other; each decision is written at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from gograde.errors import DataError
from gograde.files import write_atomic
from gograde.grading.marks.overrides_file import Written, add_overrides, take_back
from gograde.report.decisions import Queue, Ruling, Word, corrections, now
from gograde.report.pages.renderer import Pages
from gograde.report.terminal.review_text import (
    NOTHING_AGREES,
    NOTHING_DIFFERS,
    NOTHING_LEFT,
    keys,
    review_lines,
)
from gograde.report.waiting import Program, Waiting
from gograde.report.words.escape import terminal
from gograde.report.words.wording import counted, figure

PAGE = "review.html"
"""The file in the work folder that shows what is on the desk."""


class ReviewDesk:
    """The programs that wait, one of which is on the desk."""

    def __init__(self, class_dir: Path, programs: Sequence[Program], by: str, language: str = "en") -> None:
        self._class_dir, self._programs, self._by = class_dir, tuple(programs), by
        self._pages = Pages(class_dir / "work" / "blobs", language, linked=False)
        self._before: list[tuple[Queue, Written | None, int]] = []
        self.queue = Queue(self._programs)
        self.decided = 0
        self._comment = ""
        self.page = class_dir / "work" / PAGE

    @property
    def over(self) -> bool:
        """Whether the last program has been decided or skipped."""
        return not self.queue.ahead

    @property
    def summary(self) -> str:
        """How many tests are decided in this session, and how many wait."""
        every = sum(len(program.tests) for program in self._programs)
        return f"{self.decided} decided, {every - self.decided} left."

    def show(self) -> str:
        """Write the page of what is on the desk; returns the same content as text for the terminal."""
        if self.over:
            return NOTHING_LEFT
        shown, left = self.queue.shown, len(self.queue.ahead)
        place = len(self._programs) - left + 1, len(self._programs)
        write_atomic(self.page, self._pages.review(Program(shown), place).encode())
        head = f"[program {place[0]} of {place[1]}, {left} left]"
        singly = self.queue.singly
        return terminal(
            "\n".join(["", head, *review_lines(shown, singly=singly), keys(shown, singly=singly)])
        )

    def press(self, key: str, ask: Callable[[str], str]) -> str:
        """Do what a key is for, which may `ask` for a line; returns what there is to say."""
        if key in ("a", "A"):
            return self._decide("right", whole=key == "A")
        if key in ("r", "R"):
            return self._decide("wrong", whole=key == "R")
        if key == "p" and self.queue.singly:
            return self._give(ask)
        if key == "c":
            self._comment = ask("comment on the next decision")
            return ""
        if key == "o":
            return self._go(self.queue.one_by_one(), None, 0)
        if key == "s":
            return self._go(self.queue.without(self.queue.shown), None, 0)
        return self._undo() if key == "u" else terminal(f"{key!r} means nothing here.")

    def _decide(self, word: Word, *, whole: bool) -> str:
        tests = self.queue.chosen(word, whole=whole)
        if not tests:
            return NOTHING_AGREES if word == "right" else NOTHING_DIFFERS
        return self._write(tests, word)

    def _give(self, ask: Callable[[str], str]) -> str:
        """Give points to the test that is shown."""
        most = self.queue.shown[0].test.max_points
        if not most:
            return "It is worth nothing: a accepts it, r rejects it."
        said = ask(f"points, 0 to {figure(most)}")
        points = float(said) if re.fullmatch(r"[0-9]{1,9}([.][0-9]{1,9})?", said) else -1
        if not 0 <= points <= most:
            return terminal(f"{said!r} is no number from 0 to {figure(most)}.")
        return self._write(self.queue.shown, "", points)

    def _undo(self) -> str:
        """Go back by one key, and take back what it decided; returns what there is to say."""
        if not self._before:
            return "This is the first."
        queue, written, number = self._before[-1]
        if written is not None:
            try:
                take_back(written)
            except DataError as error:
                return terminal(str(error))
        self._before.pop()
        self.queue = queue
        self.decided -= number
        return f"Taken back: {counted(number, 'decision')}." if number else ""

    def _write(self, tests: Sequence[Waiting], word: Word, points: float = 0.0) -> str:
        ruling = Ruling(word, self._by, now(), self._comment, points)
        try:
            written = add_overrides(self._class_dir, corrections(tests, ruling))
        except DataError as error:
            return terminal(str(error))
        self._comment = ""
        self._go(self.queue.without(tests), written, len(tests))
        return f"{counted(len(tests), 'test')}: {word or counted(points, 'point')}."

    def _go(self, queue: Queue, written: Written | None, number: int) -> str:
        self._before.append((self.queue, written, number))
        self.queue = queue
        self.decided += number
        return ""
