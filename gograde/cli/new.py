"""`gograde new`: a class folder to start from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from gograde.cli.options import PATH
from gograde.errors import DataError, UsageError

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
