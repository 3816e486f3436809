"""What did not pass as plain text, a block a cause, for systems that show text alone; and a badge."""

from __future__ import annotations

from collections.abc import Iterator

from gograde.codec import to_value
from gograde.errors import ExitCode
from gograde.report.passing import broken_runs, exit_code, not_right, tests_handed_in
from gograde.report.redact import StudentRecord
from gograde.report.words.escape import json_text, line, terminal
from gograde.report.words.failures import Failure, explained, failures_by_cause, gist, outcome, run_call
from gograde.report.words.wording import sign
from gograde.scoring.record import RunScore, TestScore
from gograde.scoring.verdict import Verdict

HALF = 0.5
"""The share of tests passed from which a badge is yellow instead of red."""

TAIL = 2000
"""Characters at the end of what a run printed that are shown."""


def plain_text(record: StudentRecord) -> str:
    """The causes with their boards, the runs that broke down, and the outcome."""
    ended = {run.message for run in broken_runs(record)}
    told = [test for test in not_right(record) if test.message not in ended]
    blocks = [_block(cause) for cause in failures_by_cause(told, record.assignment.asks)]
    blocks += list(run_blocks(record))
    lines = [line for block in blocks for line in (*block, "")]
    return terminal("\n".join([*lines, outcome(record)]))


def test_lines(test: TestScore) -> list[str]:
    """Why a test did not pass: its message, and what explains it."""
    return [f"{sign(test.verdict)} {test.name}: {test.message or test.verdict.meaning}", *explained(test)]


def _block(cause: Failure) -> list[str]:
    shown = cause.first
    others = [test.name for test in cause.tests if test is not shown]
    return [*test_lines(shown), *([f"The same cause: {', '.join(others)}"] if others else [])]


def run_blocks(record: StudentRecord) -> Iterator[list[str]]:
    """Of each run that broke down why, and the end of what it printed."""
    for run in broken_runs(record):
        head = f"Run {run.batch}: {gist(run.message) or run.verdict.meaning}"
        yield [head, *run_call(record, run), *printed(run)]


def printed(run: RunScore) -> list[str]:
    """The end of each stream that a run printed to."""
    return [text[-TAIL:].rstrip() for text in (run.stderr, run.stdout) if text.strip()]


def record_json(record: StudentRecord) -> str:
    """The record itself."""
    return json_text(to_value(record)) + "\n"


def badge_json(record: StudentRecord) -> str:
    """How many public tests passed; a check that graded nothing has no outcome."""
    code, asked = exit_code(record), tests_handed_in(record)
    passed = sum(test.verdict is Verdict.AC for test in asked)
    ours = code is ExitCode.JUDGE_ERROR
    verdicts = {record.verdict, *(test.verdict for test in asked)}
    told = {test.verdict for test in asked}
    besides = f", {record.verdict}" if record.verdict and record.verdict not in {Verdict.AC, *told} else ""
    fault = "judge error" if Verdict.JE in verdicts else "not graded"
    value = {
        "schemaVersion": 1,
        "label": line(record.assignment.id),
        "message": fault if ours else f"{passed} of {len(asked)} tests{besides}",
        "color": "lightgrey" if ours else _colour(code, passed, len(asked)),
        "isError": ours,
    }
    return json_text(value) + "\n"


def _colour(code: ExitCode, passed: int, tests: int) -> str:
    if code is ExitCode.DONE:
        return "brightgreen" if passed == tests else "yellow"
    return "yellow" if passed >= HALF * tests > 0 else "red"
