"""Takes in what was handed in to a class, once for each plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import INTAKE, Found, find_submissions, read_times
from gograde.classroom.taken_in import Taken, note_moments
from gograde.errors import DataError
from gograde.grading.facts import HandedIn
from gograde.grading.work_paths import store_of
from gograde.intake.submission import Submission, take_in

Moments = Mapping[Taken, datetime]


def take_in_class(
    classroom: Classroom, found: Mapping[str, Found], now: datetime
) -> dict[str, dict[str, HandedIn]]:
    """Take all submissions into the store; returns them by assignment and student, in the roster's order.

    Raises `DataError` when one cannot be read, or a table of times is damaged.
    """
    taken = {
        name: {student.id: _taken(classroom, one.paths.get(student.id)) for student in classroom.students}
        for name, one in found.items()
    }
    seen = [(name, who, sha256) for name, them in taken.items() for who, sha256 in them.items() if sha256]
    moments = note_moments(classroom, seen, now)
    return {
        name: {one.student: one for one in with_times(classroom, name, them, moments)}
        for name, them in taken.items()
    }


def with_times(
    classroom: Classroom, assignment: str, taken: Mapping[str, str | None], moments: Moments
) -> Iterator[HandedIn]:
    """The submissions of an assignment with their times; `taken` maps students to SHA-256 (None: nothing).

    A submission that `moments` lacks has never been graded, and has no time.
    """
    times = read_times(classroom, assignment)
    for student, sha256 in taken.items():
        moment = moments.get((assignment, student, sha256)) if sha256 else None
        if sha256 and student in times:
            yield HandedIn(student, sha256, times[student].at.isoformat(), times[student].basis)
        elif moment is not None:
            yield HandedIn(student, sha256, moment.isoformat(), INTAKE)
        else:
            yield HandedIn(student, sha256)


def lying_there(
    classroom: Classroom, assignment: str, students: Sequence[str], moments: Moments
) -> Iterator[HandedIn]:
    """What lies in the class now for these students; it is read, and not taken in.

    Raises `DataError` when submissions are ambiguous or cannot be read.
    """
    paths = find_submissions(classroom, assignment).paths
    taken = {who: _submission_at(classroom, paths[who]).sha256 if who in paths else None for who in students}
    return with_times(classroom, assignment, taken, moments)


def _submission_at(classroom: Classroom, path: Path) -> Submission:
    """Take in the submission at a path of the class; raises `DataError` when it cannot be read."""
    try:
        return take_in(path, classroom.path)
    except OSError as error:
        raise DataError(str(path), f"cannot be read ({error.strerror})", "make it readable") from None


def _taken(classroom: Classroom, path: Path | None) -> str | None:
    if path is None:
        return None
    submission = _submission_at(classroom, path)
    store_of(classroom).put(submission)
    return submission.sha256
