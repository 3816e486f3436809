"""Scores one program again after a person's look, and renews the marks; no program runs."""

from __future__ import annotations

from pathlib import Path

from gograde.classroom.classroom import load_class
from gograde.grading.plan_file import read_plan
from gograde.report.exports.reports_folder import write_class_reports
from gograde.workflow import lock
from gograde.workflow.steps.gradebook import make_gradebook
from gograde.workflow.steps.score import score_students


def rescore(class_dir: Path, assignment: str, student: str) -> None:
    """Score the run of a submission again, with all that persons saw in its pictures.

    Raises `DataError` without a plan, `UsageError` while a
    grader is at work, `JudgeError` without the run or a sandbox.
    """
    classroom = load_class(class_dir)
    with lock.grader(classroom.work):
        score_students(classroom, assignment, [student])


def renew_marks(class_dir: Path, *, reports: bool) -> None:
    """Make the gradebook, and the reports where they are wanted, of the scores as they are.

    Raises `DataError` without a plan or without all scores.
    """
    classroom = load_class(class_dir)
    with lock.step(classroom.work):
        make_gradebook(classroom)
        if reports:
            write_class_reports(classroom, classroom.work / read_plan(classroom)["reports"])
