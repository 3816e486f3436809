"""Why a submission did not pass, in lines of plain text: the outcome, and the boards of failed tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gograde.errors import ExitCode
from gograde.pictures.diagram import Diagram, Mark, board_text
from gograde.report.passing import exit_code, tests_handed_in
from gograde.report.redact import StudentRecord
from gograde.report.words.answers import board_of, marks_of, points_of
from gograde.report.words.wording import counted
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

SIDE_BY_SIDE = 100  # columns; if two boards are wider, they stand one below the other


def outcome(record: StudentRecord) -> str:
    """What a check says in one line: how many tests passed, how many were not judged, why it does not pass.

    What a compiler said in several lines stands elsewhere.
    """
    asked = tests_handed_in(record)
    count = Counter(test.verdict for test in asked)
    parts = [f"{count[Verdict.AC]} of {counted(len(asked), 'public test')} passed"]
    if looks := count[Verdict.RV]:
        parts.append(f"{counted(looks, 'picture')} to be looked at by a person, not judged here")
    if ours := count[Verdict.JE]:
        parts.append(f"{counted(ours, 'test')} not judged for a fault of the grader (judge error)")
    if skipped := count[Verdict.SK]:
        parts.append(f"{counted(skipped, 'test')} skipped")
    if left := len(record.tests) - len(asked):
        parts.append(f"{counted(left, 'test')} for extra points not handed in")
    if record.message:
        parts.append(record.verdict.meaning if record.verdict and "\n" in record.message else record.message)
    elif record.verdict and record.verdict.finding and record.verdict not in count:
        parts.append(record.verdict.meaning)
    elif not ours and exit_code(record) is ExitCode.JUDGE_ERROR:
        parts.append("nothing was graded")
    if record.backend == "none":
        parts.append("run without a sandbox (--trust-submissions)")
    return "; ".join(parts) + "."


def gist(message: str) -> str:
    """The line of a message that says most: a compiler's first error, else the first."""
    lines = message.split("\n")
    return next((one for one in lines if len(lines) > 1 and "error:" in one), lines[0]).strip()


def failures(record: StudentRecord) -> list[TestScore]:
    """The failed tests with a cause; tests that only repeat why their run ended are left out."""
    ended = {run.message for run in record.runs if run.verdict is not Verdict.AC}
    failed = [test for test in tests_handed_in(record) if test.verdict.failed and test.cause]
    return [test for test in failed if test.message not in ended]


def board_lines(test: TestScore) -> list[str]:
    """The lines of the boards of a failed test, and their legend; empty for a test without a board."""
    if not test.board or test.cause is None:
        return []
    if test.answer == "picture":
        return _picture_boards(test)
    marks = marks_of(test)
    if points_of(test.cause.expected, test.board) is None:
        return list(board_text(Diagram(test.board)))
    expected = {point: mark for point, mark in marks.items() if mark is not Mark.ANSWERED}
    left = ["Expected", *board_text(Diagram(test.board, marks=expected))]
    if test.cause.actual is None:
        return [*left, "? expected"]
    got = {point: mark for point, mark in marks.items() if mark is not Mark.EXPECTED}
    right = ["Got", *board_text(Diagram(test.board, marks=got))]
    return [
        *_beside(left, right),
        "* expected and answered   ? expected, not answered   ! answered, not expected",
    ]


def _picture_boards(test: TestScore) -> list[str]:
    """The expected board beside the board that was surely read in the picture."""
    wanted = board_of(test.cause.expected) if test.cause else None
    sure = (reading.board for reading in test.readings if reading.outcome != "review")
    read = next((board for board in sure if board), None)
    left = ["Expected", *board_text(Diagram(wanted))] if wanted else []
    right = ["Read", *board_text(Diagram(read))] if read else []
    return _beside(left, right) if left and right else [*left, *right]


def _beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    wide = max(map(len, left))
    if wide + max(map(len, right)) + 6 > SIDE_BY_SIDE:
        return [*left, "", *right]
    return [f"{one:<{wide}}      {other}" for one, other in zip(left, right, strict=True)]
