"""Reads the plan from the work folder, for the steps of a grading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Classroom
from gograde.errors import DataError
from gograde.grading.facts import HandedIn
from gograde.grading.work_paths import planned_path, time_path

PLAN_SCHEMA = "gograde/plan/v1"


def plan_path(classroom: Classroom) -> Path:
    """The path of the plan."""
    return classroom.work / "plan" / "plan.json"


def read_plan(classroom: Classroom) -> dict[str, Any]:
    """The plan as JSON values; raises `DataError` when there is none."""
    path = plan_path(classroom)
    try:
        plan: dict[str, Any] = json.loads(path.read_bytes())
    except (OSError, ValueError):
        raise DataError(str(path), "no plan", "make one: gograde step plan CLASS") from None
    return plan


def planned_submission(classroom: Classroom, assignment: str, student: str) -> HandedIn:
    """A student's submission in the plan; raises `DataError` when the plan does not name it."""
    path = planned_path(classroom, assignment, student)
    try:
        time = json.loads(time_path(classroom, assignment, student).read_bytes())
        planned = json.loads(path.read_bytes())
        return HandedIn(planned["student"], planned["sha256"], **time)
    except (OSError, ValueError, LookupError, TypeError):
        raise DataError(str(path), "not in the plan", "make one: gograde step plan CLASS") from None
