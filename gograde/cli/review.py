"""`gograde review`: a person decides, with one key each, the pictures that were not sure."""

from __future__ import annotations

import getpass
import json
import os
import sys
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gograde.grading.marks.overrides_file import Written
    from gograde.report.waiting import Waiting

PAGE = "review.html"
_WORDS = {"a": "right", "r": "wrong"}
KEYS = "[a]ccept  [r]eject  [p]oints  [A]/[R] all of this submission  [s]kip  [b]ack  [q]uit"


@click.command()
@click.argument("class_dir", type=click.Path(path_type=Path), default=".", metavar="[CLASS]")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="One assignment.")
@click.option("--student", metavar="ID", help="One student.")
@click.option("--by", metavar="NAME", help="Who decides; your user name when not given.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def review(class_dir: Path, assignment: str | None, student: str | None, by: str | None, form: str) -> None:
    """Decide the pictures that wait for a person.

    Each is shown on a page in the class's work folder, which opens where there is a browser and
    follows what you do here.  One key decides, and is written to overrides.csv at once; `gograde
    run` puts it into the reports.  --format json only lists what waits.

    Example:

      gograde review my-class --format json
    """
    found = _waiting(class_dir, assignment, student)
    if form == "json":
        from gograde.report.waiting import in_json

        click.echo(json.dumps([in_json(one) for one in found], indent=2))
    elif not found:
        click.echo("Nothing waits for a person.")
    else:
        _decide_all(_Desk(class_dir, tuple(found), by or getpass.getuser()))


def _waiting(class_dir: Path, assignment: str | None, student: str | None) -> tuple[Waiting, ...]:
    from gograde.classroom.classroom import load_class
    from gograde.cli.report import chosen_part
    from gograde.report.results import load_results
    from gograde.report.waiting import waiting

    part = chosen_part(load_results(class_dir), student, assignment)
    return waiting(part, load_class(class_dir).overrides)


@dataclass
class _Desk:
    """What lies before the person; `written` are the corrections of this sitting, by place."""

    class_dir: Path
    found: tuple[Waiting, ...]
    by: str
    place: int = 0
    written: list[tuple[int, Written]] = field(default_factory=list)

    @property
    def page(self) -> Path:
        return self.class_dir / "work" / PAGE

    @property
    def current(self) -> Waiting:
        return self.found[self.place]


def _decide_all(desk: _Desk) -> None:
    opened = False
    try:
        while desk.place < len(desk.found):
            _show(desk)
            if not opened:
                opened = True
                _open(desk.page)
            if not _step(desk, _key()):
                break
    finally:
        desk.page.unlink(missing_ok=True)
        left = len(desk.found) - len(desk.written)
        click.echo(f"\n{len(desk.written)} decided, {left} left.")
        if desk.written:
            click.echo(f"gograde run {desk.class_dir} puts them into the reports.")


def _show(desk: _Desk) -> None:
    from gograde.grading.records import write_atomic
    from gograde.report.pages.renderer import Pages
    from gograde.report.waiting import in_text
    from gograde.report.words.escape import terminal

    pages = Pages(desk.class_dir / "work" / "blobs", linked=False)
    count = f"{desk.place + 1} of {len(desk.found)}"
    write_atomic(desk.page, pages.review(desk.current, count).encode())
    text = "\n".join(in_text(desk.current))
    click.echo(terminal(f"\n[{count}] {text}"))
    click.echo(KEYS)


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


def _step(desk: _Desk, key: str) -> bool:
    """Do what the key says; False when it is over."""
    most = desk.current.test.max_points
    if key == "q":
        return False
    if key in "arp":
        points = {"a": most, "r": 0.0}.get(key)
        _write(desk, _asked(most) if points is None else points, _WORDS.get(key, ""))
    elif key in "AR":
        _write_submission(desk, float("inf") if key == "A" else 0.0, _WORDS[key.lower()])
    elif key == "s":
        desk.place += 1
    elif key == "b":
        _back(desk)
    else:
        click.echo(f"{key!r} means nothing here.")
    return True


def _asked(most: float) -> float:
    points: float = click.prompt(f"points, 0 to {most:g}", type=click.FloatRange(0, most))
    return points


def _write(desk: _Desk, points: float, word: str) -> None:
    """Write the decision on the current test, and go on to the next."""
    from gograde.classroom.classroom import Override
    from gograde.grading.marks.overrides_file import add_override

    assignment, student = desk.current.submission
    test = desk.current.test
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    reason = f"a person looked at the picture: {word or f'{points:g} of {test.max_points:g}'}"
    override = Override(assignment, student, test.name, points, desk.by, at, reason)
    desk.written.append((desk.place, add_override(desk.class_dir, override)))
    desk.place += 1


def _write_submission(desk: _Desk, points: float, word: str) -> None:
    """The same decision on all that follows of this submission, each for what it is worth at most."""
    submission = desk.current.submission
    while desk.place < len(desk.found) and desk.current.submission == submission:
        _write(desk, min(points, desk.current.test.max_points), word)


def _back(desk: _Desk) -> None:
    """Take the last decision back, if it was on the picture before; else only look at that one."""
    from gograde.grading.marks.overrides_file import take_back

    if not desk.place:
        click.echo("This is the first.")
        return
    desk.place -= 1
    if desk.written and desk.written[-1][0] == desk.place:
        take_back(desk.written.pop()[1])
        click.echo("Taken back.")
