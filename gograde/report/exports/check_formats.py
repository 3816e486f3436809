"""The record of a check in the formats of `gograde check`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from gograde.codec import to_value
from gograde.errors import DataError, UsageError
from gograde.report.exports.checks import gradescope, prairielearn
from gograde.report.exports.checks.annotations import HandedIn, code_quality, handed_in
from gograde.report.exports.checks.github import summary, workflow_commands
from gograde.report.exports.checks.junit import junit_xml
from gograde.report.exports.checks.plain import badge_json
from gograde.report.exports.checks.prairielearn import autolab_text
from gograde.report.exports.writing import write_export
from gograde.report.redact import StudentRecord
from gograde.report.words.escape import json_text

SUMMARY = "GITHUB_STEP_SUMMARY"
"""The environment variable that holds the path of the job's summary."""

READABLE = 0o644
"""Of a file that the next step of a workflow reads, perhaps as another user."""

Form = Callable[[StudentRecord, HandedIn], str]


FORMATS: Mapping[str, Form] = {
    "json": lambda record, _: json_text(to_value(record)) + "\n",
    "junit": lambda record, _: junit_xml(record, datetime.now(UTC)),
    "gradescope": lambda record, _: gradescope.results_json(record),
    "prairielearn": lambda record, _: prairielearn.results_json(record),
    "autolab": lambda record, _: autolab_text(record),
    "gitlab": code_quality,
    "summary": lambda record, _: summary(record),
    "badge": lambda record, _: badge_json(record),
}


def formatted(form: str, record: StudentRecord, submission: Path) -> str:
    """The record of this submission in one of the formats."""
    return FORMATS[form](record, handed_in(submission))


def files_of(also: Iterable[str]) -> list[tuple[str, Path]]:
    """The formats and files of `--also FORMAT=FILE`; raises `UsageError`."""
    found = []
    for given in also:
        form, _, name = given.partition("=")
        if form not in FORMATS or not name:
            fix = f"write FORMAT=FILE, with one of {', '.join(FORMATS)}"
            raise UsageError(f"--also {given}", "no format and file", fix)
        found.append((form, Path(name)))
    return found


def write_also(record: StudentRecord, submission: Path, files: Iterable[tuple[str, Path]]) -> None:
    """Write the record into files; raises `UsageError` for one that cannot be written."""
    for form, path in files:
        write_export(path, formatted(form, record, submission).encode(), f"--also {form}", READABLE)


def write_github(record: StudentRecord, submission: Path) -> str:
    """The workflow commands of a check; a summary is appended to the file that `SUMMARY` names, if any.

    Raises `DataError` when the summary cannot be written.
    """
    target = os.environ.get(SUMMARY)
    if target:
        try:
            with Path(target).open("a", encoding="utf-8") as file:
                file.write(summary(record))
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise DataError(f"{SUMMARY}={target}", what, "unset it, or name a file") from None
    return workflow_commands(record, handed_in(submission))
