"""Scores sheets inside the sandbox, since facts are bytes that students' programs left behind."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any

from gograde.authoring.spec_assignment import SpecAssignment, with_mistakes
from gograde.codec import to_value
from gograde.core.assignment import Assignment
from gograde.core.marking import Marking
from gograde.core.record import TestScore
from gograde.grading.boxed.sheet import Sheet, of_parcel
from gograde.pictures import effort

MOST_TRACE = 4000
"""The most characters of a traceback, from its end."""


def score(number: int, files: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """For each of so many sheets its tests, or the error of ours that the scorer raised.

    The mistakes of a program are named where all its sheets are there and could be scored.
    """
    try:
        code, assignment, sheets, whole = of_parcel(*files)
        scored = [_scored(assignment, code.marking, sheet) for sheet in sheets]
        tests = [one for one in scored if isinstance(one, tuple)]
        if whole and len(tests) == number and isinstance(assignment, SpecAssignment):
            runs = [(sheet.batch, sheet.facts) for sheet in sheets]
            scored = [*with_mistakes(assignment, code.marking, runs, tests)]
    except (MemoryError, RecursionError):  # limits like those of the sandbox: the bytes are too much
        raise
    except Exception as error:
        return [_failed(error)] * number, []
    return [{"tests": to_value(one)} if isinstance(one, tuple) else one for one in scored], []


def _scored(assignment: Assignment, marking: Marking, sheet: Sheet) -> tuple[TestScore, ...] | dict[str, Any]:
    try:
        with effort.limited(sheet.steps):
            return assignment.score(sheet.batch, sheet.facts, marking, sheet.visibility)
    except (MemoryError, RecursionError):
        raise
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> dict[str, Any]:
    return {"error": type(error).__name__, "trace": traceback.format_exc()[-MOST_TRACE:]}
