"""`gograde run`, `regrade` and `publish`: grade a class, say what would change, and freeze the marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import ASSIGNMENT, CLASS, CORES, PATH, STUDENT, TEXT_OR_JSON, TRUST
from gograde.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gograde.grading.compare import Comparison
    from gograde.report.regrade import Regrade
    from gograde.workflow.grade_class import Summary


@click.command()
@CLASS
@CORES
@click.option("--reports", type=PATH, help="Where the reports go (where they went last, else CLASS/reports).")
@click.option("--profile", help="A Snakemake profile, for a cluster.")
@click.option("--student", help="Run and score this student only; reports stay as they are.")
@TRUST
@click.option("--skip-missing-tools", is_flag=True, help="Grade without those whose compiler is missing.")
@TEXT_OR_JSON
def run(class_dir: Path, form: str, **asked: object) -> int:
    """Grade what is new or changed in a class, and write the reports.

    Example:

      gograde run my-class --cores 2
    """
    from gograde.classroom.classroom import load_class
    from gograde.workflow.grade_class import grade_class
    from gograde.workflow.plan import Request

    summary = grade_class(load_class(class_dir), Request(**asked))  # type: ignore[arg-type]
    if form == "json":
        from gograde.report.terminal.run_summary import summary_json

        click.echo(summary_json(summary))
    else:
        show(summary)
    return exit_code(summary)


def exit_code(summary: Summary) -> int:
    """Done, unless a submission or a game of a league failed through a fault of ours."""
    ours = any(tally.judge_errors or tally.failed_games for tally in summary.tallies)
    return int(ExitCode.JUDGE_ERROR if ours else ExitCode.DONE)


def show(summary: Summary) -> None:
    """The summary as a table, what a person should know, and where to look."""
    from gograde.report.terminal.rich_text import print_parts
    from gograde.report.terminal.run_summary import summary_lines, summary_table

    print_parts([summary_table(summary)])
    for line in summary_lines(summary):
        click.echo(line)


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


@click.command()
@CLASS
@click.option("--note", default="", metavar="TEXT", help="What to remember this gradebook by.")
@click.option("--list", "listed", is_flag=True, help="Only list the kept gradebooks.")
@TEXT_OR_JSON
def publish(class_dir: Path, note: str, listed: bool, form: str) -> None:
    """Freeze the marks of the last grading: students see them until the next publishing.

    The gradebook is kept in the class's folder gradebooks, whole, and never changes; gograde report
    --at 1 shows it, --diff 1 2 what changed.  Until the first publishing the pages in reports/students
    show what was graded last.

    Example:

      gograde publish my-class --note "after the appeals"
    """
    from datetime import UTC, datetime

    from gograde.classroom.classroom import load_class
    from gograde.report.kept import list_books
    from gograde.report.publication import publish as publish_class
    from gograde.report.terminal.run_summary import publish_text
    from gograde.report.words.escape import json_text

    if listed:
        books = list_books(load_class(class_dir).path)
        click.echo(json_text(books) if form == "json" else _table(books))
        return
    done = publish_class(load_class(class_dir), note, datetime.now(UTC))
    click.echo(json_text(done.in_json()) if form == "json" else publish_text(done))


def _table(books: Sequence[Mapping[str, Any]]) -> str:
    """A line for each kept gradebook; the last one is what students see."""
    from gograde.report.words.escape import line, terminal

    rows = []
    for book in books:
        end = "  (students see it)" if book is books[-1] else ""
        rows.append(terminal(line(f"{book['number']}  published {book['at']}  {book['note']}")) + end)
    return "\n".join(rows) or "No gradebook is kept yet: gograde publish keeps one."
