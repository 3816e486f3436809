"""Scores the runs of a slice of the class."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import astuple, replace
from functools import partial
from pathlib import Path

from gograde.authoring.assignment import ExampleFact
from gograde.classroom.classroom import Classroom
from gograde.files import blob_path, read_blob, write_atomic
from gograde.grading.course import Course, load_course, seen_in
from gograde.grading.facts import HandedIn
from gograde.grading.plan_file import AssignmentPlan, planned, planned_run
from gograde.grading.records import score_bytes, to_json
from gograde.grading.score import scorer_of
from gograde.grading.work_paths import blobs_path, league_path, made_from_path, run_path, score_path
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import ScoreRecord, TestScore
from gograde.scoring.sighting import Sighting, Sightings
from gograde.workflow.required import planned_backend


def score_slice(classroom: Classroom, assignment: str, number: str) -> None:
    """Score the students of a slice whose score records are not current."""
    plan, made = planned(classroom, assignment), _made(classroom, assignment, number)
    plan.students_of(number)
    course = load_course(classroom, assignment)
    scored = scorer_for(classroom, course, planned_backend(classroom))
    for student in to_score(classroom, assignment, plan, number):
        record = score_bytes(scored(plan.handed_in[student]))
        write_atomic(score_path(classroom, assignment, student), record)
        made[student] = _sources(classroom, assignment, plan, student, course.seen)
        write_atomic(made_from_path(classroom, assignment, number), to_json(made))


def score_student(classroom: Classroom, assignment: str, student: str) -> None:
    """Score a student's run, whatever was scored before.

    Raises `JudgeError` when it is of another submission than the planned one.
    """
    handed_in = planned(classroom, assignment).handed_in[student]
    scored = scorer_for(classroom, load_course(classroom, assignment), planned_backend(classroom))
    write_atomic(score_path(classroom, assignment, student), score_bytes(scored(handed_in)))


def to_score(classroom: Classroom, assignment: str, plan: AssignmentPlan, number: str) -> list[str]:
    """The students of a slice whose score records are not those that the step would write."""
    made, seen = _made(classroom, assignment, number), seen_in(classroom, assignment)
    students = plan.slices[number]
    return [one for one in students if made.get(one) != _sources(classroom, assignment, plan, one, seen)]


def _made(classroom: Classroom, assignment: str, number: str) -> dict[str, list[object]]:
    """What the step has made each score record of a slice from; empty when that is not known."""
    try:
        made: dict[str, list[object]] = json.loads(made_from_path(classroom, assignment, number).read_bytes())
        return dict(made)
    except (OSError, ValueError, TypeError):
        return {}


def _sources(
    classroom: Classroom, assignment: str, plan: AssignmentPlan, student: str, seen: Sightings
) -> list[object]:
    """A score's record with all that it is made from, files by SHA-256."""
    files = (
        score_path(classroom, assignment, student),
        run_path(classroom, assignment, student),
        league_path(classroom, assignment),
    )
    looks = [*map(str, seen.get(student, ()))]
    return [*astuple(plan.handed_in[student]), plan.digests["score"], looks, *map(_sha256, files)]


def _sha256(path: Path) -> str:
    """The SHA-256 of a file; empty without one."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def scorer_for(classroom: Classroom, course: Course, backend: Backend) -> Callable[[HandedIn], ScoreRecord]:
    """A function that scores the run of a submission; the time is that of the submission, not of the run.

    It raises `JudgeError` when the run is of another submission.
    """
    rules, language, name = course.rules, classroom.config.language, course.package.config.id
    scorer = replace(
        scorer_of(course.package, course.right.batches, backend, rules.visibility, language),
        changes=[one.correction.change for one in course.corrections],
        also=course.right.also,
    )
    league_tests = _league_tests(classroom, name, course)

    def scored(handed_in: HandedIn) -> ScoreRecord:
        record = planned_run(classroom, name, handed_in, backend.name)
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
