"""Scores the runs of a slice of the class."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from gograde.authoring.assignment import ExampleFact
from gograde.classroom.classroom import Classroom
from gograde.errors import JudgeError, UsageError
from gograde.files import blob_path, read_blob, write_atomic
from gograde.grading.course import Course, load_course
from gograde.grading.facts import HandedIn
from gograde.grading.plan_file import planned_submission, read_plan
from gograde.grading.records import read_run, score_bytes, to_json
from gograde.grading.score import scorer_of
from gograde.grading.work_paths import blobs_path, run_path, score_path, slice_path
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import ScoreRecord, TestScore
from gograde.scoring.sighting import Sighting
from gograde.workflow.required import backend_for, check_known


def score(classroom: Classroom, assignment: str, number: str, *, trust: bool, backend: str | None) -> None:
    """Score the runs of a slice; write the score records, then their index.

    `trust` reads what programs left behind without a sandbox; `backend` names one.
    """
    students = _slice(classroom, assignment, number)
    chosen = backend_for(classroom, trust=trust, name=backend)
    hashes = score_students(classroom, assignment, students, chosen)
    write_atomic(slice_path(classroom, assignment, number), to_json(hashes))


def score_students(
    classroom: Classroom, assignment: str, students: list[str], backend: Backend
) -> dict[str, str]:
    """Score these students' runs; return the SHA-256 of each score record by student.

    Raises `JudgeError` when a run is of another submission than the planned one.
    """
    scored = scorer_for(classroom, load_course(classroom, assignment), backend)
    hashes = {}
    for student in students:
        check_known(classroom, assignment, student)
        data = score_bytes(scored(planned_submission(classroom, assignment, student)))
        write_atomic(score_path(classroom, assignment, student), data)
        hashes[student] = hashlib.sha256(data).hexdigest()
    return hashes


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
        path = run_path(classroom, name, handed_in.student)
        record = read_run(path, blobs_path(classroom))
        if record.handed_in.sha256 != handed_in.sha256:
            what = "the run of another submission than was planned"
            raise JudgeError(str(path), what, "run gograde run again")
        more = league_tests(handed_in.student) if league_tests else ()
        own = replace(scorer, examples=_examples(classroom, course.seen.get(handed_in.student, ())))
        return own.score(replace(record, handed_in=handed_in), more)

    return scored


def _examples(classroom: Classroom, seen: Sequence[Sighting]) -> tuple[ExampleFact, ...]:
    """The pictures that a person looked at; one that is gone teaches nothing."""
    blobs = blobs_path(classroom)
    there = (one for one in seen if blob_path(blobs, one.picture).is_file())
    return tuple(ExampleFact(read_blob(blobs, one.picture), one) for one in there)


def _slice(classroom: Classroom, assignment: str, number: str) -> list[str]:
    slices: dict[str, list[str]] = read_plan(classroom)["assignments"].get(assignment, {}).get("slices", {})
    if number not in slices:
        known = ", ".join(slices) or "none; run gograde step plan first"
        raise UsageError(f"{assignment} {number}", "no such slice of the class", f"the slices are: {known}")
    return slices[number]


def _league_tests(
    classroom: Classroom, assignment: str, course: Course
) -> Callable[[str], tuple[TestScore, ...]] | None:
    """A function from a student to the student's league tests; None without a league."""
    if not course.has_league:
        return None
    from gograde.grading.league.result import league_test, read_league
    from gograde.grading.league.store import league_path

    return partial(league_test, read_league(league_path(classroom, assignment)), course)
