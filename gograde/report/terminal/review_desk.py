"""A person decides the programs that wait at a terminal, beside a page that follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gograde.errors import DataError
from gograde.files import write_atomic
from gograde.report.decisions import Queue
from gograde.report.pages.renderer import Pages
from gograde.report.sitting import Sitting
from gograde.report.terminal.review_text import NOTHING_LEFT, keys, review_lines
from gograde.report.waiting import Program
from gograde.report.words.escape import terminal
from gograde.report.words.wording import figure

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
