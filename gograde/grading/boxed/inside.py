"""Scores sheets; runs inside the sandbox, since facts are bytes that students' programs left behind."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any

from gograde.authoring.assignment import Assignment
from gograde.codec import to_value
from gograde.grading.boxed.sheet import Sheet, of_parcel
from gograde.pictures import effort
from gograde.scoring.marking import Marking

MOST_TRACE = 4000
"""The most characters of a traceback, from its end."""


def score(number: int, files: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """For each of so many sheets its tests, or the error of ours that the scorer raised."""
    try:
        code, assignment, sheets = of_parcel(*files)
    except MemoryError:
        raise
    except Exception as error:
        return [_failed(error)] * number, []
    return [_scored(assignment, code.marking, sheet) for sheet in sheets], []


def _scored(assignment: Assignment, marking: Marking, sheet: Sheet) -> dict[str, Any]:
    try:
        with effort.limited(sheet.steps):
            tests = assignment.score(sheet.batch, sheet.facts, marking, sheet.visibility)
    except (MemoryError, RecursionError):  # limits like those of the sandbox: the bytes are too much
        raise
    except Exception as error:
        return _failed(error)
    return {"tests": to_value(tests)}


def _failed(error: Exception) -> dict[str, Any]:
    return {"error": type(error).__name__, "trace": traceback.format_exc()[-MOST_TRACE:]}
