"""A score record as Gradescope's `results.json`, with exactly the keys that Gradescope reads.

All of it is made from what a student may see.  Of a hidden test it has the name and the points, and
Gradescope keeps these from students by its `visibility`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from gograde.errors import ExitCode
from gograde.report.exports.checks.plain import run_blocks
from gograde.report.passing import exit_code, formative, is_formative
from gograde.report.redact import HiddenTest, StudentRecord
from gograde.report.words.escape import json_text, line, visible
from gograde.report.words.failures import explained, outcome
from gograde.report.words.wording import counted, points_line, total_words
from gograde.scoring.record import TestScore
from gograde.scoring.totals import Total, less
from gograde.scoring.verdict import Verdict

FAILED = (
    "The grader failed, not your program (judge error): nothing was graded, and no points were taken. "
    "Tell the teaching team; handing in again later may help."
)

_TEXT = {"output_format": "text", "test_output_format": "text", "test_name_format": "text"}


def results_json(record: StudentRecord, penalty: float = 0.0, notes: Sequence[str] = ()) -> str:
    """The file's text; without weights each test counts a point, which carries no mark.

    A judge error gives no score at all, and so does a mark that is not complete: all its tests are without
    scores too, since Gradescope adds them up when there is no total.  `penalty` are points for lateness,
    `notes` what the student is told besides.
    """
    scaled = formative(record)
    total = less(scaled.total, penalty)
    known = _is_known(record, total)
    tests = [_test(test, known=known) for test in scaled.tests]
    tests += [_hidden_test(test, known=known) for test in scaled.hidden_tests]
    value = {
        **({"score": total.at_least} if known else {}),
        "execution_time": round(sum(record.wall_s.values()), 3),
        "output": visible("\n".join(_message(record, total, notes, known=known))),
        **_TEXT,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": _extra(record),
        "tests": [{**test, "number": str(number)} for number, test in enumerate(tests, start=1)],
        "leaderboard": list(leaderboard(record)),
    }
    return json_text(value) + "\n"


def failed_json() -> str:
    """What Gradescope is told when the grader failed as a whole: no score, no tests."""
    value = {"output": FAILED, **_TEXT, "visibility": "visible", "stdout_visibility": "hidden", "tests": []}
    return json_text(value) + "\n"


def _is_known(record: StudentRecord, total: Total) -> bool:
    """Whether a score may be told: never a guess at a mark; a check without marks tells what is certain."""
    ours = Verdict.JE in {record.verdict, *(test.verdict for test in record.tests)}
    return not ours and (total.complete or is_formative(record))


def _message(record: StudentRecord, total: Total, notes: Sequence[str], *, known: bool) -> list[str]:
    lines = [outcome(record), record.message if "\n" in record.message else ""]
    if is_formative(record):
        tests = counted(len(record.tests), "test")
        lines.append(f"Public cases carry no marks: each of the {tests} counts 1 point, for orientation.")
    if not known or not total.complete:
        lines.append(f"Points: {_points(record, total)}.")
    return [*filter(None, lines), *chain.from_iterable(run_blocks(record)), *notes]


def _points(record: StudentRecord, total: Total) -> str:
    """What is certain of the points; nothing where a sum would tell of tests that not everybody may see."""
    return "none are told before everything is graded" if record.hidden_tests else total_words(total)


def _test(test: TestScore, *, known: bool) -> dict[str, Any]:
    passed = test.verdict is Verdict.AC and test.points == test.max_points
    status = {} if test.points is None else {"status": "passed" if passed else "failed"}
    score = {"score": test.points} if known and test.points is not None else {}
    return {
        **score,
        "max_score": test.max_points,
        **status,
        "name": line(test.name),
        "name_format": "text",
        "output": visible("\n".join(_output(test, known=known))),
        "output_format": "text",
        "tags": [test.group, test.verdict.value],
        "visibility": test.visibility.value,
        "extra_data": {"verdict": test.verdict.value, "batch": test.batch, "features": list(test.features)},
    }


def _hidden_test(test: HiddenTest, *, known: bool) -> dict[str, Any]:
    score = {"score": test.points} if known and test.points is not None else {}
    return {
        **score,
        "max_score": test.max_points,
        "name": line(test.name),
        "name_format": "text",
        "tags": [test.group],
        "visibility": test.visibility.value,
    }


def _output(test: TestScore, *, known: bool) -> list[str]:
    said = test.message or test.verdict.meaning
    points = [] if known else [points_line(test)]
    if test.verdict is Verdict.AC:
        return [said, *points, *test.remarks]
    return [said, *points, *explained(test), *test.remarks]


def _extra(record: StudentRecord) -> dict[str, Any]:
    about = record.assignment
    return {
        "assignment": {"id": about.id, "version": about.version, "package_sha256": about.package_sha256},
        "verdict": record.verdict and record.verdict.value,
        "pending": record.pending,
        "sandbox": record.backend,
    }


def leaderboard(record: StudentRecord) -> Iterator[dict[str, Any]]:
    """Rows of a public table; a program is ranked by length when it passes and no point is missing."""
    code = exit_code(record)
    if code is ExitCode.JUDGE_ERROR:
        return
    games = [game for test in record.tests for game in test.games if game.counted]
    if games:
        won = 100 * sum(game.won for game in games) / len(games)
        yield {"name": "games won, %", "value": round(won, 1), "order": "desc"}
    source = record.submission.source
    needed = {group.name for group in record.groups if not group.extra}
    whole = all(test.points == test.max_points for test in record.hidden_tests if test.group in needed)
    if source is not None and not source.unranked and code is ExitCode.DONE and whole:
        yield {"name": "characters", "value": source.characters, "order": "asc"}
