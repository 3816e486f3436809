"""Finds what changed in a class after its marks were made.

Content decides: a file that was touched, or written again with equal content, has not changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from gograde.classroom.classroom import CLASS_FILE, Classroom, load_class
from gograde.classroom.taken_in import read_moments
from gograde.errors import DataError
from gograde.grading.facts import HandedIn
from gograde.listing import named
from gograde.workflow.class_digests import class_digests
from gograde.workflow.taking import lying_there

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
    return (f"{name}: {words.format(named(who, NAMED))} {AFTER}" for (name, words), who in kinds.items())


def _change(before: HandedIn, now: HandedIn) -> str:
    """The change of a submission in words, with `{}` for the students; empty without a change."""
    if before.sha256 == now.sha256:
        same = (before.submitted_at, before.time_basis) == (now.submitted_at, now.time_basis)
        return "" if same else "the time of {} changed"
    if before.sha256 is None:
        return "{} handed in"
    return "the work of {} went away" if now.sha256 is None else "the work of {} changed"


def _handed_in_now(classroom: Classroom, marked: Submissions) -> Iterator[tuple[tuple[str, str], HandedIn]]:
    """The current submissions of the marked students and assignments that the class still has.

    Raises `DataError` when the class's submissions are ambiguous or cannot be read.
    """
    moments = read_moments(classroom)
    for name in classroom.assignments:
        students = [student.id for student in classroom.students if (name, student.id) in marked]
        for one in lying_there(classroom, name, students, moments):
            yield (name, one.student), one
