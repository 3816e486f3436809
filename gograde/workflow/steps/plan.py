"""Writes down what there is to do in a class."""

from __future__ import annotations

from gograde.classroom.classroom import Classroom
from gograde.sandbox.select import choose_backend
from gograde.workflow import lock
from gograde.workflow.digests import Settings
from gograde.workflow.grade_class import renew_plan
from gograde.workflow.report_folder import reports_from_work


def plan(classroom: Classroom, reports: str, *, trust: bool, backend: str | None) -> None:
    """Write the plan; `reports` is the folder of reports as the work folder sees it.

    Raises `UsageError` when another grader is at work or the folder is not for reports, `DataError` for a
    class that cannot be graded, `JudgeError` when no sandbox works.
    """
    folder = reports_from_work(classroom, classroom.work / reports)
    chosen = choose_backend(trust=trust, name=backend)
    with lock.grader(classroom.work):
        renew_plan(classroom, Settings(chosen.name, trust, folder))
