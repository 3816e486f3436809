"""Writes the plan of a class."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from gograde.classroom.classroom import Classroom
from gograde.sandbox.protocol import Backend
from gograde.workflow import lock
from gograde.workflow.digests import Settings
from gograde.workflow.plan import Plan, make_plan
from gograde.workflow.plan_writer import write_plan
from gograde.workflow.report_folder import reports_from_work
from gograde.workflow.required import backend_for
from gograde.workflow.stale import forget_stale


def _unchecked(plan: Plan) -> None:
    pass


def plan(classroom: Classroom, reports: str, *, trust: bool, backend: str | None) -> None:
    """Write the plan; `reports` is the report folder, relative to the work folder or absolute.

    Raises `UsageError` when another grader is at work or the report folder is unfit, `DataError` when the
    class cannot be graded, `JudgeError` when no sandbox works.
    """
    folder = reports_from_work(classroom, classroom.work / reports)
    chosen = backend_for(classroom, trust=trust, name=backend)
    with lock.grader(classroom.work):
        renew_plan(classroom, Settings(chosen.name, trust, folder), chosen)


def renew_plan(
    classroom: Classroom, settings: Settings, backend: Backend, check: Callable[[Plan], None] = _unchecked
) -> Plan:
    """Make the plan, delete what it makes out of date, and write it; raises `DataError`.

    `check` may raise: then nothing is deleted and no plan is written.
    """
    plan = make_plan(classroom, settings, backend, datetime.now(UTC))
    check(plan)
    forget_stale(classroom, plan)
    write_plan(classroom, plan)
    return plan
