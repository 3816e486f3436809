"""The outcome of a check as data for a badge, in the form of an endpoint of shields."""

from __future__ import annotations

from gograde.errors import ExitCode
from gograde.report.passing import exit_code, tests_handed_in
from gograde.report.redact import StudentRecord
from gograde.report.words.escape import json_text, line
from gograde.scoring.verdict import Verdict

HALF = 0.5
"""The share of tests passed from which a badge is yellow instead of red."""


def badge_json(record: StudentRecord) -> str:
    """How many public tests passed; a check that graded nothing has no outcome."""
    code, asked = exit_code(record), tests_handed_in(record)
    passed = sum(test.verdict is Verdict.AC for test in asked)
    ours = code is ExitCode.JUDGE_ERROR
    verdicts = {record.verdict, *(test.verdict for test in asked)}
    fault = "judge error" if Verdict.JE in verdicts else "not graded"
    value = {
        "schemaVersion": 1,
        "label": line(record.assignment.id),
        "message": fault if ours else f"{passed} of {len(asked)} tests",
        "color": "lightgrey" if ours else _colour(code, passed, len(asked)),
        "isError": ours,
    }
    return json_text(value) + "\n"


def _colour(code: ExitCode, passed: int, tests: int) -> str:
    if code is ExitCode.DONE:
        return "brightgreen" if passed == tests else "yellow"
    return "yellow" if passed >= HALF * tests > 0 else "red"
