"""The tests that wait for a person who looks at their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Override, load_class
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

    def reading(self, picture: PictureScore) -> Reading | None:
        """What was read from a picture for this test."""
        return next((one for one in self.test.readings if one.picture == picture.name), None)


def waiting_tests(record: ScoreRecord) -> tuple[TestScore, ...]:
    """The tests that a person must look at."""
    return tuple(test for test in record.tests if test.verdict is Verdict.RV)


def waiting(results: Results, overrides: Iterable[Override]) -> tuple[Waiting, ...]:
    """The waiting tests without an override, by assignment, then in the order of the roster."""
    decided = {(one.assignment, one.student, one.test) for one in overrides}
    found = (
        Waiting(result, test)
        for work in results.gradebook.assignments
        for result in results.of_assignment(work.id)
        for test in waiting_tests(result.record)
    )
    return tuple(
        one for one in found if not {(*one.submission, one.test.name), (*one.submission, "")} & decided
    )


def load_waiting(class_dir: Path, student: str | None, assignment: str | None) -> tuple[Waiting, ...]:
    """The waiting tests of a class, optionally of one student, one assignment or both.

    Raises `UsageError` for a name that the class does not have, `DataError` for a class that was not graded.
    """
    return waiting(load_part(class_dir, student, assignment), load_class(class_dir).overrides)


def in_json(one: Waiting) -> Mapping[str, Any]:
    """A waiting test as JSON values."""
    assignment, student = one.submission
    return {
        "assignment": assignment,
        "student": student,
        "test": one.test.name,
        "max_points": one.test.max_points,
        "reason": one.test.message,
        "pictures": [picture.name for picture in one.pictures],
    }
