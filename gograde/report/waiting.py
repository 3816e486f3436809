"""The tests that a person must decide: pictures that are not sure, and faults that the grader repeats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Override, load_class
from gograde.grading.faults import FAULT_TWICE
from gograde.grading.marks.doubts import Doubt, doubts_of
from gograde.report.results import Result, Results, load_part
from gograde.scoring.record import PictureScore, Reading, ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict


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
    def pictures(self) -> tuple[PictureScore, ...]:
        """The pictures that were read for this test, or all pictures of its run when none was read."""
        runs = [run for run in self.result.record.runs if run.batch == self.test.batch]
        every = tuple(picture for run in runs for picture in run.pictures)
        read = {reading.picture for reading in self.test.readings}
        return tuple(picture for picture in every if picture.name in read) or every

    @property
    def reason(self) -> str:
        """Why the test waits."""
        return (self.test.verdict is Verdict.JE and fault_words(self.result.record)) or self.test.message

    def reading(self, picture: PictureScore) -> Reading | None:
        """What was read from a picture for this test."""
        return next((one for one in self.test.readings if one.picture == picture.name), None)


def waiting_tests(record: ScoreRecord, decided: Collection[str] = ()) -> tuple[TestScore, ...]:
    """The tests that a person must decide; a judge error only when it came twice.

    `decided` are the names of the tests with a correction, or an empty name for one of the whole.
    """
    if "" in decided:
        return ()
    asked = (Verdict.RV, Verdict.JE) if fault_words(record) else (Verdict.RV,)
    return tuple(test for test in record.tests if test.verdict in asked and test.name not in decided)


def fault_words(record: ScoreRecord) -> str:
    """What is known of a fault of the grader that came twice; else empty."""
    return next((flag.evidence for flag in record.flags if flag.id == FAULT_TWICE), "")


def waiting(results: Results, overrides: Iterable[Override]) -> tuple[Waiting, ...]:
    """The waiting tests without an override, by assignment, then in the order of the roster."""
    decided: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for one in overrides:
        decided[one.assignment, one.student].add(one.test)
    return tuple(
        Waiting(result, test)
        for work in results.gradebook.assignments
        for result in results.of_assignment(work.id)
        for test in waiting_tests(result.record, decided[work.id, result.student.id])
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
        "pictures": [picture.name for picture in one.pictures],
    }
