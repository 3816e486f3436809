"""`gograde view`: a class for staff in the browser."""

from __future__ import annotations

import getpass
import os
from pathlib import Path

import click

from gograde.cli.options import BY, CLASS, PORT


@click.command()
@CLASS
@BY
@PORT
def view(class_dir: Path, by: str | None, port: int) -> None:
    """Look at a class in the browser, decide what waits, correct, grade, publish and export.

    The pages are on this machine alone, and only for who knows the address, which holds a token.  They do
    what review, run, regrade, publish and export do, and write the same files; people at other windows
    and terminals may work at the same time.  Where there is a screen, a browser opens the page.  Ctrl-C
    ends it, with a run that a page has started.

    Example:

      gograde view my-class
    """
    serve_class(class_dir, by or getpass.getuser(), port=port)


def serve_class(class_dir: Path, by: str, *, port: int = 0, first: str = "") -> None:
    """Serve the pages of a class until Ctrl-C; `first` is the address of the page that a browser opens."""
    from gograde.app.classroom.grading import ClassWatch
    from gograde.app.classroom.room import Room
    from gograde.app.classroom.routes import application
    from gograde.app.server.events import Hub
    from gograde.app.server.running import serve
    from gograde.classroom.classroom import load_class

    room = Room(load_class(class_dir).path, by)
    os.umask(0o077)  # for good: what threads of this process write is for the owner alone
    watch = ClassWatch(room, Hub())
    serve(lambda door: application(room, watch, door), watch.close, click.echo, port=port, first=first)
