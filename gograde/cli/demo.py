"""`gograde demo`: the example class, graded, published and regraded."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.cli.options import CORES, PATH

if TYPE_CHECKING:
    from gograde.workflow.grade_class import Summary
    from gograde.workflow.planning import Request

NOW = datetime(2026, 12, 7, 12, tzinfo=UTC)
"""When the example class publishes and regrades: its files are the same every time."""

SMALL = """\
This class is an example: its key is known to everybody, it has a part of the hidden cases of a course, and
series of {games} games where a course has up to 40.  Not every student handed in everything."""


@click.command()
@click.argument("folder", type=PATH, default=Path("gograde-demo"), metavar="[DIR]")
@click.option("--assignments", metavar="A,B,…", help="Which of those that ship.  [default: all]")
@click.option("--reports", type=PATH, help="Where the reports go (DIR/reports).")
@CORES
def demo(folder: Path, assignments: str | None, reports: Path | None, cores: int | None) -> int:
    """Make the example class in DIR, grade it, publish the marks, then correct a case and regrade.

    The class is small, so that this is soon done.  A class that is there already is brought up to date.

    Example:

      gograde demo
    """
    from gograde.classroom.example.example_class import GAMES, in_python, make_example
    from gograde.cli.new import named
    from gograde.cli.run import exit_code, show
    from gograde.intake.languages.table import LANGUAGES
    from gograde.intake.languages.tools import missing
    from gograde.report.words.wording import counted
    from gograde.workflow.planning import Request

    make_example(folder, named(assignments))
    summary = _graded(folder, Request(cores=cores, reports=reports))
    click.echo(SMALL.format(games=GAMES))
    for language, number in in_python(folder).items():
        row, hand_ins = LANGUAGES[language], counted(number, "hand-in is", "hand-ins are")
        install = " ".join(tool.install for tool in row.tools)
        fix = f"apt install {install}" if missing(language) else "a new folder has them so"
        click.echo(f"{hand_ins} in Python here and would be in {row.title}: {fix}")
    show(summary)
    return exit_code(summary)


def _graded(folder: Path, request: Request) -> Summary:
    """Grade, publish once, correct once; the summary of the last grading."""
    from gograde.classroom.classroom import load_class
    from gograde.classroom.example.example_class import correct_example
    from gograde.cli.regrade import show_changes
    from gograde.grading.books.book import last_book
    from gograde.report.kept import load_comparison
    from gograde.report.publication import publish
    from gograde.workflow.grade_class import grade_class

    classroom = load_class(folder)
    summary = grade_class(classroom, request)
    if last_book(classroom.path) is None:
        book = publish(classroom, "first marks", NOW).book
        click.echo(f"Published: students see gradebook {book.number} until the next gograde publish.")
    if correct_example(folder, classroom.assignments):
        summary = grade_class(load_class(folder), request)
        click.echo("Corrected for the whole class, in overrides.csv, and graded again:")
        show_changes(load_comparison(folder, "1", "now", None, None), "table", None)
    return summary
