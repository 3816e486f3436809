"""Grades one submission in memory: for students, continuous integration and package checks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gograde.authoring.registry import assignment_of
from gograde.core.assignment import Batch
from gograde.core.record import HandedIn, ScoreRecord, Visibility
from gograde.grading.contracts.kind import Task
from gograde.grading.run import run_submission
from gograde.grading.score import scorer_of
from gograde.intake.runtime import runtime_of
from gograde.intake.submission import Submission, load_submission
from gograde.package.package import Package
from gograde.sandbox.protocol import Backend


def grade_submission(
    submission: Path | Submission,
    package: Package,
    batches: Sequence[Batch],
    backend: Backend,
    hidden: Visibility = Visibility.HIDDEN,
) -> ScoreRecord:
    """Read, run and score one submission, with hidden cases of this visibility; writes no file.

    The record reports faults of the submission, and a sandbox that fails twice (JE).  Raises
    `UsageError` when there is nothing at the path.
    """
    files = submission if isinstance(submission, Submission) else load_submission(submission)
    task = Task(package.config, assignment_of(package), tuple(batches), runtime_of(package), backend)
    record = run_submission(files, HandedIn("submission", files.sha256), task)
    return scorer_of(package, batches, backend, hidden).score(record)
