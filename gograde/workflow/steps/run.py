"""Runs submissions and writes their run records; a slice of the class loads and proves everything once."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gograde.classroom.classroom import Classroom
from gograde.core.verdict import Verdict
from gograde.errors import DataError, JudgeError
from gograde.grading.changes import RUN, slice_changes, stamper
from gograde.grading.contracts.kind import Task, kind_of
from gograde.grading.course import load_course
from gograde.grading.facts import JUDGE_ERROR, RunRecord, failed, remembered
from gograde.grading.plan_file import AssignmentPlan, plan_path, planned
from gograde.grading.records import AGAIN, MadeFrom, write_run
from gograde.grading.run import run_submission
from gograde.grading.work_paths import blobs_path, run_path, store_of
from gograde.intake.runtime import runtime_of
from gograde.listing import for_log
from gograde.sandbox.warm import IDLE, why_cold
from gograde.workflow.apart import apart, tell
from gograde.workflow.fitness import check_student, planned_backend


def run_slice(classroom: Classroom, assignment: str, number: str) -> None:
    """Run the submissions of a slice whose records are to be made anew, each in a forked process.

    A process that does not end well is a fault of the grader with its submission alone (JE).
    """
    plan = planned(classroom, assignment)
    plan.students_of(number)
    found = slice_changes(classroom, RUN, assignment, number)
    if not found:
        return
    runner = _runner(classroom, assignment, plan)
    for student in (one.name for one in found):
        tell(classroom.work, "started", f"{assignment}: {student}")
        try:
            IDLE.revive()
            apart(f"{assignment}: {student}", partial(runner.run, student))
        except JudgeError as error:
            print(for_log(f"judge error: {error}"), file=sys.stderr)
            runner.write(failed(runner.unfinished(student), error))
        tell(classroom.work, "finished", f"{assignment}: {student}")


def run(classroom: Classroom, assignment: str, student: str) -> None:
    """Run one submission in this process, whatever its record is; nothing runs of who handed in nothing."""
    check_student(classroom, student)
    plan = planned(classroom, assignment)
    if student not in plan.handed_in:
        raise DataError(str(plan_path(classroom)), f"{student} is not in the plan", AGAIN)
    if plan.handed_in[student].sha256 is not None:
        _runner(classroom, assignment, plan).run(student)


@dataclass(frozen=True)
class _Runner:
    """Runs planned submissions of an assignment; without a task, each record is a fault of the grader."""

    classroom: Classroom
    assignment: str
    plan: AssignmentPlan
    task: Task | None
    made: Callable[[Path], MadeFrom]

    def run(self, student: str) -> None:
        """Run a submission and write its record; a fault of the grader is recorded as JE."""
        record = self.unfinished(student)
        handed_in = record.handed_in
        if self.task is not None:
            try:
                submission = store_of(self.classroom).get(handed_in.sha256 or "")
                record = run_submission(submission, handed_in, self.task)
            except Exception as error:
                print(for_log(traceback.format_exc()), file=sys.stderr)
                record = failed(record, error)
        self.write(record)

    def unfinished(self, student: str) -> RunRecord:
        """The record of a run that the grader did not finish."""
        handed_in = self.plan.handed_in[student]
        return RunRecord(self.assignment, handed_in, verdict=Verdict.JE, message=JUDGE_ERROR)

    def write(self, record: RunRecord) -> None:
        path = run_path(self.classroom, self.assignment, record.handed_in.student)
        write_run(path, blobs_path(self.classroom), remembered(record, path), self.made(path))


def _runner(classroom: Classroom, assignment: str, plan: AssignmentPlan) -> _Runner:
    course, task = load_course(classroom, assignment), None
    backend = planned_backend(classroom)  # a machine without it grades nothing
    config = course.package.config
    try:
        task = Task(config, course.assignment, course.batches, runtime_of(course.package), backend)
        why_cold(task.backend)  # proved here, the forked processes know it, and share the servers
        kind_of(config.contract).serve(task)
    except Exception:
        print(for_log(traceback.format_exc()), file=sys.stderr)
    return _Runner(classroom, assignment, plan, task, stamper(classroom))
