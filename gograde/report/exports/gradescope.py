"""A score record as Gradescope's `results.json`, with exactly the keys that Gradescope reads."""

from __future__ import annotations

from typing import Any

from gograde.report.words.escape import json_text, line, visible
from gograde.report.words.failures import board_lines, outcome
from gograde.report.words.wording import points_line, total_words
from gograde.scoring.record import ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict


def results_json(record: ScoreRecord) -> str:
    """The file's text; a total that is not complete is left out, and so are the scores of all its tests.

    Gradescope adds up the scores of tests when there is no total.
    """
    known = record.total.complete and record.verdict is not Verdict.JE
    tests = [_test(number, test, known=known) for number, test in enumerate(record.tests, start=1)]
    value = {
        **({"score": record.score} if known else {}),
        "execution_time": round(sum(usage.wall_s for usage in record.usage), 3),
        "output": visible(outcome(record)) if known else visible(f"{outcome(record)}\n{_open(record)}"),
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


def _open(record: ScoreRecord) -> str:
    return f"Points: {total_words(record.total)}."


def _test(number: int, test: TestScore, *, known: bool) -> dict[str, Any]:
    status = {} if test.points is None else {"status": "passed" if test.verdict is Verdict.AC else "failed"}
    score = {"score": test.points} if known and test.points is not None else {}
    return {
        **score,
        "max_score": test.max_points,
        **status,
        "name": line(test.name),
        "name_format": "text",
        "number": str(number),
        "output": visible("\n".join(_output(test, known=known))),
        "output_format": "text",
        "tags": [test.group, test.verdict.value],
        "visibility": test.visibility.value,
        "extra_data": {"verdict": test.verdict.value, "batch": test.batch, "features": list(test.features)},
    }


def _output(test: TestScore, *, known: bool) -> list[str]:
    help_text = [test.cause.help] if test.cause and test.cause.help else []
    said = test.message or test.verdict.meaning
    points = [] if known else [points_line(test)]
    return [said, *points, *board_lines(test), *help_text, *test.remarks]


def _extra(record: ScoreRecord) -> dict[str, Any]:
    about = record.assignment
    return {
        "assignment": {"id": about.id, "version": about.version, "package_sha256": about.package_sha256},
        "verdict": record.verdict.value,
        "official": record.official,
        "pending": record.pending,
        "sandbox": record.backend,
    }
