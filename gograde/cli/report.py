"""`gograde report`: the results of a class, a student or an assignment."""

from __future__ import annotations

import errno
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.report.results import Results

FORMATS = ("table", "csv", "json", "md", "html", "xlsx", "parquet")


@click.command()
@click.argument("class_dir", type=click.Path(path_type=Path), default=".", metavar="[CLASS]")
@click.option("--student", metavar="ID", help="One student, test by test.")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="One assignment.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="table, or what the name after -o says.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
def report(
    class_dir: Path, student: str | None, assignment: str | None, form: str | None, output: Path | None
) -> None:
    """Show the results of a graded class, for staff.

    Example:

      gograde report my-class --student alice
    """
    from gograde.report.results import load_results

    chosen = form or _named(output)
    if output is None and chosen in ("xlsx", "parquet"):
        what = "is not text, so it does not go to a terminal"
        raise UsageError(f"--format {chosen}", what, f"add -o results.{chosen}")
    results = load_results(class_dir)
    _deliver(chosen_part(results, student, assignment), chosen, output, by_test=student is not None)


def chosen_part(results: Results, student: str | None, assignment: str | None) -> Results:
    """The part that the two options ask for; raises `UsageError` when one names nothing of the class."""
    _check("--student", student, [person.id for person in results.gradebook.students])
    _check("--assignment", assignment, [work.id for work in results.gradebook.assignments])
    return results.only(student, assignment)


def _named(output: Path | None) -> str:
    suffix = output.suffix.lower().removeprefix(".") if output else ""
    return suffix if suffix in FORMATS else "table"


def _check(option: str, wanted: str | None, known: Collection[str]) -> None:
    from gograde.package.faults import did_you_mean
    from gograde.report.words.escape import line

    if wanted is not None and wanted not in known:
        raise UsageError(f"{option} {line(wanted)}", "not in this class", line(did_you_mean(wanted, known)))


def _deliver(results: Results, form: str, output: Path | None, *, by_test: bool) -> None:
    from gograde.report.exports import formats

    if form != "table":
        _write(formats.EXPORTS[form](results, by_test), output)
    elif output:
        _write(_table_text(results, by_test).encode(), output)
    else:
        _print_table(results, by_test)


def _write(data: bytes, output: Path | None) -> None:
    from gograde.grading.records import write_atomic

    if output is None:
        click.echo(data, nl=False)
        return
    try:
        if not output.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "no such folder")
        write_atomic(output, data)
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise UsageError(f"-o {output}", what, "name a file in a folder of yours") from None


def _table_text(results: Results, by_test: bool) -> str:
    from gograde.report.terminal import console

    return console.to_text(console.report_parts(results, by_test=by_test))


def _print_table(results: Results, by_test: bool) -> None:
    from rich.console import Console

    from gograde.report.terminal import console

    terminal = Console()
    if terminal.is_terminal:
        console.show(terminal, console.report_parts(results, by_test=by_test))
    else:
        click.echo(_table_text(results, by_test), nl=False)
