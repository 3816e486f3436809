"""`gograde export`: marks for a learning system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gograde.cli.options import CLASS, FILE, OUTPUT, TEXT_OR_JSON
from gograde.errors import UsageError
from gograde.intake.downloads.systems import EXPORTED, SYSTEMS


@click.command()
@CLASS
@click.option("--to", "system", type=click.Choice(EXPORTED), required=True, help="Who reads the file.")
@click.option(
    "-a", "--assignment", "assignments", multiple=True, metavar="NAME", help="Only this one, or total."
)
@click.option("--template", type=FILE, metavar="FILE", help="A table that the system handed out.")
@click.option("--column", default="", metavar="NAME", help="The column of the template for the marks.")
@click.option("--scale", is_flag=True, help="Convert marks to the most points of the column.")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Of gradebook N, as it was kept.")
@OUTPUT
@TEXT_OR_JSON
def export(class_dir: Path, form: str, output: Path | None, **asked: Any) -> None:
    """Write marks for a learning system, or as a long table.

    With --template they go into the file that the system handed out; nothing else in it changes.  Marks are
    those of the gradebook that was published last, and of the last grading before any was.  A mark that is
    not decided is left empty, and counted.  Marks have two decimals, in the long table six.  -a total is the
    total of the class in percent.

    Example:

      gograde export my-class --to canvas -a board9 -o marks.csv
    """
    from gograde.report.exports.writing import write_export
    from gograde.report.lms_export import export_marks
    from gograde.report.terminal.export_report import export_text
    from gograde.report.words.escape import json_text

    _check(asked["template"], output, form)
    done = export_marks(class_dir, _request(**asked))
    write_export(output, done.data)
    told = str(output or "")
    if form == "json":
        click.echo(json_text(done.in_json(told)))
    else:
        click.echo(export_text(done, told), err=True)


def _check(template: Path | None, output: Path | None, form: str) -> None:
    """Raise `UsageError` where the table would go to a place for other text, or over the template."""
    if output is None and template is not None:
        what = "foreign text does not go to a terminal"
        raise UsageError("--template", what, "add -o with the name of a new file")
    if output is None and form == "json":
        raise UsageError("--format json", "the table is printed where the report goes", "add -o FILE")
    if output is not None and template is not None and output.resolve() == template.resolve():
        raise UsageError(f"-o {output}", "this is the template", "name a new file")


def _request(system: str, template: Path | None, column: str, *, scale: bool, **more: Any) -> Any:
    from gograde.report.lms_export import Request

    return Request(SYSTEMS[system], more["assignments"], more["at"], template, column, scale)
