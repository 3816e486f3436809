"""Writes the plan of a class."""

from __future__ import annotations

from datetime import UTC, datetime

from gograde.classroom.classroom import Classroom
from gograde.workflow import lock
from gograde.workflow.digests import Settings
from gograde.workflow.plan import Plan, make_plan
from gograde.workflow.plan_writer import write_plan
from gograde.workflow.report_folder import reports_from_work
from gograde.workflow.required import backend_for
from gograde.workflow.stale import forget_stale


def plan(classroom: Classroom, reports: str, *, trust: bool, backend: str | None) -> None:
    """Write the plan; `reports` is the report folder, relative to the work folder or absolute.

    Raises `UsageError` when another grader is at work or the report folder is unfit, `DataError` when the
    class cannot be graded, `JudgeError` when no sandbox works.
    """
    folder = reports_from_work(classroom, classroom.work / reports)
    chosen = backend_for(classroom, trust=trust, name=backend)
    with lock.grader(classroom.work):
        settings = Settings(chosen.name, trust, folder)
        renew_plan(classroom, make_plan(classroom, settings, chosen, datetime.now(UTC)))


def renew_plan(classroom: Classroom, plan: Plan) -> None:
    """Delete what a new plan makes out of date, and write it."""
    forget_stale(classroom, plan)
    write_plan(classroom, plan)
