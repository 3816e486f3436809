"""`gograde regrade`: what would change if the class were graded as it is now, and to do it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.grading.books.compare import Comparison
    from gograde.report.regrade import Regrade

FORMATS = ("table", "csv", "json")
"""In which changes between gradebooks are told."""

VERDICTS = ("AC", "WA", "PAC", "TLE", "MLE", "OLE", "RTE", "CE", "NO", "SV", "IM", "NS", "SK", "RV", "JE")


@click.command()
@click.argument("class_dir", type=click.Path(path_type=Path), default=".", metavar="[CLASS]")
@click.option("--preview/--apply", default=True, help="Only say what would change (default), or do it.")
@click.option("--student", metavar="ID", help="Show one student.")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="Show one assignment.")
@click.option("--verdict", type=click.Choice(VERDICTS), help="Show results that have or had this verdict.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@click.option("--cores", type=click.IntRange(min=1), help="Submissions run at once (all cores).")
@click.option("--trust-submissions", "trust", is_flag=True, help="Run without a sandbox.")
@click.option("--skip-missing-tools", is_flag=True, help="Grade without those whose compiler is missing.")
def regrade(class_dir: Path, preview: bool, form: str, output: Path | None, **asked: Any) -> int:
    """Say who changes, from what to what, in which tests and why, before anything is graded again.

    Compared are the marks that students see (before the first publishing, those of the last grading)
    with the class as it lies there now: package, weights, corrections, late policy, submissions.  A
    preview runs no program and writes no result; it names the results that need a run.  --apply keeps
    the present marks in the folder gradebooks, grades the whole class like gograde run, and shows what
    has changed.  --student, -a and --verdict select what is shown.

    Example:

      gograde regrade my-class --preview
    """
    from datetime import UTC, datetime

    from gograde.classroom.classroom import load_class
    from gograde.cli.run import exit_code
    from gograde.report.regrade import Selection, apply
    from gograde.report.regrade import preview as foreseen
    from gograde.report.terminal.run_summary import summary_lines
    from gograde.workflow.planning import Request

    classroom, now = load_class(class_dir), datetime.now(UTC)
    chosen = Selection(*(asked.pop(key) for key in ("student", "assignment", "verdict")))
    if preview:
        _show(foreseen(classroom, Request(**asked), now).only(chosen), form, output)
        return 0
    done, summary = apply(classroom, Request(**asked), now)
    _show(done.only(chosen), form, output)
    for line in summary_lines(summary):
        click.echo(line, err=form != "table" and output is None)
    return exit_code(summary)


def _show(found: Regrade, form: str, output: Path | None) -> None:
    from gograde.report.terminal.run_summary import regrade_lines

    if form == "json":
        show_changes(found.comparison, form, output, found.in_json())
        return
    show_changes(found.comparison, form, output)
    for line in regrade_lines(found):
        click.echo(line, err=form == "csv" and output is None)


def show_changes(
    found: Comparison, form: str, output: Path | None, beside: Mapping[str, Any] | None = None
) -> None:
    """Print a comparison, or write it to a file; raises `UsageError` for another format.

    `beside` are values that JSON holds too.
    """
    from gograde.report.exports.changes import changes_csv, changes_json
    from gograde.report.exports.writing import write_export
    from gograde.report.terminal.rich_text import show_parts
    from gograde.report.terminal.run_summary import comparison_parts

    if form not in FORMATS:
        what = "does not hold changes between gradebooks"
        raise UsageError(f"--format {form}", what, f"write one of {', '.join(FORMATS)}")
    if form == "table":
        show_parts(comparison_parts(found), output)
    else:
        write_export(output, changes_csv(found) if form == "csv" else changes_json(found, beside or {}))
