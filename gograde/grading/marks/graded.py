"""How far a submission is graded, and what each group of its tests gives.  Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gograde.grading.marks.gradebook_model import Graded
from gograde.scoring.record import ScoreRecord
from gograde.scoring.totals import Total, total_of
from gograde.scoring.verdict import Verdict


def graded(record: ScoreRecord, decided: Collection[str] = ()) -> Graded:
    """How far this submission is graded.

    `decided` are the names of the tests that a person gave points, or an empty name for the whole.
    """
    open_tests = [test for test in record.tests if test.points is None and test.name not in decided]
    undone = [] if "" in decided else open_tests
    return Graded(
        tests=len(record.tests),
        done=len(record.tests) - len(undone),
        waiting=sum(test.max_points for test in undone if test.verdict is not Verdict.JE),
        broken=sum(test.max_points for test in undone if test.verdict is Verdict.JE),
        judge_error=record.verdict is Verdict.JE or any(test.verdict is Verdict.JE for test in record.tests),
        sandbox=record.sandbox,
    )


def group_totals(record: ScoreRecord, corrected: Mapping[str, float]) -> dict[str, Total]:
    """The points of each group that has tests; `corrected` maps tests to the points that a person gave."""
    names = dict.fromkeys(test.group for test in record.tests)
    return {
        name: total_of([test for test in record.tests if test.group == name], corrected) for name in names
    }
