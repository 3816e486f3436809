"""The record of a check in the formats of `gograde check`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from gograde.errors import DataError
from gograde.report.exports.annotations import handed_in
from gograde.report.exports.github import summary, workflow_commands
from gograde.report.exports.gradescope import results_json
from gograde.report.exports.junit import junit_xml
from gograde.report.redact import for_student, open_usage
from gograde.report.words.escape import json_text
from gograde.scoring.record import ScoreRecord

SUMMARY = "GITHUB_STEP_SUMMARY"
"""The environment variable that holds the path of the job's summary."""


def as_json(record: ScoreRecord) -> str:
    """The student's view of the record, as JSON."""
    return json_text(for_student(record).model_dump(mode="json", by_alias=True)) + "\n"


def as_junit(record: ScoreRecord) -> str:
    """The student's view of the record as JUnit XML, with the times of the runs that the student may see."""
    seen = for_student(record).model_copy(update={"usage": open_usage(record)})
    return junit_xml(seen, datetime.now(UTC))


FORMATS: Mapping[str, Callable[[ScoreRecord], str]] = {
    "json": as_json,
    "junit": as_junit,
    "gradescope": results_json,
}


def write_github(record: ScoreRecord, submission: Path) -> str:
    """The workflow commands of a check; a summary is appended to the file that `SUMMARY` names, if any.

    Raises `DataError` when the summary cannot be written.
    """
    projected = for_student(record)
    target = os.environ.get(SUMMARY)
    if target:
        try:
            with Path(target).open("a", encoding="utf-8") as file:
                file.write(summary(projected))
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise DataError(f"{SUMMARY}={target}", what, "unset it, or name a file") from None
    return workflow_commands(projected, handed_in(submission))
