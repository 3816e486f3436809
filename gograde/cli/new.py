"""`gograde new`: a class folder to start from."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--title", default="Go programming", show_default=True, help="The name of the class.")
def new(folder: Path, title: str) -> None:
    """Make a class folder to start from.

    Example:

      gograde new autumn-class
    """
    from gograde.classroom.new_class import make_class

    make_class(folder, title)
    click.echo(f"{folder}: made. Next: fill in roster.csv, then see README.md in it.")
