"""The tests that a person must decide: pictures that are not sure, and faults that the grader repeats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Override, load_class
from gograde.grading.faults import FAULT_TWICE
from gograde.grading.marks.assessment import assess
from gograde.grading.marks.doubts import Doubt, doubts_of
from gograde.report.results import Result, Results, load_part
from gograde.report.words.answers import board_of
from gograde.scoring.record import PictureScore, Reading, ScoreRecord, TestScore, WrongPoint
from gograde.scoring.totals import decided
from gograde.scoring.verdict import Verdict

MOST_WRONG = 9
"""Points at which a doubtful board may differ from the expected one: as many as a reading names in words."""


class Seen(StrEnum):
    """Whether the board that was read from a test's picture, without being sure, is the expected one."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNREAD = "unread"


@dataclass(frozen=True)
class Waiting:
    """A test that a person must decide, with the result that it belongs to."""

    result: Result
    test: TestScore

    @property
    def submission(self) -> tuple[str, str]:
        """The ids of the assignment and the student."""
        return self.result.assignment.id, self.result.student.id

    @property
    def key(self) -> tuple[str, str, str]:
        """The ids of the assignment and the student, and the name of the test."""
        return (*self.submission, self.test.name)

    @property
    def every(self) -> tuple[PictureScore, ...]:
        """All pictures of the run."""
        runs = (run for run in self.result.automatic.runs if run.batch == self.test.batch)
        return tuple(picture for run in runs for picture in run.pictures)

    @property
    def own(self) -> tuple[PictureScore, ...]:
        """The pictures that the question is about; none when it is about all of the run.

        Where a picture was accepted and the test waits all the same, others speak against it.
        """
        if any(reading.outcome == "accepted" for reading in self.test.readings):
            return ()
        read = {reading.picture for reading in self.test.readings}
        return tuple(picture for picture in self.every if picture.name in read)

    @property
    def reason(self) -> str:
        """Why the test waits."""
        return (self.test.verdict is Verdict.JE and fault_words(self.result.automatic)) or self.test.message

    @property
    def expected(self) -> tuple[str, ...] | None:
        """The board that a picture should show; None when the answer is no board."""
        return board_of(self.test.cause.expected) if self.test.cause else None

    @property
    def seen(self) -> Seen:
        """What the one picture that the question is about seems to show."""
        found = [self.reading(picture) for picture in self.own]
        if len(found) != 1 or found[0] is None or not found[0].board or not self.expected:
            return Seen.UNREAD
        return Seen.AGREES if tuple(found[0].board) == self.expected else Seen.DIFFERS

    def reading(self, picture: PictureScore) -> Reading | None:
        """What was read from a picture for this test, with the points that differ.

        Where too many differ the board is left out: nothing was read, and a key must not decide by it.
        """
        found = next((one for one in self.test.readings if one.picture == picture.name), None)
        if found is None or not found.board or found.wrong:
            return found
        wrong = _differing(self.expected, found.board)
        if len(wrong) > MOST_WRONG:
            return replace(found, board=None)
        return replace(found, wrong=wrong)


def _differing(expected: Sequence[str] | None, board: Sequence[str]) -> tuple[WrongPoint, ...]:
    """The points of two boards that differ; none when they have other sizes."""
    if not expected or [*map(len, expected)] != [*map(len, board)]:
        return ()
    return tuple(
        WrongPoint(row=r, col=c, expected=wanted, seen=found)
        for r, rows in enumerate(zip(expected, board, strict=True))
        for c, (wanted, found) in enumerate(zip(*rows, strict=True))
        if wanted != found
    )


@dataclass(frozen=True)
class Program:
    """The waiting tests of one submission: a person decides them together."""

    tests: tuple[Waiting, ...]

    @property
    def result(self) -> Result:
        return self.tests[0].result

    @property
    def galleries(self) -> Mapping[str, tuple[PictureScore, ...]]:
        """The pictures of the runs in which a test waits without a picture of its own."""
        return {one.test.batch: one.every for one in self.tests if not one.own and one.every}


def programs(tests: Iterable[Waiting]) -> tuple[Program, ...]:
    """Tests that wait, by submission."""
    return tuple(Program(tuple(own)) for _, own in groupby(tests, key=lambda one: one.submission))


def fault_words(record: ScoreRecord) -> str:
    """What is known of a fault of the grader that came twice; else empty."""
    return next((flag.evidence for flag in record.flags if flag.id == FAULT_TWICE), "")


def waiting(results: Results, overrides: Iterable[Override]) -> tuple[Waiting, ...]:
    """The tests that wait with these overrides, by assignment, then in the order of the roster."""
    given: defaultdict[tuple[str, str], list[Override]] = defaultdict(list)
    for one in overrides:
        given[one.assignment, one.student].append(one)
    return tuple(
        Waiting(result, test)
        for work in results.gradebook.assignments
        for result in results.of_assignment(work.id)
        for names in [_waits(result, given[work.id, result.student.id])]
        for test in result.automatic.tests
        if test.name in names
    )


def _waits(result: Result, overrides: Sequence[Override]) -> frozenset[str]:
    """The names of the tests that wait with these overrides, which may be newer than the marks."""
    tests = result.automatic.tests
    return (
        frozenset()
        if all(map(decided, tests))
        else frozenset(assess(result.automatic, overrides).graded.waits)
    )


def load_waiting(class_dir: Path, student: str | None, assignment: str | None) -> tuple[Waiting, ...]:
    """The waiting tests of a class, optionally of one student, one assignment or both.

    Raises `UsageError` for a name that the class does not have, `DataError` for a class that was not graded.
    """
    return waiting(load_part(class_dir, student, assignment), load_class(class_dir).overrides)


def load_doubts(class_dir: Path, student: str | None, assignment: str | None) -> tuple[Doubt, ...]:
    """The corrections in doubt of a class, by assignment; like `load_waiting`."""
    part = load_part(class_dir, student, assignment)
    results = (one for work in part.gradebook.assignments for one in part.of_assignment(work.id))
    return tuple(doubt for result in results for doubt in doubts_of(result.entry))


def doubt_in_json(one: Doubt) -> Mapping[str, Any]:
    """A correction in doubt as JSON values, with the keys of a waiting test and the correction."""
    now = one.correction.automatic
    return {
        "assignment": one.assignment,
        "student": one.student,
        "test": one.correction.test,
        "verdict": now.verdict.value if now else None,
        "reason": one.words,
        "corrected": one.correction.points,
        "pictures": [],
    }


def in_json(one: Waiting) -> Mapping[str, Any]:
    """A waiting test as JSON values."""
    assignment, student = one.submission
    return {
        "assignment": assignment,
        "student": student,
        "test": one.test.name,
        "max_points": one.test.max_points,
        "verdict": one.test.verdict.value,
        "reason": one.reason,
        "seen": one.seen.value,
        "pictures": [picture.name for picture in one.own or one.every],
    }
