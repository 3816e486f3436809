"""A score record as Gradescope's `results.json`, with exactly the keys that Gradescope reads."""

from __future__ import annotations

from typing import Any

from gograde.report.words.escape import json_text, line, visible
from gograde.report.words.failures import board_lines, outcome
from gograde.report.words.wording import points_line
from gograde.scoring.record import ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict


def results_json(record: ScoreRecord) -> str:
    """The file's text; unknown scores are left out instead of written as 0."""
    tests = [_test(number, test) for number, test in enumerate(record.tests, start=1)]
    known = all(test.verdict is not Verdict.JE for test in record.tests) and record.verdict is not Verdict.JE
    value = {
        **({"score": record.score} if known else {}),
        "execution_time": round(sum(usage.wall_s for usage in record.usage), 3),
        "output": visible(outcome(record)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": _extra(record),
        "tests": tests,
        "leaderboard": [],
    }
    return json_text(value) + "\n"


def _test(number: int, test: TestScore) -> dict[str, Any]:
    status = {} if test.points is None else {"status": "passed" if test.verdict is Verdict.AC else "failed"}
    score = {} if test.points is None else {"score": test.points}
    return {
        **score,
        "max_score": test.max_points,
        **status,
        "name": line(test.name),
        "name_format": "text",
        "number": str(number),
        "output": visible("\n".join(_output(test))),
        "output_format": "text",
        "tags": [test.group, test.verdict.value],
        "visibility": test.visibility.value,
        "extra_data": {"verdict": test.verdict.value, "batch": test.batch, "features": list(test.features)},
    }


def _output(test: TestScore) -> list[str]:
    help_text = [test.cause.help] if test.cause and test.cause.help else []
    said = test.message or test.verdict.meaning
    waits = [points_line(test)] if test.points is None else []
    return [said, *waits, *board_lines(test), *help_text, *test.remarks]


def _extra(record: ScoreRecord) -> dict[str, Any]:
    about = record.assignment
    return {
        "assignment": {"id": about.id, "version": about.version, "package_sha256": about.package_sha256},
        "verdict": record.verdict.value,
        "official": record.official,
        "pending": record.pending,
        "sandbox": record.backend,
    }
