"""`gograde export` and `feedback`: marks for a learning system, and what students get to see."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import ASSIGNMENT, CLASS, FILE, OUTPUT, TEXT_OR_JSON, say
from gograde.errors import UsageError
from gograde.intake.downloads.systems import EXPORTED, SYSTEMS

if TYPE_CHECKING:
    from gograde.report.results import Results


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
    from gograde.report.lms_export import ExportRequest

    return ExportRequest(SYSTEMS[system], more["assignments"], more["at"], template, column, scale)


@click.command()
@CLASS
@click.option("--zip", "archive", type=FILE, metavar="FILE", help="A zip of the students' pages.")
@click.option("--text", "table", type=FILE, metavar="FILE", help="A CSV for a mail merge: a text a student.")
@click.option("--codes", type=FILE, metavar="FILE", help="A CSV of who has which code; keep it to yourself.")
@click.option("--anonymous", is_flag=True, help="Codes for names and ids, in everything.")
@click.option("--with-class", is_flag=True, help="Also the page and table of the class: for staff.")
@ASSIGNMENT
def feedback(class_dir: Path, assignment: str | None, **asked: Path | bool | None) -> None:
    """Write what students get to see into one file, to hand it out.

    Students get what was published last, else what was graded last.  --anonymous puts a code of the class in
    the place of each student, the same every time, and sorts by it.  Pictures are not looked into.

    Example:

      gograde feedback my-class --zip feedback.zip
    """
    from gograde.report.feedback import load_handout

    archive, table, codes = asked["archive"], asked["table"], asked["codes"]
    if not (archive or table or codes):
        raise UsageError(
            "gograde feedback", "nothing to write", "add --zip FILE, --text FILE or --codes FILE"
        )
    handout = load_handout(class_dir, assignment)
    results = handout.results
    if asked["anonymous"]:
        from gograde.report.anonymous import anonymous, class_secret

        results = anonymous(results, class_secret(class_dir))
    if isinstance(archive, Path):
        from gograde.report.feedback import pages_zip

        _write("--zip", archive, pages_zip(results, with_class=bool(asked["with_class"])))
    if isinstance(table, Path):
        from gograde.report.feedback import texts_csv

        _write("--text", table, texts_csv(results, with_total=assignment is None))
        _say_who_has_no_address(results)
    if isinstance(codes, Path):
        from gograde.report.anonymous import class_secret, codes_csv

        _write("--codes", codes, codes_csv(handout.results.gradebook.students, class_secret(class_dir)))
    if handout.source:
        say(f"Marks are those of {handout.source}.")
    else:
        click.echo("Note: nothing is published; these are the marks of the last grading.", err=True)


def _say_who_has_no_address(results: Results) -> None:
    from gograde.report.words.wording import counted

    if without := sum(not student.email for student in results.gradebook.students):
        click.echo(f"Note: {counted(without, 'student')} without an address in the column email.", err=True)


def _write(option: str, path: Path, data: bytes) -> None:
    from gograde.report.exports.writing import write_export

    write_export(path, data, option)
    say(f"{path}: written")
