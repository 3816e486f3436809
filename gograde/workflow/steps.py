"""What the rules of the workflow do, one function a rule; each reads files and writes files."""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import find_submissions
from gograde.errors import UsageError
from gograde.grading.facts import JUDGE_ERROR, RunRecord, for_log
from gograde.grading.gradebook import gradebook
from gograde.grading.one_submission import reference_of
from gograde.grading.records import read_run, read_score, score_bytes, to_json, write_atomic, write_run
from gograde.grading.run import Task, run_submission
from gograde.grading.score import Scorer, score_run
from gograde.intake.archives import shown
from gograde.intake.submission import Submission, read_submission
from gograde.package.faults import did_you_mean
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict
from gograde.workflow.plan import (
    REPORTED,
    Course,
    load_course,
    read_handed_in,
    read_plan,
    reports_signature,
    run_path,
    slice_path,
)


def run(classroom: Classroom, assignment: str, student: str, choose: Callable[[], Backend]) -> RunRecord:
    """Run one student's submission and write the facts; the verdict is in the record.

    A fault of the grader's own is recorded as JE, so that the class goes on.
    """
    check_known(classroom, assignment, student)
    handed_in = read_handed_in(classroom.work / "plan" / assignment / f"{student}.submission", student)
    course = load_course(classroom, assignment)
    try:
        task = Task(course.package.config, course.assignment, course.batches, choose())
        record = run_submission(_submission(classroom, assignment, student), handed_in, task)
    except Exception:
        print(for_log(traceback.format_exc()), file=sys.stderr)
        record = RunRecord(assignment, handed_in, verdict=Verdict.JE, message=JUDGE_ERROR)
    write_run(run_path(classroom, assignment, student), classroom.work / "blobs", record)
    return record


def _submission(classroom: Classroom, assignment: str, student: str) -> Submission | None:
    path = find_submissions(classroom, assignment).paths.get(student)
    return read_submission(path) if path else None


def score(classroom: Classroom, assignment: str, number: str) -> None:
    """Score the runs of a slice of the class; writes the score records, then their index."""
    hashes = score_students(classroom, assignment, _slice(classroom, assignment, number))
    write_atomic(slice_path(classroom, assignment, number), to_json(hashes))


def _slice(classroom: Classroom, assignment: str, number: str) -> list[str]:
    slices: dict[str, list[str]] = read_plan(classroom)["assignments"].get(assignment, {}).get("slices", {})
    if number not in slices:
        known = ", ".join(slices) or "none; run gograde step plan first"
        raise UsageError(f"{assignment} {number}", "no such slice of the class", f"the slices are: {known}")
    return slices[number]


def score_students(classroom: Classroom, assignment: str, students: list[str]) -> dict[str, str]:
    """Score these students' runs; the SHA-256 of each score record by student."""
    course = load_course(classroom, assignment)
    scorer = Scorer(course.assignment, course.package.config, course.rules.visibility)
    reference = reference_of(course.package, classroom.config.language)
    tests = league_tests(classroom, assignment, course)
    hashes = {}
    for student in students:
        check_known(classroom, assignment, student)
        record = read_run(run_path(classroom, assignment, student), classroom.work / "blobs")
        more = tests(student) if tests else ()
        data = score_bytes(score_run(record, reference, course.batches, scorer, more))
        write_atomic(score_path(classroom, assignment, student), data)
        hashes[student] = hashlib.sha256(data).hexdigest()
    return hashes


def league_tests(
    classroom: Classroom, assignment: str, course: Course
) -> Callable[[str], tuple[TestScore, ...]] | None:
    """Gives the test of a student in the league of an assignment; None when it has no league."""
    if not any(group.scored == "by-league" for group in course.package.config.groups):
        return None
    from gograde.grading.league.result import league_test, read_league
    from gograde.grading.league.rounds import league_path

    return partial(league_test, read_league(league_path(classroom, assignment)), course)


def score_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """Where a student's score record lies."""
    return classroom.work / "scores" / assignment / f"{student}.json"


def make_gradebook(classroom: Classroom) -> None:
    """Write `work/gradebook.json` from all score records."""
    plan = read_plan(classroom)
    records = {
        (name, student.id): read_score(score_path(classroom, name, student.id))
        for name in classroom.assignments
        for student in classroom.students
    }
    book = gradebook(classroom, records, plan["past_due"], plan["notes"])
    write_atomic(classroom.work / "gradebook.json", to_json(book))


def sign_reports(classroom: Classroom, reports: Path) -> None:
    """Note in the work folder which reports were written, so that missing ones are written again."""
    write_atomic(classroom.work / REPORTED, reports_signature(reports))


def check_known(classroom: Classroom, assignment: str, student: str) -> None:
    """Raises `UsageError` unless the class has both."""
    if assignment not in classroom.assignments:
        fix = did_you_mean(assignment, classroom.assignments)
        raise UsageError(shown(assignment), "no such assignment in this class", fix)
    check_student(classroom, student)


def check_student(classroom: Classroom, student: str) -> None:
    """Raises `UsageError` unless the roster has the student."""
    known = [one.id for one in classroom.students]
    if student not in known:
        raise UsageError(shown(student), "not on the roster", did_you_mean(student, known))
