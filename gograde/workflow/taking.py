"""Takes in what was handed in to a class, once for each plan, and keeps when that was in `taken_in.csv`.

The moment is the time of a submission that `submitted_at.csv` does not list.  The file lies beside
`class.yaml`, so that it outlives the work folder.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime

from gograde.classroom.classroom import Classroom
from gograde.classroom.former import TAKEN, TAKEN_COLUMNS
from gograde.classroom.handed_in import INTAKE, Submissions, read_times
from gograde.classroom.tables import parse_time, read_table
from gograde.core.record import HandedIn
from gograde.errors import DataError, JudgeError
from gograde.files import leftovers_of, write_atomic
from gograde.grading.contracts.kind import kind_of
from gograde.grading.work_paths import store_of
from gograde.intake.read import language_read, read_once
from gograde.intake.submission import Submission, take_in
from gograde.listing import safe
from gograde.package.config import Contract
from gograde.sandbox.protocol import Backend

Taken = tuple[str, str, str]
"""An assignment, a student's id and the SHA-256 of what the student handed in."""

_MEND = "restore the file from a copy; without it all times are those of the next grading"


def read_moments(classroom: Classroom) -> Mapping[Taken, datetime]:
    """The moments in the table, none without a table; raises `DataError` for a damaged one."""
    path = classroom.path / TAKEN
    if not path.is_file():
        return {}
    moments: dict[Taken, datetime] = {}
    try:
        for where, row in read_table(path, TAKEN_COLUMNS, TAKEN_COLUMNS):
            taken = row["assignment"], row["student_id"], row["sha256"]
            if not re.fullmatch(r"[0-9a-f]{64}", row["sha256"]):
                raise DataError(where, f"{safe(row['sha256'])!r} is no SHA-256", _MEND)
            if taken in moments:
                raise DataError(where, f"{safe(row['student_id'])} has this line already", _MEND)
            moments[taken] = parse_time(row["taken_in_at"], where)
    except DataError as error:
        raise DataError(error.where, error.what, _MEND) from None
    return moments


def note_moments(classroom: Classroom, taken: Iterable[Taken], now: datetime) -> Mapping[Taken, datetime]:
    """Write `now` into the table for what it lacks; returns the whole table.  Raises `DataError`.

    Only the grader of the class writes it, one at a time: what a killed one had begun to write is deleted.
    """
    for path in leftovers_of(classroom.path / TAKEN):
        path.unlink(missing_ok=True)
    before = read_moments(classroom)
    moment = now.replace(microsecond=0)
    new = {each: moment for each in taken if each not in before}
    if new:
        _write(classroom, {**before, **new})
    return {**before, **new}


def _write(classroom: Classroom, moments: Mapping[Taken, datetime]) -> None:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerows([TAKEN_COLUMNS, *((*taken, moment.isoformat()) for taken, moment in moments.items())])
    write_atomic(classroom.path / TAKEN, text.getvalue().encode())
    folder = os.open(classroom.path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)  # the table's name, too, is on the disk before marks are made with it
    finally:
        os.close(folder)


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
