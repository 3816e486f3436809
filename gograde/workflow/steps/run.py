"""Runs one student's submission and writes the run record."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from functools import partial

from gograde.classroom.classroom import Classroom
from gograde.grading.contracts.kind import Task
from gograde.grading.course import Course, load_course
from gograde.grading.facts import JUDGE_ERROR, HandedIn, RunRecord
from gograde.grading.faults import failed, remembered
from gograde.grading.plan_file import planned_submission
from gograde.grading.records import write_run
from gograde.grading.run import run_submission
from gograde.grading.work_paths import blobs_path, fault_path, run_path, store_of
from gograde.intake.printable import for_log
from gograde.intake.submission import Submission
from gograde.runtimes.runtime import runtime_of
from gograde.sandbox.protocol import Backend
from gograde.scoring.verdict import Verdict
from gograde.workflow.required import backend_for, check_known


def run(
    classroom: Classroom, assignment: str, student: str, *, trust: bool, backend: str | None
) -> RunRecord:
    """Run a submission as planned and write its run record.

    `trust` runs it without a sandbox; `backend` names one (None: the first that works here).  A fault of
    the grader is recorded as JE, so that the class continues.  Raises `DataError` without a plan, and
    `JudgeError` when the store has lost the submission.
    """
    check_known(classroom, assignment, student)
    course = load_course(classroom, assignment)
    handed_in = planned_submission(classroom, assignment, student)
    submission = None if handed_in.sha256 is None else store_of(classroom).get(handed_in.sha256)
    record = _record(
        course, submission, handed_in, partial(backend_for, classroom, trust=trust, name=backend)
    )
    record = remembered(record, fault_path(classroom, assignment, student))
    write_run(run_path(classroom, assignment, student), blobs_path(classroom), record)
    return record


def _record(
    course: Course, submission: Submission | None, handed_in: HandedIn, choose: Callable[[], Backend]
) -> RunRecord:
    config, task = course.package.config, None
    record = RunRecord(config.id, handed_in, verdict=Verdict.JE, message=JUDGE_ERROR)
    try:
        task = Task(config, course.assignment, course.batches, runtime_of(course.package), choose())
        return run_submission(submission, handed_in, task)
    except Exception as error:
        print(for_log(traceback.format_exc()), file=sys.stderr)
        return failed(record, error) if task else record  # without a task, no submission was touched
