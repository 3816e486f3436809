"""`gograde run`: grade what changed in a class."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.cli.options import CLASS, CORES, PATH, TEXT_OR_JSON, TRUST
from gograde.errors import ExitCode

if TYPE_CHECKING:
    from gograde.workflow.grade_class import Summary

WIDE = 110  # columns of a summary that goes to no terminal


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
    from gograde.workflow.planning import Request

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
    from rich.console import Console

    from gograde.report.terminal.run_summary import summary_lines, summary_table

    Console(width=None if sys.stdout.isatty() else WIDE).print(summary_table(summary))
    for line in summary_lines(summary):
        click.echo(line)
