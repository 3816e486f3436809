"""Checks that an assignment and a student exist in a class."""

from __future__ import annotations

from gograde.classroom.classroom import Classroom
from gograde.classroom.roster import student_meant
from gograde.errors import UsageError
from gograde.intake.printable import safe
from gograde.package.faults import did_you_mean


def check_known(classroom: Classroom, assignment: str, student: str) -> None:
    """Raise `UsageError` unless the class has the assignment and the student."""
    if assignment not in classroom.assignments:
        fix = did_you_mean(assignment, classroom.assignments)
        raise UsageError(safe(assignment), "no such assignment in this class", fix)
    check_student(classroom, student)


def check_student(classroom: Classroom, student: str) -> None:
    """Raise `UsageError` unless the roster has the student."""
    known = [one.id for one in classroom.students]
    if student not in known:
        raise UsageError(safe(student), "not on the roster", student_meant(student, known))
