"""Takes in what was handed in to a class, once for each plan."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime

from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import INTAKE, Submissions, read_times
from gograde.classroom.taken_in import Taken, note_moments, read_moments
from gograde.errors import DataError, JudgeError
from gograde.grading.contracts.kind import kind_of
from gograde.grading.work_paths import store_of
from gograde.intake.read import language_read, read_once
from gograde.intake.submission import Submission, take_in
from gograde.package.config import Contract
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import HandedIn

Moments = Mapping[Taken, datetime]

UNREAD = "?"
"""Stands for the language of a submission that nobody has read: what its run can see is not known."""


def take_in_class(
    classroom: Classroom, found: Mapping[str, Submissions], now: datetime | None
) -> dict[str, dict[str, HandedIn]]:
    """Take all submissions into the store; returns them by assignment and student, in the roster's order.

    Without `now` they are only read.  Raises `DataError` for an unreadable one or a damaged table of times.
    """
    store = store_of(classroom)
    take: Callable[[Submission], object] = store.put if now else lambda _: None
    taken = {name: _lying(classroom, one, take) for name, one in found.items()}
    seen = [(name, who, sha256) for name, them in taken.items() for who, sha256 in them.items() if sha256]
    moments = note_moments(classroom, seen, now) if now else read_moments(classroom)
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


def read_all(
    classroom: Classroom, contract: Contract, handed_in: Mapping[str, HandedIn], backend: Backend
) -> None:
    """Have the submissions read that the present code has not read, several at once.

    One at which the sandbox fails stays unread; its run says so.
    """
    store, kind = store_of(classroom), kind_of(contract)

    def read_one(sha256: str) -> None:
        with suppress(JudgeError):
            read_once(store.get(sha256), contract, kind, backend)

    languages = languages_of(classroom, contract, handed_in).items()
    unread = {handed_in[who].sha256 or "" for who, language in languages if language == UNREAD}
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(read_one, sorted(unread)))


def languages_of(
    classroom: Classroom, contract: Contract, handed_in: Mapping[str, HandedIn]
) -> dict[str, str]:
    """The languages of the students' programs; empty without one, `UNREAD` where nobody has read it."""
    answers, kind = store_of(classroom).answers, kind_of(contract)
    digests = {student: one.sha256 for student, one in handed_in.items()}
    read = {who: language_read(answers, sha, contract, kind) if sha else "" for who, sha in digests.items()}
    return {student: UNREAD if language is None else language for student, language in read.items()}


def _lying(
    classroom: Classroom, found: Submissions, take: Callable[[Submission], object]
) -> dict[str, str | None]:
    """The SHA-256 of each student's submission, which `take` gets; None for nothing."""
    taken: dict[str, str | None] = {student.id: None for student in classroom.students}
    for student, path in found.paths.items():
        try:
            submission = take_in(path, classroom.path)
        except OSError as error:
            raise DataError(str(path), f"cannot be read ({error.strerror})", "make it readable") from None
        take(submission)
        taken[student] = submission.sha256
    return taken
