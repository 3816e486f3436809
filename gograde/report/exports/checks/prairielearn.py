"""A score record as results of PrairieLearn (`results.json`) and of Autolab."""

from __future__ import annotations

from typing import Any

from gograde.errors import ExitCode
from gograde.report.exports.checks.gradescope import FAILED, leaderboard
from gograde.report.exports.checks.plain import plain_text, test_lines
from gograde.report.passing import exit_code, formative
from gograde.report.redact import StudentRecord
from gograde.report.words.escape import json_text, line, visible
from gograde.report.words.failures import outcome
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict


def results_json(record: StudentRecord) -> str:
    """The file's text; `score` is a share of 1.

    What was not graded is not gradable, and PrairieLearn counts no attempt: after a fault of the grader, and
    for a program that does not compile or cannot be read.
    """
    scaled = formative(record)
    errors = _format_errors(record)
    value: dict[str, Any] = {"gradable": not errors, "format_errors": errors}
    if not errors:
        value["score"] = scaled.score / scaled.max_score if scaled.max_score else 0.0
    value |= {
        "message": visible(outcome(record)),
        "output": visible(plain_text(record)),
        "images": [],
        "tests": [] if errors else [_test(test) for test in scaled.tests],
    }
    return json_text(value) + "\n"


def _format_errors(record: StudentRecord) -> list[str]:
    """Why nothing was graded; empty where something was."""
    verdicts = {test.verdict for test in record.tests}
    if Verdict.JE in {record.verdict, *verdicts}:
        return [FAILED]
    if exit_code(record) is ExitCode.JUDGE_ERROR:
        return [visible(outcome(record))]
    if record.verdict and verdicts and verdicts <= {Verdict.CE, Verdict.NS}:
        return [visible(record.message or record.verdict.meaning)]
    return []


def _test(test: TestScore) -> dict[str, Any]:
    passed = test.verdict is Verdict.AC
    return {
        "name": line(test.name),
        "description": line(test.group),
        "points": test.points or 0,
        "max_points": test.max_points,
        "message": line(test.message or test.verdict.meaning),
        "output": "" if passed else visible("\n".join(test_lines(test))),
        "images": [],
    }


def autolab_text(record: StudentRecord) -> str:
    """Feedback and the line of scores: the points of each group, under its name.

    A group that is not decided is left out, and so is the whole line when nothing was graded: Autolab then
    gives no score.
    """
    feedback = f"{plain_text(record)}\n"
    if exit_code(record) is ExitCode.JUDGE_ERROR:
        return feedback
    scaled = formative(record)
    scores = {group.name: group.score for group in scaled.groups if not group.pending}
    board = [scaled.score, *(row["value"] for row in leaderboard(record))] if not scaled.pending else []
    line = {"scores": scores, **({"scoreboard": board} if board else {})}
    return feedback + json_text(line, indent=None) + "\n"
