"""Finds what changed in a class after its marks were made.

Content decides: a file that was touched, or written again with equal content, has not changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gograde.classroom.classroom import CLASS_FILE, Classroom, load_class
from gograde.classroom.handed_in import TOUCHED, find_submissions, read_times, time_of
from gograde.errors import DataError
from gograde.grading.facts import HandedIn
from gograde.grading.plan_file import planned_submission
from gograde.grading.work_paths import planned_path
from gograde.intake.submission import digest_of
from gograde.workflow.class_digests import class_digests

Submissions = Mapping[tuple[str, str], HandedIn]
"""Submissions by assignment and student."""

AFTER = "after these marks were made"
NAMED = 5  # the most students that a message names; the others are counted


def outdated(class_dir: Path, files: Mapping[str, str], marked: Submissions) -> tuple[str, ...]:
    """A sentence for each changed file of the class, and for each kind of change of submissions.

    `files` and `marked` are the digests of the class's files and the submissions that the marks were made
    from.  Empty for a folder without a `class.yaml`.
    """
    if not (class_dir / CLASS_FILE).is_file():
        return ()
    try:
        classroom = load_class(class_dir)
        return (
            *changed_files(files, class_digests(classroom)),
            *changed_submissions(marked, dict(_handed_in_now(classroom, marked))),
        )
    except DataError as error:
        return (f"the class cannot be graded as it is {AFTER} ({error.fault})",)


def changed_files(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each file whose digest changed; a file without an earlier digest is left out."""
    return (f"{name} changed {AFTER}" for name in before if now.get(name) != before[name])


def changed_submissions(before: Submissions, now: Submissions) -> Iterator[str]:
    """A sentence for each assignment and kind of change; a submission that `now` lacks is left out."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for assignment, student in now:
        if words := _change(before[assignment, student], now[assignment, student]):
            kinds.setdefault((assignment, words), []).append(student)
    return (f"{name}: {words.format(_named(who))} {AFTER}" for (name, words), who in kinds.items())


def _change(before: HandedIn, now: HandedIn) -> str:
    """The change of a submission in words, with `{}` for the students; empty without a change."""
    if before.sha256 == now.sha256:
        touched = before.time_basis == now.time_basis in TOUCHED
        same = (before.submitted_at, before.time_basis) == (now.submitted_at, now.time_basis)
        return "" if touched or same else "the time of {} changed"
    if before.sha256 is None:
        return "{} handed in"
    return "the work of {} went away" if now.sha256 is None else "the work of {} changed"


def _named(students: list[str]) -> str:
    named = ", ".join(students[:NAMED])
    return f"{named} and {len(students) - NAMED} more" if len(students) > NAMED else named


def _handed_in_now(classroom: Classroom, marked: Submissions) -> Iterator[tuple[tuple[str, str], HandedIn]]:
    """The current submissions of the marked students and assignments that the class still has.

    Raises `DataError` when the class's submissions are ambiguous.
    """
    for name in classroom.assignments:
        paths, times = find_submissions(classroom, name).paths, read_times(classroom, name)
        for student in (one.id for one in classroom.students if (name, one.id) in marked):
            path = paths.get(student)
            if path is None:
                yield (name, student), HandedIn(student)
            else:
                submitted, basis = time_of(path, times.get(student))
                sha256 = _sha256(classroom, name, student, path)
                yield (name, student), HandedIn(student, sha256, submitted.isoformat(), basis)


def _sha256(classroom: Classroom, assignment: str, student: str, path: Path) -> str:
    """The SHA-256 of a submission: from the plan when nothing in it is newer than the plan, else computed."""
    planned = planned_submission(classroom, assignment, student).sha256
    if planned and _newest_change(path) < planned_path(classroom, assignment, student).stat().st_mtime_ns:
        return planned
    return digest_of(path)


def _newest_change(path: Path) -> int:
    """The time of the last change in a file or folder, in ns (ctime, which no program can set back)."""
    return max(entry.st_ctime_ns for entry in _entries(path))


def _entries(path: Path) -> Iterable[os.stat_result]:
    yield path.lstat()
    for root, folders, names in os.walk(path):
        yield from (os.lstat(os.path.join(root, name)) for name in (*folders, *names))  # noqa: PTH118 - may be no UTF-8
