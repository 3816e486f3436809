"""Runs submissions and writes their run records; a slice of the class loads and proves everything once."""

from __future__ import annotations

import sys
import traceback
from dataclasses import dataclass, replace
from functools import partial

from gograde.classroom.classroom import Classroom
from gograde.errors import DataError, JudgeError
from gograde.grading.contracts.kind import Task
from gograde.grading.contracts.table import kind_of
from gograde.grading.course import load_course
from gograde.grading.facts import JUDGE_ERROR, RunRecord
from gograde.grading.faults import failed, remembered
from gograde.grading.plan_file import MAKE_ONE, AssignmentPlan, plan_path, planned, to_run
from gograde.grading.records import write_run
from gograde.grading.run import run_submission
from gograde.grading.work_paths import blobs_path, fault_path, run_path, store_of
from gograde.intake.printable import for_log
from gograde.runtimes.runtime import runtime_of
from gograde.sandbox.warm.backend import IDLE, why_cold
from gograde.scoring.verdict import Verdict
from gograde.workflow.apart import apart, tell
from gograde.workflow.required import check_student, planned_backend


def run_slice(classroom: Classroom, assignment: str, number: str) -> None:
    """Run the submissions of a slice whose records are not current, each in a forked process.

    A process that does not end well is a fault of the grader with its submission alone (JE).
    """
    plan = planned(classroom, assignment)
    students = to_run(classroom, assignment, plan, plan.students_of(number))
    if not students:
        return
    runner = _runner(classroom, assignment, plan)
    for student in students:
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
        raise DataError(str(plan_path(classroom)), f"{student} is not in the plan", MAKE_ONE)
    if plan.handed_in[student].sha256 is not None:
        _runner(classroom, assignment, plan).run(student)


@dataclass(frozen=True)
class _Runner:
    """Runs planned submissions of an assignment; without a task, each record is a fault of the grader."""

    classroom: Classroom
    assignment: str
    plan: AssignmentPlan
    task: Task | None

    def run(self, student: str) -> None:
        """Run a submission and write its record; a fault of the grader is recorded as JE."""
        record = self.unfinished(student)
        handed_in = record.handed_in
        if self.task is not None:
            try:
                submission = store_of(self.classroom).get(handed_in.sha256 or "")
                found = run_submission(submission, handed_in, self.task)
                record = replace(found, digest=record.digest)
            except Exception as error:
                print(for_log(traceback.format_exc()), file=sys.stderr)
                record = failed(record, error)
        self.write(record)

    def unfinished(self, student: str) -> RunRecord:
        """The record of a run that the grader did not finish."""
        handed_in, digest = self.plan.handed_in[student], self.plan.runs[student]
        return RunRecord(self.assignment, handed_in, verdict=Verdict.JE, message=JUDGE_ERROR, digest=digest)

    def write(self, record: RunRecord) -> None:
        student = record.handed_in.student
        record = remembered(record, fault_path(self.classroom, self.assignment, student))
        write_run(run_path(self.classroom, self.assignment, student), blobs_path(self.classroom), record)


def _runner(classroom: Classroom, assignment: str, plan: AssignmentPlan) -> _Runner:
    course, task = load_course(classroom, assignment), None
    config = course.package.config
    try:
        task = Task(
            config, course.assignment, course.batches, runtime_of(course.package), planned_backend(classroom)
        )
        why_cold(task.backend)  # proved here, the forked processes know it, and share the servers
        kind_of(config.contract).serve(task)
    except Exception:
        print(for_log(traceback.format_exc()), file=sys.stderr)
    return _Runner(classroom, assignment, plan, task)
