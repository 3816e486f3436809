"""`gograde regrade`: what would change if the class were graded as it is now."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import ASSIGNMENT, CLASS, STUDENT, TRUST
from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.grading.books.compare import Comparison
    from gograde.report.regrade import Regrade

FORMATS = ("table", "csv", "json")
"""In which changes between gradebooks are told."""


@click.command()
@CLASS
@STUDENT
@ASSIGNMENT
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True)
@TRUST
def regrade(class_dir: Path, student: str | None, assignment: str | None, form: str, trust: bool) -> None:
    """Say who changes, from what to what, in which tests and why, before anything is graded again.

    Compared are the marks that students see (before the first publishing, those of the last grading)
    with the class as it lies there now: package, weights, corrections, late policy, submissions.  No
    program is run and no result written; the results that need a run are named.  gograde run then does
    it; what was published stays, and gograde report --diff 1 now says what has changed.

    Example:

      gograde regrade my-class
    """
    from datetime import UTC, datetime

    from gograde.classroom.classroom import load_class
    from gograde.report.regrade import preview

    found = preview(load_class(class_dir), datetime.now(UTC), trust=trust).only(student, assignment)
    _show(found, form)


def _show(found: Regrade, form: str) -> None:
    from gograde.report.terminal.run_summary import regrade_lines

    if form == "json":
        show_changes(found.comparison, form, None, found.in_json())
        return
    show_changes(found.comparison, form, None)
    for line in regrade_lines(found):
        click.echo(line, err=form == "csv")


def show_changes(
    found: Comparison, form: str, output: Path | None, beside: Mapping[str, Any] | None = None
) -> None:
    """Print a comparison, or write it to a file; raises `UsageError` for another format.

    `beside` are values that JSON holds too.
    """
    from gograde.report.exports.writing import write_export
    from gograde.report.terminal.rich_text import show_parts
    from gograde.report.terminal.run_summary import comparison_parts
    from gograde.report.words.changes import changes_csv, changes_json

    if form not in FORMATS:
        what = "does not hold changes between gradebooks"
        raise UsageError(f"--format {form}", what, f"write one of {', '.join(FORMATS)}")
    if form == "table":
        show_parts(comparison_parts(found), output)
    else:
        write_export(output, changes_csv(found) if form == "csv" else changes_json(found, beside or {}))
