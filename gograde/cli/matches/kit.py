"""`gograde kit`: what a course hands out to students who have no gograde."""

from __future__ import annotations

from pathlib import Path

import click

from gograde.errors import UsageError

ASSIGNMENTS = ("little-go",)


@click.command()
@click.argument("assignment")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def kit(assignment: str, folder: Path) -> None:
    """Write what students get for an assignment: it needs a bare Python 3.7, and no gograde.

    For little-go: host.py (the board, and a referee of one ply or a whole game), read.py, write.py, two
    players, build.sh (games with both colours), and init/input.txt.

    Example:

      gograde kit little-go my-kit
    """
    from gograde.arena.kit import write_kit

    if assignment not in ASSIGNMENTS:
        raise UsageError(assignment, "has no kit", f"choose {', '.join(ASSIGNMENTS)}")
    files = write_kit(folder)
    click.echo(f"{folder}: made, with {', '.join(files)}")
