"""`gograde run`: grade what changed in a class."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import ExitCode

if TYPE_CHECKING:
    from gograde.workflow.grade_class import Summary

FOLDER = click.Path(path_type=Path)


@click.command()
@click.argument("class_dir", type=FOLDER, default=".", metavar="[CLASS]")
@click.option("--cores", type=click.IntRange(min=1), help="Submissions run at once (all cores).")
@click.option("--reports", type=FOLDER, help="Where the reports go (CLASS/reports).")
@click.option("--profile", help="A Snakemake profile, for a cluster.")
@click.option("--student", help="Run and score this student only; reports stay as they are.")
@click.option("--backend", type=click.Choice(["bwrap", "landlock"]), help="The sandbox to use.")
@click.option("--trust-submissions", "trust", is_flag=True, help="Run without a sandbox.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Of the summary.")
def run(class_dir: Path, form: str, **asked: object) -> int:
    """Grade what is new or changed in a class, and write the reports.

    Example:

      gograde run my-class --cores 2
    """
    from gograde.classroom.classroom import load_class
    from gograde.workflow.grade_class import Request, grade_class

    summary = grade_class(load_class(class_dir), Request(**asked))  # type: ignore[arg-type]
    if form == "json":
        from gograde.report.words.escape import json_text

        click.echo(json_text(summary_json(summary)))
    else:
        show(summary)
    return exit_code(summary)


def exit_code(summary: Summary) -> int:
    """Done, unless a submission or a game of a league failed through a fault of ours."""
    ours = any(tally.judge_errors or tally.failed_games for tally in summary.tallies)
    return int(ExitCode.JUDGE_ERROR if ours else ExitCode.DONE)


def summary_json(summary: Summary) -> dict[str, object]:
    """The summary as JSON values."""
    return {"schema": "gograde/summary/v1", **asdict(summary), "index": str(summary.index or "") or None}


def show(summary: Summary) -> None:
    """The summary as a table, what a person should know, and where to look."""
    from rich.console import Console
    from rich.table import Table

    table = Table("assignment", "students", "passed", "verdicts", "for a person")
    for tally in summary.tallies:
        counts = "  ".join(f"{verdict}\u00a0{count}" for verdict, count in tally.verdicts.items())
        table.add_row(tally.assignment, str(summary.students), str(tally.passed), counts, str(tally.waiting))
    Console(width=None if sys.stdout.isatty() else 110).print(table)
    for line in remarks(summary):
        click.echo(line)


def remarks(summary: Summary) -> list[str]:
    """Lines below the table."""
    from gograde.report.words.escape import terminal

    lines = [f"Note: {note}" for note in summary.notes]
    for tally in summary.tallies:
        if tally.waiting:
            lines.append(f"{tally.assignment}: {tally.waiting} tests wait for a person (RV, no points yet).")
        if tally.judge_errors:
            who = ", ".join(tally.judge_errors)
            lines.append(f"{tally.assignment}: judge error (JE), our fault, for {who}: not graded.")
            lines.append("Fix: see work/logs/run in the class, then gograde run again.")
        if tally.failed_games:
            lines.append(f"{tally.assignment}: {tally.failed_games} games of the league failed, our fault.")
            lines.append("Fix: see work/logs/play in the class, then gograde run again: it plays them.")
    if not summary.jobs:
        lines.append("Nothing had changed.")
    if summary.index:
        lines.append(f"Reports: {summary.index}")
    else:
        lines.append("The reports are as they were; gograde run without --student brings them up to date.")
    return [terminal(line) for line in lines]
