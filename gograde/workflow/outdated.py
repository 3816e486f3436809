"""Finds what changed in a class after its marks were made.

Content decides: a file that was touched, or written again with equal content, has not changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gograde.classroom.classroom import CLASS_FILE, Classroom, load_class
from gograde.classroom.taken_in import read_moments
from gograde.errors import DataError
from gograde.grading.course import load_course
from gograde.grading.facts import HandedIn
from gograde.grading.plan_file import read_plan
from gograde.listing import named
from gograde.workflow.class_digests import class_digests
from gograde.workflow.digests import Settings, run_digests
from gograde.workflow.taking import languages_of, lying_there

Submissions = Mapping[tuple[str, str], HandedIn]
"""Submissions by assignment and student."""

RUNS = "what the work of {} is run with changed (limits, tools, fonts, runtime or code)"
AFTER = "after these marks were made"
NAMED = 5  # the most students that a message names; the others are counted


def outdated(
    class_dir: Path, files: Mapping[str, str], marked: Submissions, runs: Mapping[tuple[str, str], str]
) -> tuple[str, ...]:
    """A sentence for each changed file of the class, and for each kind of change of submissions and runs.

    `files`, `marked` and `runs` are the digests of the class's files, the submissions and the digests of the
    runs that the marks were made from.  Empty for a folder without a `class.yaml`.
    """
    if not (class_dir / CLASS_FILE).is_file():
        return ()
    try:
        classroom = load_class(class_dir)
        now = dict(_handed_in_now(classroom, marked))
        same = {pair: runs[pair] for pair in runs if pair in now and now[pair].sha256 == marked[pair].sha256}
        return (
            *changed_files(files, class_digests(classroom)),
            *changed_submissions(marked, now),
            *changed_runs(same, dict(_runs_now(classroom, now)) if same else {}),
        )
    except DataError as error:
        return (f"the class cannot be graded as it is {AFTER} ({error.fault})",)


def changed_files(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each file whose digest changed; a file without an earlier digest is left out."""
    return (f"{name} changed {AFTER}" for name in before if now.get(name) != before[name])


def changed_submissions(before: Submissions, now: Submissions) -> Iterator[str]:
    """A sentence for each assignment and kind of change; a submission that `now` lacks is left out."""
    return _sentences((pair, _change(before[pair], now[pair])) for pair in now)


def changed_runs(before: Mapping[tuple[str, str], str], now: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """A sentence for each assignment with programs that `gograde run` would run in another way."""
    return _sentences((pair, RUNS if now.get(pair) != before[pair] else "") for pair in before)


def _sentences(changes: Iterable[tuple[tuple[str, str], str]]) -> Iterator[str]:
    """A sentence for each assignment and change in words; without words there is no change."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for (assignment, student), words in changes:
        if words:
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


def _runs_now(classroom: Classroom, now: Submissions) -> Iterator[tuple[tuple[str, str], str]]:
    """The digests of runs of these submissions in the sandbox of the last plan; raises `DataError`."""
    plan = read_plan(classroom)
    settings = Settings(plan["backend"], plan["trust"], plan["reports"])
    for name in classroom.assignments:
        handed_in = {who: one for (work, who), one in now.items() if work == name}
        course = load_course(classroom, name)
        languages = languages_of(classroom, course.package.config.contract, handed_in)
        yield from (((name, who), run) for who, run in run_digests(course, settings, languages).items())
