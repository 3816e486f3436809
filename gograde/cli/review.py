"""`gograde review`: a person decides, a program at a time, the tests that the grader could not."""

from __future__ import annotations

import getpass
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from gograde.grading.marks.doubts import Doubt
    from gograde.report.terminal.review_desk import Keys, ReviewDesk
    from gograde.report.waiting import Waiting


@click.command()
@click.argument("class_dir", type=click.Path(path_type=Path), default=".", metavar="[CLASS]")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="One assignment.")
@click.option("--student", metavar="ID", help="One student.")
@click.option("--by", metavar="NAME", help="Who decides; your user name when not given.")
@click.option("--accept", "word", flag_value="right", help="Accept what waits of one program; asks nothing.")
@click.option("--reject", "word", flag_value="wrong", help="Reject it.")
@click.option("--test", "names", multiple=True, metavar="NAME", help="Only this test; may be repeated.")
@click.option("--reason", default="", metavar="TEXT", help="What the student reads beside the decision.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def review(class_dir: Path, form: str, by: str | None, **asked: Any) -> None:
    """Decide the pictures that wait for a person, and tests with which the grader failed twice.

    Corrections in doubt come first, as text: the grader says something else now than when they were
    made.  They count until their row of overrides.csv is changed.  Then come the programs, each with
    all its tests that wait, on a page in the class's work folder, which opens where there is a
    browser and follows what you do here.  One key accepts the pictures that seem to show the expected
    board, one rejects those that seem to show another; further keys accept or reject all, or show
    them one by one.  Each key is written to overrides.csv at once; `gograde run` puts it into the
    reports.

    Without a terminal: --accept and --reject decide what waits of one program (--student and -a),
    and --format json lists what waits, or what was decided.

    Example:

      gograde review my-class --format json
    """
    from gograde.report.waiting import doubt_in_json, in_json, load_doubts, load_waiting

    student, assignment = asked["student"], asked["assignment"]
    _check_options(asked)
    found = load_waiting(class_dir, student, assignment)
    by = by or getpass.getuser()
    if asked["word"]:
        _decide_one(class_dir, _named(found, asked), asked, (by, form))
        return
    doubts = load_doubts(class_dir, student, assignment)
    if form == "json":
        click.echo(json.dumps([*map(in_json, found), *map(doubt_in_json, doubts)], indent=2))
        return
    _show_doubts(doubts)
    if not found:
        click.echo("Nothing waits for a person.")
    else:
        _decide_all(class_dir, found, by)


def _show_doubts(doubts: Sequence[Doubt]) -> None:
    from gograde.report.words.escape import line, terminal

    for one in doubts:
        click.echo(terminal(line(f"In doubt: {one.assignment}, {one.student}: {one.words}")))
    if doubts:
        click.echo("To keep a correction change its row in overrides.csv, for example at; else take it out.")


# -- without keys -----------------------------------------------------------------------------


def _check_options(asked: Any) -> None:
    """Raise `UsageError` for options of a decision without one, and for one without a program."""
    from gograde.errors import UsageError

    option = "--test" if asked["names"] else "--reason"
    if not asked["word"] and (asked["names"] or asked["reason"]):
        raise UsageError(
            option, "says something of a decision, and there is none", "add --accept or --reject"
        )
    if asked["word"] and not (asked["student"] and asked["assignment"]):
        option = "--accept" if asked["word"] == "right" else "--reject"
        raise UsageError(option, "decides what waits of one program", "add --student ID and -a ASSIGNMENT")


def _named(found: Sequence[Waiting], asked: Any) -> Sequence[Waiting]:
    """The tests of a program that are named, or all that wait; raises `UsageError` for others."""
    from gograde.errors import UsageError
    from gograde.package.faults import did_you_mean
    from gograde.report.words.escape import line

    by_name = {one.test.name: one for one in found}
    if not found:
        where = f"--student {line(asked['student'])} -a {line(asked['assignment'])}"
        raise UsageError(
            where, "nothing of this program waits for a person", "gograde review lists what waits"
        )
    for name in asked["names"]:
        if name not in by_name:
            raise UsageError(
                f"--test {line(name)}", "does not wait for a person", did_you_mean(name, by_name)
            )
    return [by_name[name] for name in dict.fromkeys(asked["names"])] or found


def _decide_one(class_dir: Path, tests: Sequence[Waiting], asked: Any, told: tuple[str, str]) -> None:
    """Decide tests of one program, and tell it."""
    from gograde.grading.marks.overrides_file import add_overrides
    from gograde.report.decisions import Ruling, corrections, in_json, now

    by, form = told
    rows = corrections(tests, Ruling(asked["word"], by, now(), asked["reason"]))
    add_overrides(class_dir, rows)
    if form == "json":
        click.echo(json.dumps([*map(in_json, rows)], indent=2))
        return
    click.echo(f"{len(rows)} decided.")
    click.echo(f"gograde run {class_dir} puts them into the reports.")


# -- with keys --------------------------------------------------------------------------------


def _decide_all(class_dir: Path, found: Sequence[Waiting], by: str) -> None:
    """Show the programs, and do what the keys say."""
    from gograde.classroom.classroom import load_class
    from gograde.errors import UsageError
    from gograde.report.terminal.review_desk import Keys, ReviewDesk
    from gograde.report.waiting import programs

    if not sys.stdin.isatty():
        fix = "--accept or --reject decide without one; --format json lists what waits"
        raise UsageError("gograde review", "keys are read from a terminal, and this is none", fix)
    desk = ReviewDesk(class_dir, programs(found), by, load_class(class_dir).config.language)
    try:
        with Keys() as keys:
            _look(desk, keys)
    finally:
        desk.page.unlink(missing_ok=True)
        click.echo(f"\n{desk.summary}")
        if desk.decided:
            click.echo(f"gograde run {class_dir} puts them into the reports.")


def _look(desk: ReviewDesk, keys: Keys) -> None:
    """One screen for each key, until `q`, or until nothing is left and nothing is undone."""
    click.echo(_open(desk))
    while True:
        text = desk.show()
        keys.forget()
        click.echo(text)
        key = keys.next()
        if key in ("", "q") or (desk.over and key != "u"):
            return
        if told := desk.press(key, keys.line):
            click.echo(told)


def _open(desk: ReviewDesk) -> str:
    """Show the page in a browser where there is one; returns where it is."""
    import webbrowser

    desk.show()
    address = desk.page.resolve().as_uri()
    screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if screen and webbrowser.open(address):
        return "The pictures are in the browser."
    return f"The pictures: {address} (open it once, it follows)"
