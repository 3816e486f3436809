"""What a person decides of programs that wait: the queue of them, and the corrections that come of it.

Plain values and functions, pure but for the clock of `now`; a terminal and a page call the same ones.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from gograde.classroom.classroom import OVERRIDE_COLUMNS, Override
from gograde.report.waiting import Program, Seen, Waiting
from gograde.report.words.wording import figure
from gograde.scoring.settled import seen_in
from gograde.scoring.verdict import Verdict

Word = Literal["right", "wrong", ""]


@dataclass(frozen=True)
class Ruling:
    """What a person says of tests: a word, or else `points`; `by` whom, `at` what time, with a comment."""

    word: Word
    by: str
    at: str
    comment: str = ""
    points: float = 0.0


def corrections(tests: Sequence[Waiting], ruling: Ruling) -> tuple[Override, ...]:
    """The correction of each test.

    One that is right by the only picture that the person was shown for it names that picture.
    """
    return tuple(_correction(one, ruling) for one in tests)


def _correction(one: Waiting, ruling: Ruling) -> Override:
    most, right = one.test.max_points, ruling.word == "right"
    points = most if right else 0.0 if ruling.word else ruling.points
    assignment, student = one.submission
    return Override(
        assignment,
        student,
        one.test.name,
        points,
        ruling.by,
        ruling.at,
        _reason(one, ruling),
        decision=ruling.word,
        picture=_seen(one) if right else "",
    )


def _seen(one: Waiting) -> str:
    """The word for the only picture that the person was shown, and the board that it should show."""
    return seen_in(one.own[0].sha256, one.expected) if len(one.own) == 1 and one.expected else ""


def _reason(one: Waiting, ruling: Ruling) -> str:
    ours = one.test.verdict is Verdict.JE
    did = "judged what the grader could not" if ours else "looked at the picture"
    said = ruling.word or f"{figure(ruling.points)} of {figure(one.test.max_points)}"
    return f"a person {did}: {said}" + (f" ({ruling.comment})" if ruling.comment else "")


def now() -> str:
    """The time of a decision that is made now."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def in_json(one: Override) -> Mapping[str, Any]:
    """A decision as JSON values, with the names of the columns of `overrides.csv`."""
    told = {"assignment": one.assignment, "student_id": one.student}
    return told | {name: getattr(one, name) for name in OVERRIDE_COLUMNS if name not in told}


# -- the queue ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Queue:
    """The programs ahead, the first of which a person looks at; `singly` one test of it after the other."""

    ahead: tuple[Program, ...]
    singly: bool = False

    @property
    def shown(self) -> tuple[Waiting, ...]:
        """The tests that the person looks at."""
        tests = self.ahead[0].tests if self.ahead else ()
        return tests[:1] if self.singly else tests

    def chosen(self, word: Word, *, whole: bool) -> tuple[Waiting, ...]:
        """The tests that a word decides: all of the program, or those of which the reader thinks so too.

        Of tests that are shown singly it decides the one that is shown.
        """
        if whole:
            return self.ahead[0].tests
        seen = Seen.AGREES if word == "right" else Seen.DIFFERS
        return tuple(one for one in self.shown if self.singly or one.seen is seen)

    def without(self, tests: Collection[Waiting]) -> Queue:
        """The queue after tests of the first program are decided or skipped."""
        left = tuple(one for one in self.ahead[0].tests if one not in tests)
        if not left:
            return Queue(self.ahead[1:])
        return replace(self, ahead=(Program(left), *self.ahead[1:]))

    def only(self, waits: Mapping[tuple[str, str, str], Waiting]) -> Queue:
        """The queue with those of its tests that wait now, by assignment, student and name."""
        left = [tuple(waits[test.key] for test in one.tests if test.key in waits) for one in self.ahead]
        same = bool(left and left[0])
        return Queue(tuple(Program(tests) for tests in left if tests), singly=self.singly and same)

    def one_by_one(self) -> Queue:
        return replace(self, singly=True)
