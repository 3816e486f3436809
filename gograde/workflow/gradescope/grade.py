"""Grades the submission in a folder that is laid out as Gradescope's `/autograder`.

The folder holds `source` (the unpacked archive), `submission`, `submission_metadata.json` and `results`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gograde.authoring.assignment import Batch
from gograde.authoring.case_folders import hidden_batches, sample_batches
from gograde.grading.grade import grade_submission
from gograde.grading.marks.late import LateResult
from gograde.package.package import Package, find_package
from gograde.package.yaml_files import load_json_model
from gograde.runtimes.runtime import runtime_of
from gograde.sandbox.doctor.examination import quick
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import ScoreRecord, most_points
from gograde.workflow.gradescope.metadata import HIDDEN, PACKAGE, SETTINGS, Autograder, late_of, read_metadata


@dataclass(frozen=True)
class Prepared:
    """What is the same for every submission."""

    settings: Autograder
    package: Package
    batches: tuple[Batch, ...]
    backend: Backend


@dataclass(frozen=True)
class Graded:
    """The record of a submission, and what its lateness costs."""

    record: ScoreRecord
    late: LateResult | None


def prepared(top: Path) -> Prepared:
    """Read the settings and the package, have the sandbox proved, and build what programs import.

    Raises `JudgeError` when no sandbox works, and `DataError` for files that are missing or changed.
    """
    source = top / "source"
    settings = load_json_model(source / SETTINGS, Autograder)
    package = find_package(str(source / PACKAGE))
    batches = sample_batches(package)
    if settings.hidden:
        batches += hidden_batches(package, source / HIDDEN)
    backend = choose_backend(trust=settings.trust, proof=quick)
    runtime_of(package)
    return Prepared(settings, package, batches, backend)


def grade(top: Path, ready: Prepared) -> Graded:
    """Grade what lies in the folder `submission`.

    Raises `DataError` when lateness costs points and the times are not known.
    """
    settings = ready.settings
    times = read_metadata(top) if settings.costs else None
    record = grade_submission(
        top / "submission", ready.package, ready.batches, ready.backend, settings.visibility
    )
    late = late_of(settings, times, most_points(record.tests)) if times else None
    return Graded(record, late)
