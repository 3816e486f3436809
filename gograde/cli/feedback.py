"""`gograde feedback`: what is handed out of a class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.cli.options import ASSIGNMENT, CLASS, FILE
from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.report.results import Results


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
    from gograde.report.words.escape import line, terminal

    archive, table, codes = asked["archive"], asked["table"], asked["codes"]
    if not (archive or table or codes):
        raise UsageError(
            "gograde feedback", "nothing to write", "add --zip FILE, --text FILE or --codes FILE"
        )
    handout = load_handout(class_dir, assignment)
    results = _hidden(handout.results, class_dir) if asked["anonymous"] else handout.results
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
        click.echo(terminal(line(f"Marks are those of {handout.source}.")))
    else:
        click.echo("Note: nothing is published; these are the marks of the last grading.", err=True)


def _hidden(results: Results, class_dir: Path) -> Results:
    from gograde.report.anonymous import anonymous, class_secret

    return anonymous(results, class_secret(class_dir))


def _say_who_has_no_address(results: Results) -> None:
    from gograde.report.words.wording import counted

    if without := sum(not student.email for student in results.gradebook.students):
        click.echo(f"Note: {counted(without, 'student')} without an address in the column email.", err=True)


def _write(option: str, path: Path, data: bytes) -> None:
    from gograde.report.exports.writing import write_export
    from gograde.report.words.escape import line, terminal

    write_export(path, data, option)
    click.echo(terminal(line(f"{path}: written")))
