"""`gograde regrade`: what would change if the class were graded as it is now, and to do it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from gograde.report.regrade import Regrade

VERDICTS = ("AC", "WA", "PAC", "TLE", "MLE", "OLE", "RTE", "CE", "NO", "SV", "IM", "NS", "SK", "RV", "JE")


@click.command()
@click.argument("class_dir", type=click.Path(path_type=Path), default=".", metavar="[CLASS]")
@click.option("--preview/--apply", default=True, help="Only say what would change (default), or do it.")
@click.option("--student", metavar="ID", help="Show one student.")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="Show one assignment.")
@click.option("--verdict", type=click.Choice(VERDICTS), help="Show results that have or had this verdict.")
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@click.option("--cores", type=click.IntRange(min=1), help="Submissions run at once (all cores).")
@click.option("--backend", type=click.Choice(["bwrap", "landlock"]), help="The sandbox to use.")
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
    from gograde.cli.changes import show_changes
    from gograde.report.terminal.run_summary import regrade_lines

    if form == "json":
        show_changes(found.comparison, form, output, found.in_json())
        return
    show_changes(found.comparison, form, output)
    for line in regrade_lines(found):
        click.echo(line, err=form == "csv" and output is None)
