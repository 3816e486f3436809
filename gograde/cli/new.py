"""`gograde new`: a class folder to start from."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--title", default="Go programming", show_default=True, help="The name of the class.")
@click.option("--roster", type=click.Path(path_type=Path), metavar="FILE", help="A CSV with ids and names.")
def new(folder: Path, title: str, roster: Path | None) -> None:
    """Make a class folder to start from.

    With --roster the students come from a table as Canvas, Moodle, Blackboard, Gradescope or an office gives
    it out; its columns are recognised by their names.

    Example:

      gograde new autumn-class
    """
    from gograde.classroom.new_class import make_class

    make_class(folder, title, roster)
    next_step = "fill in roster.csv" if roster is None else "look at roster.csv"
    click.echo(f"{folder}: made. Next: {next_step}, then see README.md in it.")
