"""The record of a check in the formats of `gograde check`; the writers are imported when one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gograde.errors import UsageError
from gograde.report.exports.writing import write_export

if TYPE_CHECKING:
    from gograde.report.redact import StudentRecord

READABLE = 0o644
"""Of a file that the next step of a workflow reads, perhaps as another user."""

FORMATS: Mapping[str, str] = {
    "json": "record_json",
    "junit": "junit_xml",
    "gradescope": "gradescope_json",
    "prairielearn": "prairielearn_json",
    "autolab": "autolab_text",
    "gitlab": "code_quality",
    "summary": "summary",
    "badge": "badge_json",
}
"""The function of `checks` that writes each format."""
SHOWN = ("text", "github")
"""Formats that are printed alone; the first one when none is asked for."""

PLACED = ("gitlab",)
"""Formats whose writer is also told where the submission lies."""


def formatted(form: str, record: StudentRecord, submission: Path) -> str:
    """The record of this submission in one of the formats."""
    from gograde.report.exports import checks

    write: Callable[..., str] = getattr(checks, FORMATS[form])
    return write(record, checks.handed_in(submission)) if form in PLACED else write(record)


def read_forms(asked: Iterable[str]) -> tuple[str, list[tuple[str, Path]]]:
    """The format that is printed, and those that go into files, of words like `json` and `json=FILE`.

    Raises `UsageError` for a word that is none, and for two to print.
    """
    shown, files = [], []
    for word in asked:
        form, into, name = word.partition("=")
        if form not in (FORMATS if into else (*SHOWN, *FORMATS)) or bool(into) != bool(name):
            fix = f"write {', '.join(SHOWN)}, or with =FILE if you like {', '.join(FORMATS)}"
            raise UsageError(f"--format {word}", "no format, or no file for it", fix)
        if into:
            files.append((form, Path(name)))
        else:
            shown.append(form)
    if len(shown) > 1:
        raise UsageError(f"--format {shown[1]}", f"{shown[0]} is printed there", "add =FILE to one of them")
    return next(iter(shown), SHOWN[0]), files


def write_files(record: StudentRecord, submission: Path, files: Iterable[tuple[str, Path]]) -> None:
    """Write the record into files; raises `UsageError` for one that cannot be written."""
    for form, path in files:
        write_export(path, formatted(form, record, submission).encode(), f"--format {form}", READABLE)
