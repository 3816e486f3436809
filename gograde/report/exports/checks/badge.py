"""The outcome of a check as data for a badge, in the form of an endpoint of shields."""

from __future__ import annotations

from gograde.report.words.escape import json_text, line
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict

HALF = 0.5
"""The share of tests passed from which a badge is yellow instead of red."""


def badge_json(record: ScoreRecord) -> str:
    """How many public tests passed; a fault of the grader is no outcome."""
    passed = sum(test.verdict is Verdict.AC for test in record.tests)
    ours = Verdict.JE in {record.verdict, *(test.verdict for test in record.tests)}
    value = {
        "schemaVersion": 1,
        "label": line(record.assignment.id),
        "message": "judge error" if ours else f"{passed} of {len(record.tests)} tests",
        "color": "lightgrey" if ours else _colour(record, passed),
        "isError": ours,
    }
    return json_text(value) + "\n"


def _colour(record: ScoreRecord, passed: int) -> str:
    if not record.verdict.failed:
        return "brightgreen" if passed == len(record.tests) else "yellow"
    return "yellow" if passed >= HALF * len(record.tests) > 0 else "red"
