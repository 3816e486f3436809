"""A score record as Gradescope's `results.json`, with exactly the keys that Gradescope reads.

Where a test may not be seen yet, Gradescope keeps it from students by its `visibility`; what is said of the
whole submission is taken from the student's view of the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gograde.report.exports.checks.leaderboard import leaderboard
from gograde.report.exports.checks.plain import explained
from gograde.report.redact import ALWAYS, for_student, open_usage
from gograde.report.words.escape import json_text, line, visible
from gograde.report.words.failures import outcome
from gograde.report.words.wording import counted, points_line, total_words
from gograde.scoring.formative import formative, is_formative
from gograde.scoring.record import RunScore, ScoreRecord, TestScore
from gograde.scoring.totals import Total, less
from gograde.scoring.verdict import Verdict, gravest

TAIL = 2000
"""Characters at the end of what a run printed that are shown."""

FAILED = (
    "The grader failed, not your program (judge error): nothing was graded, and no points were taken. "
    "Tell the teaching team; handing in again later may help."
)

_TEXT = {"output_format": "text", "test_output_format": "text", "test_name_format": "text"}


def results_json(record: ScoreRecord, penalty: float = 0.0, notes: Sequence[str] = ()) -> str:
    """The file's text; without weights each test counts a point, which carries no mark.

    A judge error gives no score at all, and so does a mark that is not complete: all its tests are without
    scores too, since Gradescope adds them up when there is no total.  `penalty` are points for lateness,
    `notes` what the student is told besides.
    """
    scaled = formative(record)
    total = less(scaled.total, penalty)
    known = _is_known(record, total)
    value = {
        **({"score": total.at_least} if known else {}),
        "execution_time": round(sum(usage.wall_s for usage in open_usage(record)), 3),
        "output": visible("\n".join(_said(record, total, notes, known=known))),
        **_TEXT,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": _extra(record),
        "tests": [_test(number, test, known=known) for number, test in enumerate(scaled.tests, start=1)],
        "leaderboard": list(leaderboard(record)),
    }
    return json_text(value) + "\n"


def failed_json() -> str:
    """What Gradescope is told when the grader failed as a whole: no score, no tests."""
    value = {"output": FAILED, **_TEXT, "visibility": "visible", "stdout_visibility": "hidden", "tests": []}
    return json_text(value) + "\n"


def _is_known(record: ScoreRecord, total: Total) -> bool:
    """Whether a score may be told: never a guess at a mark; a check without marks tells what is certain."""
    ours = Verdict.JE in {record.verdict, *(test.verdict for test in record.tests)}
    return not ours and (total.complete or is_formative(record))


def _said(record: ScoreRecord, total: Total, notes: Sequence[str], *, known: bool) -> list[str]:
    seen = for_student(record)
    lines = [outcome(_public(seen))]
    if is_formative(record):
        tests = counted(len(record.tests), "test")
        lines.append(f"Public cases carry no marks: each of the {tests} counts 1 point, for orientation.")
    if not known or not total.complete:
        lines.append(f"Points: {_points(record, total)}.")
    for run in seen.runs:
        if run.verdict not in (Verdict.AC, Verdict.SK):
            lines += _run(run)
    return [*filter(None, lines), *notes]


def _points(record: ScoreRecord, total: Total) -> str:
    """What is certain of the points; nothing where a sum would tell of tests that not everybody may see."""
    if all(test.visibility in ALWAYS for test in record.tests):
        return total_words(total)
    return "none are told before everything is graded"


def _public(record: ScoreRecord) -> ScoreRecord:
    """The record of the public tests alone."""
    tests = tuple(test for test in record.tests if test.visibility in ALWAYS)
    if len(tests) == len(record.tests):
        return record
    return record.model_copy(update={"tests": tests, "verdict": gravest(test.verdict for test in tests)})


def _run(run: RunScore) -> list[str]:
    printed = [text[-TAIL:].rstrip() for text in (run.stderr, run.stdout) if text.strip()]
    return [f"Run {run.batch}: {run.message or run.verdict.meaning}", *printed]


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
    said = test.message or test.verdict.meaning
    points = [] if known else [points_line(test)]
    if test.verdict is Verdict.AC:
        return [said, *points, *test.remarks]
    return [said, *points, *explained(test), *test.remarks]


def _extra(record: ScoreRecord) -> dict[str, Any]:
    about = record.assignment
    return {
        "assignment": {"id": about.id, "version": about.version, "package_sha256": about.package_sha256},
        "verdict": record.verdict.value,
        **({} if record.official == "none" else {"official": record.official}),
        "pending": record.pending,
        "sandbox": record.backend,
    }
