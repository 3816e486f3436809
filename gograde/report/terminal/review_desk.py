"""A person decides the waiting tests one after the other; each decision is written at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from gograde.classroom.classroom import Override
from gograde.files import write_atomic
from gograde.grading.marks.overrides_file import Written, add_overrides, take_back
from gograde.report.pages.renderer import Pages
from gograde.report.terminal.review_text import review_lines
from gograde.report.waiting import Waiting
from gograde.report.words.escape import terminal
from gograde.scoring.verdict import Verdict

PAGE = "review.html"
"""The file in the work folder that shows the current test."""


class ReviewDesk:
    """The waiting tests, one of which is the current test.

    `decided` are the corrections of this session, each with the index of its test.
    """

    def __init__(self, class_dir: Path, waiting: Sequence[Waiting], by: str, language: str = "en") -> None:
        self._class_dir, self._waiting, self._by = class_dir, waiting, by
        self._pages = Pages(class_dir / "work" / "blobs", language, linked=False)
        self._place = 0
        self.decided: list[tuple[int, Written]] = []
        self.page = class_dir / "work" / PAGE

    @property
    def over(self) -> bool:
        """Whether the last test has been decided or skipped."""
        return self._place >= len(self._waiting)

    @property
    def left(self) -> int:
        """How many tests are undecided."""
        return len(self._waiting) - len(self.decided)

    @property
    def most(self) -> float:
        """The points that the current test is worth."""
        return self._current.test.max_points

    @property
    def _current(self) -> Waiting:
        return self._waiting[self._place]

    def show(self) -> str:
        """Write the page of the current test; returns the same content as text for the terminal."""
        at, most = self._place + 1, len(self._waiting)
        write_atomic(self.page, self._pages.review(self._current, (at, most)).encode())
        text = "\n".join(review_lines(self._current))
        return terminal(f"\n[{at} of {most}] {text}")

    def skip(self) -> None:
        """Go on without a decision."""
        self._place += 1

    def decide(self, points: float, word: str = "") -> None:
        """Write `points` for the current test, and go on; `word` is the reason (default: the points)."""
        assignment, student = self._current.submission
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        ours = self._current.test.verdict is Verdict.JE
        did = "judged what the grader could not" if ours else "looked at the picture"
        reason = f"a person {did}: {word or f'{points:g} of {self.most:g}'}"
        test = self._current.test.name
        override = Override(assignment, student, test, points, self._by, at, reason, decision=word)
        self.decided.append((self._place, add_overrides(self._class_dir, [override])))
        self._place += 1

    def decide_submission(self, word: str, *, right: bool) -> None:
        """Give full or no points to the current and all later tests of its submission."""
        submission = self._current.submission
        while not self.over and self._current.submission == submission:
            self.decide(self.most if right else 0.0, word)

    def back(self) -> str:
        """Go to the previous test, and take its decision back if that was the last; returns a message."""
        if not self._place:
            return "This is the first."
        self._place -= 1
        if not self.decided or self.decided[-1][0] != self._place:
            return ""
        take_back(self.decided.pop()[1])
        return "Taken back."
