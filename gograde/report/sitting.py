"""A person decides the programs that wait, one after the other; each decision is written at once.

After what shows a program's style its pictures are scored again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gograde.classroom.classroom import Override, load_class
from gograde.core.verdict import Verdict
from gograde.errors import GogradeError
from gograde.grading.marks.overrides_file import add_overrides, take_out
from gograde.report.results import read_record
from gograde.report.waiting import Candidate, DecidedTests, Ruling, Word, corrections, look_row, now
from gograde.report.words.wording import counted
from gograde.workflow import lock
from gograde.workflow.steps.gradebook import make_gradebook
from gograde.workflow.steps.score import score_students

WORDS: Mapping[str, Word] = {"a": "right", "r": "wrong"}
"""What the keys say of one test; the capital letters say it of all that wait."""

NOTHING_WAITS = "Nothing of this program waits: choose a picture by its number, or go on to the next."


@dataclass(frozen=True)
class _Desk:
    """The programs ahead; of the first, the test that is asked about, and the verdicts seen first.

    `decided` tests are so far, and `left` were passed by.
    """

    ahead: tuple[DecidedTests, ...]
    decided: int = 0
    left: int = 0
    name: str = ""
    before: Mapping[str, Verdict] = field(default_factory=dict)


class Sitting:
    """The programs that wait, the first of which a person looks at, and the way back.

    `by` is who decides, and `comment` goes with a decision.  What a method returns is what there is to say.
    A decision raises `DataError` where somebody else has decided meanwhile, and nothing is written.  `rows`
    are those written last; `wrote` is whether there are some that the marks do not know.
    """

    def __init__(self, class_dir: Path, programs: Sequence[DecidedTests], by: str) -> None:
        self._class_dir, self._count = class_dir, len(programs)
        self._past: list[tuple[_Desk, Sequence[Override]]] = []
        self._desk = _Desk(tuple(programs), before=_verdicts(programs[0]) if programs else {})
        self.by, self.comment, self.wrote = by, "", False
        self.rows: Sequence[Override] = ()

    @property
    def over(self) -> bool:
        """Whether the last program has been decided or skipped."""
        return not self._desk.ahead

    @property
    def shown(self) -> DecidedTests:
        """What the person looks at; not for a sitting that is over."""
        return self._desk.ahead[0]

    @property
    def current(self) -> Candidate | None:
        """The test that is asked about: one that was chosen, else the first that waits."""
        chosen = [one for one in self.shown.tests if one.test.name == self._desk.name]
        return next(iter((*chosen, *self.shown.waits)), None)

    @property
    def place(self) -> tuple[int, int]:
        """The number of the program that is shown, from 1, and how many there are."""
        return self._count - len(self._desk.ahead) + 1, self._count

    @property
    def decided(self) -> int:
        """How many tests are decided in this sitting."""
        return self._desk.decided

    @property
    def summary(self) -> str:
        """How many tests are decided in this sitting, and how many wait."""
        left = self._desk.left + sum(len(one.waits) for one in self._desk.ahead)
        return f"{self.decided} decided, {left} left."

    def decide(self, word: Word, tests: Sequence[Candidate]) -> str:
        """Accept or reject tests of the program, and what looks the same."""
        rows = corrections(self.shown, tests, Ruling(word, self.by, now(), self.comment))
        return self._write(rows, f"{counted(len(rows), 'test')}: {word}.", len(rows))

    def look(self, corners: str, kinds: str) -> str:
        """Show where the board of the picture that is asked about lies; raises `UsageError` for bad words."""
        if self.current is None:
            return NOTHING_WAITS
        return self._write([look_row(self.current, corners, kinds, (self.by, now()))], "Shown.", 0)

    def go(self, number: str) -> str:
        """Ask about another test of the sheet, by its number from 1."""
        tests = self.shown.tests
        if not number.isdecimal() or not 1 <= int(number) <= len(tests):
            return f"{number!r} is no number from 1 to {len(tests)}."
        return self._turn(replace(self._desk, name=tests[int(number) - 1].test.name))

    def next(self) -> str:
        """Leave the program, whatever waits of it."""
        return self._turn(self._next(len(self.shown.waits)))

    def undo(self) -> str:
        """Go back by one step, and take back what it wrote."""
        if not self._past:
            return "Nothing of this review is left to undo: a row of overrides.csv is taken out there."
        desk, rows = self._past[-1]
        if rows:
            take_out(self._class_dir, rows)
            self.wrote = True
        self._past.pop()
        self._desk = desk
        return f"Taken back: {counted(len(rows), 'row')}." + self._rescored(rows) if rows else ""

    def renew(self) -> None:
        """See the program as it is now: somebody else may have decided, or it was graded again."""
        given = load_class(self._class_dir).overrides
        while self._desk.ahead:
            first = self._fresh(given)
            self._desk = replace(self._desk, ahead=(first, *self._desk.ahead[1:]))
            if first.tests:
                return
            self._desk = self._next(0)

    def _fresh(self, overrides: Sequence[Override]) -> DecidedTests:
        """The program that is shown, as its files say now."""
        shown = self.shown
        own = tuple(one for one in overrides if (one.assignment, one.student) == shown.submission)
        record = read_record(self._class_dir, shown.result.entry)
        return DecidedTests(replace(shown.result, automatic=record), own, self._desk.before)

    def _next(self, left: int) -> _Desk:
        ahead = self._desk.ahead[1:]
        before = _verdicts(ahead[0]) if ahead else {}
        return _Desk(ahead, self.decided, self._desk.left + left, before=before)

    def _write(self, rows: Sequence[Override], said: str, number: int) -> str:
        add_overrides(self._class_dir, rows)
        self.rows = rows
        self.wrote = True
        self._turn(replace(self._desk, decided=self.decided + number, name=""), rows)
        program = self._fresh(load_class(self._class_dir).overrides)
        return said + self._rescored(rows) if program.waits or program.rejected else said

    def _turn(self, desk: _Desk, rows: Sequence[Override] = ()) -> str:
        self._past.append((self._desk, rows))
        self._desk = desk
        return ""

    def _rescored(self, rows: Sequence[Override]) -> str:
        """Score the program again after rows that show its style; says what became of its pictures."""
        if not any(one.picture for one in rows):
            return ""
        try:
            rescore(self._class_dir, *self.shown.submission)
        except GogradeError as error:
            return f"\nNot rescored: {error.where}: {error.what}.  gograde run does it."
        program = self._fresh(load_class(self._class_dir).overrides)
        right, every = program.standing
        return f"\nRescored: {right} of {counted(every, 'picture')} accepted now, {len(program.waits)} wait."


def _verdicts(program: DecidedTests) -> Mapping[str, Verdict]:
    return {test.name: test.verdict for test in program.result.automatic.tests}


def pressed(sitting: Sitting, key: str, comment: str) -> str:
    """Do what a key is for, with a comment on what it decides; returns what there is to say."""
    sitting.comment = comment
    if key == "u":
        return sitting.undo()
    if sitting.over:
        return "Nothing is left."
    if key.lower() in WORDS:
        tests = sitting.shown.waits if key.isupper() or not sitting.current else (sitting.current,)
        return sitting.decide(WORDS[key.lower()], tests) if tests else NOTHING_WAITS
    return sitting.next() if key == "n" else f"{key!r} means nothing here."


def rescore(class_dir: Path, assignment: str, student: str) -> None:
    """Score the run of a submission again, with all that persons saw in its pictures.

    Raises `DataError` without a plan, `UsageError` while a
    grader is at work, `JudgeError` without the run or a sandbox.
    """
    classroom = load_class(class_dir)
    with lock.grader(classroom.work):
        score_students(classroom, assignment, [student])


def renew_marks(class_dir: Path) -> None:
    """Make the gradebook of the scores as they are; raises `DataError` without a plan or all scores."""
    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        make_gradebook(classroom)
