"""Grades one submission on the public cases of an assignment, for `gograde check`."""

from __future__ import annotations

from pathlib import Path

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.package_code import refuse_handed_in
from gograde.grading.grade import grade_files, load_submission
from gograde.package.package import find_package
from gograde.sandbox.doctor.examination import quick
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import ScoreRecord


def check_submission(submission: Path, assignment: str, *, trust: bool, backend: str | None) -> ScoreRecord:
    """The score record of a folder, archive or source file; `assignment` is an id or a package folder.

    Raises `UsageError` for an unknown assignment, `DataError` for an unreadable submission, and
    `JudgeError` when no sandbox works.
    """
    package = find_package(assignment)
    if package.config.code is not None:
        refuse_handed_in(package.path, submission)
    batches = sample_batches(package)
    files = load_submission(submission)
    chosen = choose_backend(trust=trust, name=backend, proof=quick)
    return grade_files(files, package, batches, chosen, "submission")
