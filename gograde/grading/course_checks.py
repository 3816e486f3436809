"""Checks a class's corrections before anything runs: they name tests and cases that there are."""

from __future__ import annotations

from collections.abc import Iterator

from gograde.authoring.assignment import Facts
from gograde.classroom.classroom import OVERRIDES, Classroom
from gograde.grading.corrections import check_named, corrected_tests
from gograde.grading.course import Course
from gograde.grading.marks.overrides_file import check_overrides
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

NOTHING = Facts(Verdict.NS, "", b"", b"")


def check_corrections(classroom: Classroom, course: Course) -> None:
    """Raise `DataError` for a correction, of the class or a student, of a test that there is not."""
    name = course.package.config.id
    students = {one.student for one in classroom.overrides if one.assignment == name}
    if not students and not course.corrections:
        return
    tests = tuple(_tests(course))
    check_named(course.corrections, (test.name for test in tests))
    left = corrected_tests(tests, [one.correction.change for one in course.corrections], handed_in=False)
    void = {test.name for test in tests} - {test.name for test in left}
    counted = [one for one in classroom.overrides if one.assignment == name and one.test not in void]
    for student in sorted(students):
        own = [one for one in counted if one.student == student]
        check_overrides(own, left, str(classroom.path / OVERRIDES))


def _tests(course: Course) -> Iterator[TestScore]:
    """The tests of an assignment, as those have them who handed in nothing."""
    marking, hidden = course.package.config.marking, course.rules.visibility
    for batch in course.batches:
        yield from course.assignment.score(batch, NOTHING, marking, hidden)
    if course.has_league:
        from gograde.grading.league.result import league_test

        yield from league_test(None, course, "")
