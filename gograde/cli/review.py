"""`gograde review`: a person decides, with one key each, the tests that the grader could not."""

from __future__ import annotations

import getpass
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gograde.grading.marks.doubts import Doubt
    from gograde.report.terminal.review_desk import ReviewDesk

KEYS = "[a]ccept  [r]eject  [p]oints  [A]/[R] all of this submission  [s]kip  [b]ack  [q]uit"


@click.command()
@click.argument("class_dir", type=click.Path(path_type=Path), default=".", metavar="[CLASS]")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="One assignment.")
@click.option("--student", metavar="ID", help="One student.")
@click.option("--by", metavar="NAME", help="Who decides; your user name when not given.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def review(class_dir: Path, assignment: str | None, student: str | None, by: str | None, form: str) -> None:
    """Decide the pictures that wait for a person, and tests with which the grader failed twice.

    Corrections in doubt come first, as text: the grader says something else now than when they were
    made.  They count until their row of overrides.csv is changed.  Each waiting test is shown on a
    page in the class's work folder, which opens where there is a browser and follows what you do
    here.  One key decides, and is written to overrides.csv at once; `gograde run` puts it into the
    reports.  --format json only lists what waits.

    Example:

      gograde review my-class --format json
    """
    from gograde.report.waiting import doubt_in_json, in_json, load_doubts, load_waiting

    found = load_waiting(class_dir, student, assignment)
    doubts = load_doubts(class_dir, student, assignment)
    if form == "json":
        click.echo(json.dumps([*map(in_json, found), *map(doubt_in_json, doubts)], indent=2))
        return
    _show_doubts(doubts)
    if not found:
        click.echo("Nothing waits for a person.")
    else:
        from gograde.classroom.classroom import load_class
        from gograde.report.terminal.review_desk import ReviewDesk

        language = load_class(class_dir).config.language
        _decide_all(ReviewDesk(class_dir, found, by or getpass.getuser(), language), class_dir)


def _show_doubts(doubts: Sequence[Doubt]) -> None:
    from gograde.report.words.escape import line, terminal

    for one in doubts:
        click.echo(terminal(line(f"In doubt: {one.assignment}, {one.student}: {one.words}")))
    if doubts:
        click.echo("To keep a correction change its row in overrides.csv, for example at; else take it out.")


def _decide_all(desk: ReviewDesk, class_dir: Path) -> None:
    opened = False
    try:
        while not desk.over:
            click.echo(desk.show())
            click.echo(KEYS)
            if not opened:
                opened = True
                _open(desk.page)
            if (key := _key()) == "q":
                break
            _press(desk, key)
    finally:
        desk.page.unlink(missing_ok=True)
        click.echo(f"\n{len(desk.decided)} decided, {desk.left} left.")
        if desk.decided:
            click.echo(f"gograde run {class_dir} puts them into the reports.")


def _open(page: Path) -> None:
    """Show the page in a browser where there is one, else say where it is."""
    import webbrowser

    screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if not (screen and webbrowser.open(page.resolve().as_uri())):
        click.echo(f"The picture: {page.resolve().as_uri()} (open it once, it follows)")


def _key() -> str:
    """One key; from a pipe one sign that is no blank, `q` at its end."""
    if sys.stdin.isatty():
        return click.getchar()
    while (sign := sys.stdin.read(1)).isspace():
        pass
    return sign or "q"


def _press(desk: ReviewDesk, key: str) -> None:
    if key == "a":
        desk.decide(desk.most, "right")
    elif key == "r":
        desk.decide(0, "wrong")
    elif key == "p":
        desk.decide(click.prompt(f"points, 0 to {desk.most:g}", type=click.FloatRange(0, desk.most)))
    elif key in "AR":
        desk.decide_submission("right" if key == "A" else "wrong", right=key == "A")
    elif key == "s":
        desk.skip()
    elif key == "b":
        if told := desk.back():
            click.echo(told)
    else:
        click.echo(f"{key!r} means nothing here.")
