"""`gograde report`: the results of a class, a student or an assignment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import CLASS, OUTPUT, say
from gograde.errors import UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gograde.report.class_report import Report

FORMATS = ("table", "csv", "json", "md", "html", "xlsx", "parquet")
BINARY = ("xlsx", "parquet")
ALL_STATISTICS = "statistics"
STATISTICS = (
    *("summary", "summary-groups", "histogram", "items", "reliability"),
    *("mistakes", "times", "cpu", "crosstable"),
)
TABLES = (
    *("grades", "scores", "groups", "late", "overrides", "corrections"),
    *("tests", "runs", "usage", "games", "ratings"),
)


@click.command()
@CLASS
@click.option("--student", metavar="ID", help="One student, test by test.")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="One assignment, with its groups of tests.")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Gradebook N, as it was kept.")
@click.option("--diff", nargs=2, metavar="N M", help="What changed from gradebook N to M; M may be now.")
@click.option("--sort", metavar="ORDER", default="", help="By id, name, total or an assignment's points.")
@click.option(
    "--only",
    type=click.Choice(["failing", "review"]),
    help="Students who fail an assignment, or whose work a person must look at.",
)
@click.option(
    "--table",
    "name",
    type=click.Choice((*TABLES, ALL_STATISTICS, *STATISTICS)),
    help="A table or a statistic; statistics are all of these: spread, items, mistakes, time.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="table, or what the name after -o says.")
@OUTPUT
def report(class_dir: Path, form: str | None, output: Path | None, **asked: Any) -> None:
    """Show the results of a graded class, for staff.

    Says so when the class, its overrides or its submissions changed after it was graded.

    Example:

      gograde report my-class --student alice
    """
    form = form or _format_of(output)
    at, diff = asked.pop("at"), asked.pop("diff")
    name = asked.pop("name")
    student, assignment = asked.pop("student"), asked.pop("assignment")
    if diff:
        from gograde.cli.grade import show_changes
        from gograde.report.kept import load_comparison

        _refuse_beside_diff({"at": at, "table": name, **asked})
        show_changes(load_comparison(class_dir, diff[0], diff[1], student, assignment), form, output)
        return
    if output is None and form in BINARY:
        what = "is not text, so it does not go to a terminal"
        raise UsageError(f"--format {form}", what, f"add -o results.{form}")
    from gograde.report.class_report import chosen
    from gograde.report.terminal.rich_text import show_parts

    found = chosen(_load(class_dir, at, student, assignment), **asked)
    if form != "json":
        for text in "\n".join(found.outdated).splitlines():
            say(text, err=True)
    if name == ALL_STATISTICS:
        _show_statistics(found, form, output)
    elif form == "table":
        show_parts(_parts(found, asked["only"], name, by_test=student is not None), output)
    else:
        finest = "tests" if student is not None else "scores" if assignment is not None else "grades"
        _export(found, name or finest, form, output)


def _refuse_beside_diff(others: Mapping[str, Any]) -> None:
    given = [f"--{option}" for option, value in others.items() if value]
    if given:
        raise UsageError("--diff", f"does not go with {', '.join(given)}", "leave one of the two out")


def _load(class_dir: Path, at: int | None, student: str | None, assignment: str | None) -> Report:
    """The marks of the last grading, or those of kept gradebook `at`."""
    if at is None:
        from gograde.report.class_report import load_report

        return load_report(class_dir, student, assignment)
    from gograde.report.kept import load_kept

    return load_kept(class_dir, at, student, assignment)


def _format_of(output: Path | None) -> str:
    suffix = output.suffix.lower().removeprefix(".") if output else ""
    return suffix if suffix in FORMATS else "table"


def _parts(report: Report, only: str | None, name: str | None, *, by_test: bool) -> list[RenderableType]:
    from gograde.report.terminal.class_table import class_parts, result_parts, review_parts, table_parts

    if name is not None:
        return table_parts(report, report.table(name))
    if by_test:
        return [part for result in report.results.results for part in result_parts(result)]
    return [*class_parts(report), *(review_parts(report) if only == "review" else [])]


def _export(report: Report, name: str, form: str, output: Path | None) -> None:
    from gograde.report.exports.formats import EXPORTS
    from gograde.report.exports.writing import write_export

    write_export(output, EXPORTS[form](report, report.table(name)))


def _show_statistics(report: Report, form: str, output: Path | None) -> None:
    from gograde.report.exports.formats import statistics_json
    from gograde.report.exports.writing import write_export
    from gograde.report.terminal.class_table import statistics_parts
    from gograde.report.terminal.rich_text import show_parts

    if form not in ("table", "json"):
        what = "does not hold several tables"
        raise UsageError(f"--format {form}", what, "write table or json, or ask for one, as --table items")
    found = report.statistics()
    if form == "table":
        show_parts(statistics_parts(report.book.info.title, found), output)
    else:
        write_export(output, statistics_json(report, found))
