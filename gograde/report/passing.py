"""Whether a check passes, and on which scale: all its formats and its exit code go by these functions."""

from __future__ import annotations

from gograde.codec import replace
from gograde.errors import ExitCode
from gograde.report.redact import StudentGroup, StudentRecord
from gograde.scoring.record import EACH, RunScore, TestScore
from gograde.scoring.totals import decided, total_of
from gograde.scoring.verdict import Verdict


def exit_code(record: StudentRecord) -> ExitCode:
    """1 for what is wrong with the submission; 4 for a fault of the grader, and when nothing was graded.

    Nobody is blamed for what was skipped, waits for a person, or was left out where that is allowed.
    """
    known = {test.verdict for test in record.tests} | {run.verdict for run in record.runs}
    known |= {record.verdict} if record.verdict else set()
    if Verdict.JE in known:
        return ExitCode.JUDGE_ERROR
    if any(verdict.finding for verdict in known):
        return ExitCode.FINDINGS
    if any(test.verdict is Verdict.AC for test in record.tests):
        return ExitCode.DONE
    return ExitCode.FINDINGS if Verdict.NS in known else ExitCode.JUDGE_ERROR


def tests_handed_in(record: StudentRecord) -> list[TestScore]:
    """The tests but those of parts that were left out where that is allowed."""
    nothing = record.verdict is Verdict.NS
    return [test for test in record.tests if nothing or test.verdict is not Verdict.NS]


def not_right(record: StudentRecord) -> list[TestScore]:
    """The tests that a check speaks of: those that are wrong, or not decided; something caused a skip."""
    return [test for test in tests_handed_in(record) if test.verdict not in (Verdict.AC, Verdict.SK)]


def broken_runs(record: StudentRecord) -> list[RunScore]:
    """The runs that broke down."""
    return [run for run in record.runs if run.verdict not in (Verdict.AC, Verdict.SK)]


def is_formative(record: StudentRecord) -> bool:
    """Whether no test of the record is worth points."""
    return bool(record.tests) and not record.max_score


def formative(record: StudentRecord) -> StudentRecord:
    """The record with a point for each open test, where none is worth any; else the record as it is.

    A program that tried what is forbidden gets none of these: a check of it does not pass.
    """
    if not is_formative(record):
        return record
    each = 0.0 if record.verdict is Verdict.SV else EACH
    tests = tuple(_worth(test, each) for test in record.tests)
    total = total_of(tests)
    groups = tuple(_scaled(group, tests) for group in record.groups)
    sums = {"score": total.at_least, "max_score": total.of, "pending": total.pending}
    return replace(record, tests=tests, groups=groups, **sums)


def _worth(test: TestScore, each: float) -> TestScore:
    points = each if test.verdict is Verdict.AC else 0.0
    return replace(test, points=points if decided(test) else None, max_points=EACH)


def _scaled(group: StudentGroup, tests: tuple[TestScore, ...]) -> StudentGroup:
    total = total_of([test for test in tests if test.group == group.name])
    return replace(group, score=total.at_least, max_score=total.of, pending=total.pending)
