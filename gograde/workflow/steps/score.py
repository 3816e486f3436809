"""Scores the runs of a slice of the class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gograde.classroom.classroom import Classroom
from gograde.codec import replace, to_json
from gograde.core.assignment import ExampleFact
from gograde.core.record import HandedIn, ScoreRecord, TestScore
from gograde.core.sighting import Sighting
from gograde.errors import DataError
from gograde.files import blob_path, read_blob
from gograde.grading.changes import SCORE, looks_of, slice_changes, stamper
from gograde.grading.course import Course, load_course
from gograde.grading.facts import RunRecord
from gograde.grading.plan_file import planned, planned_run, usable_run
from gograde.grading.records import write_record
from gograde.grading.score import scorer_of
from gograde.grading.work_paths import blobs_path, league_path, score_path
from gograde.sandbox.protocol import Backend
from gograde.workflow.fitness import planned_backend


def score_slice(classroom: Classroom, assignment: str, number: str) -> None:
    """Score the students of a slice whose score records are to be made anew."""
    planned(classroom, assignment).students_of(number)
    score_students(
        classroom, assignment, [one.name for one in slice_changes(classroom, SCORE, assignment, number)]
    )


def score_students(classroom: Classroom, assignment: str, students: Sequence[str]) -> None:
    """Score the runs of students, whatever was scored before.

    Raises `JudgeError` when one is of another submission than the planned one, and, when all others are
    scored, `DataError` for those that are not whole.
    """
    if not students:
        return
    broken = list[DataError]()
    plan, made = planned(classroom, assignment), stamper(classroom)
    course = load_course(classroom, assignment)
    scored = scorer_for(classroom, course, planned_backend(classroom), usable_run)
    looks = looks_of(course.seen)
    for student in students:
        path = score_path(classroom, assignment, student)
        try:
            record = scored(plan.handed_in[student])
        except DataError as error:
            broken.append(error)
        else:
            write_record(path, to_json(record), {**made(path), **looks.get(student, {})})
    if broken:
        raise DataError(broken[0].where, f"{broken[0].what} ({len(broken)} like this)", broken[0].fix)


def scorer_for(
    classroom: Classroom,
    course: Course,
    backend: Backend,
    run_of: Callable[[Classroom, str, HandedIn, str], RunRecord] = planned_run,
) -> Callable[[HandedIn], ScoreRecord]:
    """A function that scores the run of a submission; the time is that of the submission, not of the run.

    It raises what `run_of` does, `JudgeError` when the run is of another submission.
    """
    rules, language, name = course.rules, classroom.config.language, course.package.config.id
    scorer = replace(
        scorer_of(course.package, course.right.batches, backend, rules.visibility, language),
        changes=[one.change for one in course.corrections],
        also=course.right.also,
    )
    league_tests = _league_tests(classroom, name, course)

    def scored(handed_in: HandedIn) -> ScoreRecord:
        record = run_of(classroom, name, handed_in, backend.name)
        more = league_tests(handed_in.student) if league_tests else ()
        own = replace(scorer, examples=_examples(classroom, course.seen.get(handed_in.student, ())))
        return own.score(record, more)

    return scored


def _examples(classroom: Classroom, seen: Sequence[Sighting]) -> tuple[ExampleFact, ...]:
    """The pictures that a person looked at; one that is gone teaches nothing."""
    blobs = blobs_path(classroom)
    there = (one for one in seen if blob_path(blobs, one.picture).is_file())
    return tuple(ExampleFact(read_blob(blobs, one.picture), one) for one in there)


def _league_tests(
    classroom: Classroom, assignment: str, course: Course
) -> Callable[[str], tuple[TestScore, ...]] | None:
    """A function from a student to the student's league tests; None without a league."""
    if not course.has_league:
        return None
    from gograde.grading.league.result import league_test, read_league

    return partial(league_test, read_league(league_path(classroom, assignment)), course)
