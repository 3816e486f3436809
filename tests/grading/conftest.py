"""The tiny assignment `echo`, and score records of tests made by hand, for the tests of grading."""

from collections.abc import Sequence
from typing import Any

from gograde.core.record import AssignmentRef, ScoreRecord, SubmissionRef, TestScore, Visibility
from gograde.core.totals import total_of
from gograde.core.verdict import Verdict
from tests.echo import done, echo, programs, scripted, task_with

__all__ = ["done", "echo", "programs", "score_record", "scored_test", "scripted", "task_with"]


def scored_test(name: str, verdict: Verdict, points: float | None, most: float, **changes: Any) -> TestScore:
    """A hidden test of the group `g` in batch 01."""
    usual = {"group": "g", "batch": "01", "visibility": Visibility.HIDDEN, **changes}
    return TestScore(name=name, verdict=verdict, points=points, max_points=most, **usual)


def score_record(
    work: str, student: str, tests: Sequence[TestScore], at: str | None = None, **changes: Any
) -> ScoreRecord:
    """A record whose sums are those of its tests, handed in at a moment."""
    total = total_of(tests)
    usual: dict[str, Any] = {"verdict": Verdict.PAC, "official": "fail", **changes}
    return ScoreRecord(
        assignment=AssignmentRef(id=work, version="1.0.0", package_sha256="0" * 64, title=work),
        submission=SubmissionRef(student=student, submitted_at=at),
        score=total.at_least, max_score=total.of, pending=total.pending, tests=tuple(tests), **usual,
    )  # fmt: skip
