"""A person decides the programs that wait, one after the other; each decision is written at once.

A terminal and a page show the same sitting, each with words of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from gograde.grading.marks.overrides_file import Written, add_overrides, take_back
from gograde.report.decisions import Queue, Ruling, Word, corrections, now
from gograde.report.waiting import Program, Waiting
from gograde.report.words.wording import counted, figure

NOTHING_AGREES = "Nothing here agrees with what was read: A accepts all, o shows them one by one."
NOTHING_DIFFERS = "Nothing here differs from what was read: R rejects all, o shows them one by one."


class Sitting:
    """The programs that wait, the first of which a person looks at, and the way back.

    `by` is who decides, and `comment` goes with the next decision.  What a method returns is what there is
    to say.  A decision raises `DataError` where somebody else has decided meanwhile, and nothing is written.
    """

    def __init__(self, class_dir: Path, programs: Sequence[Program], by: str) -> None:
        self._class_dir, self._every = class_dir, len(programs)
        self._before: list[tuple[Queue, Written | None, int]] = []
        self.queue = Queue(tuple(programs))
        self.by, self.comment = by, ""
        self.decided = self._elsewhere = 0
        self._every_test = {one.key for program in programs for one in program.tests}

    @property
    def over(self) -> bool:
        """Whether the last program has been decided or skipped."""
        return not self.queue.ahead

    @property
    def shown(self) -> Program:
        """What the person looks at; not for a sitting that is over."""
        return Program(self.queue.shown)

    @property
    def place(self) -> tuple[int, int]:
        """The number of the program that is shown, from 1, and how many there are."""
        return self._every - len(self.queue.ahead) + 1, self._every

    @property
    def summary(self) -> str:
        """How many tests are decided in this sitting, and how many wait."""
        return f"{self.decided} decided, {len(self._every_test) - self._elsewhere - self.decided} left."

    def decide(self, word: Word, *, whole: bool) -> str:
        """Accept or reject all of the program, or those of which the reader thinks so too."""
        tests = self.queue.chosen(word, whole=whole)
        if not tests:
            return NOTHING_AGREES if word == "right" else NOTHING_DIFFERS
        return self._write(tests, word)

    def give(self, said: str) -> str:
        """Give points to the test that is shown singly."""
        most = self.most
        if not most:
            return "It is worth nothing: a accepts it, r rejects it."
        points = float(said) if re.fullmatch(r"[0-9]{1,9}([.][0-9]{1,9})?", said) else -1
        if not 0 <= points <= most:
            return f"{said!r} is no number from 0 to {figure(most)}."
        return self._write(self.queue.shown, "", points)

    @property
    def most(self) -> float:
        """What the test that is shown is worth."""
        return self.queue.shown[0].test.max_points

    def one_by_one(self) -> str:
        return self._go(self.queue.one_by_one(), None, 0)

    def skip(self) -> str:
        return self._go(self.queue.without(self.queue.shown), None, 0)

    def undo(self) -> str:
        """Go back by one step, and take back what it decided."""
        if not self._before:
            return "This is the first."
        queue, written, number = self._before[-1]
        if written is not None:
            take_back(written)
        self._before.pop()
        self.queue = queue
        self.decided -= number
        return f"Taken back: {counted(number, 'decision')}." if number else ""

    def renew(self, waits: Iterable[Waiting]) -> None:
        """Leave out what waits no longer, since somebody else decided it, and take each test as it is now."""
        now = {one.key: one for one in waits}
        self.queue = self.queue.only(now)
        self._elsewhere = len(self._every_test - now.keys()) - self.decided

    def _write(self, tests: Sequence[Waiting], word: Word, points: float = 0.0) -> str:
        ruling = Ruling(word, self.by, now(), self.comment, points)
        written = add_overrides(self._class_dir, corrections(tests, ruling))
        self.comment = ""
        self._go(self.queue.without(tests), written, len(tests))
        return f"{counted(len(tests), 'test')}: {word or counted(points, 'point')}."

    def _go(self, queue: Queue, written: Written | None, number: int) -> str:
        self._before.append((self.queue, written, number))
        self.queue = queue
        self.decided += number
        return ""
