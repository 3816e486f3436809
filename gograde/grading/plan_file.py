"""The plan on disk: what the steps of a grading read of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Classroom
from gograde.errors import DataError
from gograde.grading.facts import HandedIn
from gograde.grading.work_paths import planned_path

PLAN_SCHEMA = "gograde/plan/v1"


def plan_path(classroom: Classroom) -> Path:
    """The plan that was made last."""
    return classroom.work / "plan" / "plan.json"


def read_plan(classroom: Classroom) -> dict[str, Any]:
    """The plan that was made last; raises `DataError` when there is none."""
    path = plan_path(classroom)
    try:
        plan: dict[str, Any] = json.loads(path.read_bytes())
    except (OSError, ValueError):
        raise DataError(str(path), "no plan", "make one: gograde step plan CLASS") from None
    return plan


def planned_submission(classroom: Classroom, assignment: str, student: str) -> HandedIn:
    """What the plan says that a student has handed in; nothing when it does not say."""
    try:
        return HandedIn(**json.loads(planned_path(classroom, assignment, student).read_bytes()))
    except (OSError, ValueError, TypeError):
        return HandedIn(student)
