"""`gograde review`: a person decides, a program at a time, the tests that the grader could not."""

from __future__ import annotations

import getpass
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import ASSIGNMENT, BY, CLASS, STUDENT, TEXT_OR_JSON, say

if TYPE_CHECKING:
    from gograde.grading.marks.doubts import Doubt
    from gograde.report.waiting import DecidedTests
import os

from gograde.cli.options import PORT


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
    from gograde.app.classroom.grading import ClassWatch, Room
    from gograde.app.classroom.routes import application
    from gograde.app.server import Hub, serve
    from gograde.classroom.classroom import load_class

    room = Room(load_class(class_dir).path, by)
    os.umask(0o077)  # for good: what threads of this process write is for the owner alone
    watch = ClassWatch(room, Hub())
    serve(lambda door: application(room, watch, door), watch.close, click.echo, port=port, first=first)


# -- `gograde review`: a person decides, a program at a time, the tests that the grader could not --


@click.command()
@CLASS
@ASSIGNMENT
@STUDENT
@BY
@click.option(
    "--decide",
    "word",
    type=click.Choice(["right", "wrong"]),
    help="Decide what waits of one program so; asks nothing.",
)
@click.option("--test", "names", multiple=True, metavar="NAME", help="Only this test; may be repeated.")
@click.option("--reason", default="", metavar="TEXT", help="What the student reads beside the decision.")
@TEXT_OR_JSON
def review(class_dir: Path, form: str, by: str | None, **asked: Any) -> None:
    """Decide the pictures that wait for a person, and tests with which the grader failed twice.

    Corrections in doubt come first, as text: the grader says something else now than when they were
    made.  They count until their row of overrides.csv is changed.  Then gograde view shows the programs,
    each on a sheet with its pictures that wait and those that the grader rejected.  One picture is
    asked about: accept it, reject it, or show where its board lies.  Then the other pictures of
    that program are scored again by it, and the sheet shows what changed.  Each key is written to
    overrides.csv at once; the marks follow, and the reports at the next gograde run.

    Without a browser: --decide decides what waits of one program (--student and -a), or with --test
    also what was rejected, and --format json lists what waits, or what was decided.

    Example:

      gograde review my-class --format json
    """
    from gograde.report.waiting import doubt_in_json, in_json, load_doubts, load_programs

    student, assignment = asked["student"], asked["assignment"]
    _check_options(asked)
    found = load_programs(class_dir, student, assignment)
    by = by or getpass.getuser()
    if asked["word"]:
        _decide_one(class_dir, found, asked, (by, form))
        return
    doubts = load_doubts(class_dir, student, assignment)
    if form == "json":
        waits = (in_json(one) for program in found for one in program.waits)
        click.echo(json.dumps([*waits, *map(doubt_in_json, doubts)], indent=2))
        return
    _show_doubts(doubts)
    if not found:
        click.echo("Nothing waits for a person.")
    else:
        _show(class_dir, by, {"student": student, "assignment": assignment})


def _show_doubts(doubts: Sequence[Doubt]) -> None:
    for one in doubts:
        say(f"In doubt: {one.assignment}, {one.student}: {one.words}")
    if doubts:
        click.echo("To keep a correction change its row in overrides.csv, for example at; else take it out.")


def _show(class_dir: Path, by: str, wanted: Mapping[str, str | None]) -> None:
    """Show what waits of a student or an assignment, or all of it, on the page of `gograde view`."""
    from urllib.parse import urlencode

    from gograde.cli import extras
    from gograde.cli.review import serve_class

    extras.need("gograde review", ("class", "board"))
    serve_class(class_dir, by, first=f"review?{urlencode({name: it for name, it in wanted.items() if it})}")


def _check_options(asked: Any) -> None:
    """Raise `UsageError` for what says something of a decision without one, and for one without a program."""
    from gograde.errors import UsageError

    for option, value in (("--test", asked["names"]), ("--reason", asked["reason"])):
        if value and not asked["word"]:
            raise UsageError(option, "says something of a decision, and there is none", "add --decide")
    if asked["word"] and not (asked["student"] and asked["assignment"]):
        raise UsageError(
            "--decide", "decides what waits of one program", "add --student ID and -a ASSIGNMENT"
        )


def _decide_one(class_dir: Path, found: Sequence[DecidedTests], asked: Any, told: tuple[str, str]) -> None:
    """Decide the tests of a program that are named, or all that wait, and tell it."""
    from gograde.errors import UsageError
    from gograde.package.yaml_files import did_you_mean
    from gograde.report.sitting import Sitting
    from gograde.report.waiting import decision_json
    from gograde.report.words.escape import line

    by_name = {one.test.name: one for program in found for one in program.tests}
    for name in asked["names"]:
        if name not in by_name:
            raise UsageError(
                f"--test {line(name)}", "neither waits nor was rejected", did_you_mean(name, by_name)
            )
    tests = [by_name[name] for name in dict.fromkeys(asked["names"])]
    if not tests and not any(program.waits for program in found):
        where = f"--student {line(asked['student'])} -a {line(asked['assignment'])}"
        raise UsageError(where, "nothing of this program waits", "gograde review lists what waits")
    by, form = told
    sitting = Sitting(class_dir, found, by)
    sitting.comment = asked["reason"]
    said = sitting.decide(asked["word"], tests or found[0].waits)
    click.echo(json.dumps([*map(decision_json, sitting.rows)], indent=2) if form == "json" else said)
    if form != "json":
        click.echo(f"gograde run {class_dir} puts it into the reports.")
