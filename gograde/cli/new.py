"""`gograde new` and `demo`: a class folder to start from, and the example class."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import CORES, PATH
from gograde.errors import DataError, UsageError

if TYPE_CHECKING:
    from gograde.workflow.grade_class import Summary
    from gograde.workflow.plan import Request


TITLE = "Go programming"


@click.command()
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--assignments", metavar="A,B,…", help="Which of those that ship.  [default: all]")
@click.option("--roster", type=PATH, metavar="FILE", help="A CSV with ids and names.")
@click.option("--from", "old", type=PATH, metavar="OLD", help="A class to go on from.")
@click.option("--shift", type=int, metavar="DAYS", help="With --from: due dates so much later, else none.")
def new(folder: Path, roster: Path | None, old: Path | None, **settings: Any) -> None:
    """Make a class folder to start from.

    With --roster the students come from a table as a learning system or an office gives it out; its columns
    are recognised by their names.

    With --from it is next year's class: the settings of the class OLD without students, submissions,
    extensions, corrections and hidden cases.

    Example:

    \b
      gograde new autumn-class
      gograde new next-autumn --from autumn-class --shift 364
    """
    from gograde.classroom.new_class import commented_out, make_class, new_config, next_config

    assignments, shift = settings["assignments"], settings["shift"]
    if old is None:
        if shift is not None:
            raise UsageError("--shift", "there are no due dates to shift", "add --from OLD")
        config = new_config(TITLE, named(assignments))
    else:
        if assignments is not None:
            raise UsageError("--assignments", "the class in --from has its own", "leave one of the two out")
        config = next_config(old, folder, shift)
    _refuse_old_key(folder)
    taken = make_class(folder, config, roster)
    next_step = "fill in roster.csv" if taken is None else "look at roster.csv"
    click.echo(f"{folder}: made. Next: {next_step}, then see README.md in it.")
    if taken is not None:
        click.echo(f"Students: {taken.students}, with the column {taken.ids!r} of {roster} as ids.")
    if old is not None and (left := commented_out(old)):
        click.echo(f"Only comments in {old / 'class.yaml'}, so add what you give: {', '.join(left)}.")
    if old is not None:
        click.echo(f"Its title is still {config.title!r}; change it in {folder / 'class.yaml'}.")
        if undated := [name for name, rules in config.assignments.items() if rules.due is None]:
            click.echo(f"Set the due dates in {folder / 'class.yaml'}: {', '.join(undated)}.")


def _refuse_old_key(folder: Path) -> None:
    """Raise `DataError` where the hidden cases of another class could be made again for this one."""
    from gograde.package.secret_files import key_beside

    key = key_beside(folder)
    if os.path.lexists(key):
        what = "there already, and the new class would have its hidden cases from it"
        raise DataError(str(key), what, "move it away, or give the class another name")


def named(assignments: str | None) -> list[str]:
    """The assignments in --assignments; without it all that ship."""
    from gograde.package.package import package_ids

    return [*package_ids()] if assignments is None else [name.strip() for name in assignments.split(",")]


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
    from gograde.cli.grade import exit_code, show
    from gograde.intake.languages import LANGUAGES, missing
    from gograde.report.words.wording import counted
    from gograde.workflow.plan import Request

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
    from gograde.cli.grade import show_changes
    from gograde.grading.book import last_book
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
