"""`gograde report`: the results of a class, a student or an assignment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.report.results import Results

FORMATS = ("table", "csv", "json", "md", "html", "xlsx", "parquet")
BINARY = ("xlsx", "parquet")


@click.command()
@click.argument("class_dir", type=click.Path(path_type=Path), default=".", metavar="[CLASS]")
@click.option("--student", metavar="ID", help="One student, test by test.")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="One assignment.")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Gradebook N, as it was kept.")
@click.option("--diff", nargs=2, metavar="N M", help="What changed from gradebook N to M; M may be now.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="table, or what the name after -o says.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
def report(  # noqa: PLR0913, PLR0917 - one parameter an option
    class_dir: Path,
    student: str | None,
    assignment: str | None,
    at: int | None,
    diff: tuple[str, str] | None,
    form: str | None,
    output: Path | None,
) -> None:
    """Show the results of a graded class, for staff.

    Says so when the class, its overrides or its submissions changed after it was graded.

    Example:

      gograde report my-class --student alice
    """
    form = form or _format_of(output)
    if diff:
        from gograde.cli.changes import show_changes
        from gograde.report.kept import load_comparison

        show_changes(load_comparison(class_dir, *diff, student, assignment), form, output)
        return
    if output is None and form in BINARY:
        what = "is not text, so it does not go to a terminal"
        raise UsageError(f"--format {form}", what, f"add -o results.{form}")
    results = _load(class_dir, at, student, assignment)
    if form != "json":
        _say_outdated(results, class_dir)
    _deliver(results, form, output, by_test=student is not None)


def _load(class_dir: Path, at: int | None, student: str | None, assignment: str | None) -> Results:
    """The results of the last grading, or those of kept gradebook `at`."""
    from gograde.report.class_report import load_report
    from gograde.report.kept import load_kept
    from gograde.report.results import part_of

    if at is None:
        return load_report(class_dir, student, assignment)
    return part_of(load_kept(class_dir, at, "--at"), student, assignment)


def _format_of(output: Path | None) -> str:
    suffix = output.suffix.lower().removeprefix(".") if output else ""
    return suffix if suffix in FORMATS else "table"


def _say_outdated(results: Results, class_dir: Path) -> None:
    from gograde.report.words.escape import line, terminal

    for change in results.outdated:
        click.echo(terminal(line(f"{change}: run gograde run {class_dir}")), err=True)


def _deliver(results: Results, form: str, output: Path | None, *, by_test: bool) -> None:
    from gograde.report.exports.formats import EXPORTS, write_export
    from gograde.report.terminal.class_table import report_parts
    from gograde.report.terminal.rich_text import print_parts, to_text

    if output is None and form == "table":
        print_parts(report_parts(results, by_test=by_test))
        return
    table = form == "table"
    data = (
        to_text(report_parts(results, by_test=by_test)).encode() if table else EXPORTS[form](results, by_test)
    )
    if output is None:
        click.echo(data, nl=False)
    else:
        write_export(output, data)
