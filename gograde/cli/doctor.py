"""`gograde doctor`: is this machine fit to grade."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.errors import ExitCode, JudgeError

if TYPE_CHECKING:
    from rich.console import Console

    from gograde.classroom.classroom import Classroom
    from gograde.sandbox.doctor.survey import Advice, Controls, Survey

ORDER = ("bwrap", "landlock")
"""The order in which back ends are tried for a grading."""

EXAMPLE = """\b
Example:
  gograde doctor
  gograde doctor --backend all --format json
  gograde doctor my-class
"""


@click.command(epilog=EXAMPLE)
@click.argument("class_dir", type=click.Path(path_type=Path), required=False, metavar="[CLASS]")
@click.option(
    "--backend", type=click.Choice([*ORDER, "all"]), help="Examine this one, not just the first that is fit."
)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def doctor(class_dir: Path | None, backend: str | None, style: str) -> int:
    """Is this machine fit to grade?

    Every guarantee of the sandbox is tried outside, where it must not hold, then inside.  Ends
    with 0 when submissions can be held here, else with 4.  With CLASS, it heeds what class.yaml
    requires, and says besides what other users of this machine can read there.
    """
    from gograde.sandbox.doctor.survey import advice, versions

    classroom = None if class_dir is None else _class_in(class_dir)
    required = None if classroom is None else classroom.config.require
    reports, failures = examinations(backend or required)
    chosen = chosen_of(reports, required)
    found = versions()
    told = [*advice(), *about_players(chosen), *about_class(classroom, chosen)]
    if style == "json":
        click.echo(json.dumps(as_json(reports, failures, found, told, chosen), indent=2))
    else:
        show(reports, failures, found, told, chosen)
    return int(ExitCode.DONE if chosen else ExitCode.JUDGE_ERROR)


def _class_in(folder: Path) -> Classroom:
    from gograde.classroom.classroom import load_class

    return load_class(folder)


def examinations(asked: str | None) -> tuple[list[Survey], dict[str, JudgeError]]:
    """The reports in the order of choice, and why a back end could not be examined.

    With nothing asked for, the first fit back end ends the search, as it does before a grading.
    """
    from gograde.sandbox.doctor.examination import examine, run_controls
    from gograde.sandbox.select import choose_backend

    controls: Controls = {}
    reports: list[Survey] = []
    failures: dict[str, JudgeError] = {}
    for name in ORDER if asked in (None, "all") else (asked,):
        try:
            backend = choose_backend(name=name)
            controls = controls or run_controls()
            reports.append(examine(backend, controls))
        except JudgeError as error:
            failures[str(name)] = error
            continue
        if asked is None and reports[-1].fit:
            break
    return reports, failures


def chosen_of(reports: list[Survey], required: str | None) -> str | None:
    """The back end that grades: the first that is fit, of those that the class permits."""
    fit = (report.backend for report in reports if report.fit)
    return next((name for name in fit if required in (None, name)), None)


def about_class(classroom: Classroom | None, chosen: str | None) -> list[Advice]:
    """A requirement that does not hold, and what others can read in a class, though it is not for them."""
    if classroom is None:
        return []
    from gograde.classroom.classroom import CLASS_FILE
    from gograde.classroom.exposure import exposed
    from gograde.sandbox.doctor.survey import Advice

    told = [Advice(one.what, one.fix) for one in exposed(classroom)]
    required = classroom.config.require
    if required and chosen is None:
        what = f"{CLASS_FILE} requires {required}: gograde run refuses to grade this class here"
        told.append(Advice(what, f"mend {required}, or delete the line require: {required}"))
    return told


def about_players(chosen: str | None) -> list[Advice]:
    """What to tell where a sandbox holds submissions, and yet players are not forked for each move."""
    from gograde.sandbox.doctor.survey import Advice
    from gograde.sandbox.select import choose_backend
    from gograde.sandbox.warm import why_cold

    fault = why_cold(choose_backend(name=chosen)) if chosen else ""
    return (
        [Advice(f"players in Python are started anew for each move, which is slower ({fault})")]
        if fault
        else []
    )


def as_json(
    reports: list[Survey],
    failures: dict[str, JudgeError],
    versions: dict[str, str],
    advice: list[Advice],
    chosen: str | None,
) -> dict[str, Any]:
    """The whole answer as JSON values."""
    return {
        "schema": "gograde/doctor/v1",
        "chosen": chosen,
        "backends": [report.to_json() for report in reports],
        "seen": {report.backend: dict(report.seen) for report in reports},
        "seconds": {report.backend: round(report.seconds, 2) for report in reports},
        "unavailable": {name: {"what": error.what, "fix": error.fix} for name, error in failures.items()},
        "versions": versions,
        "languages": languages(),
        "warnings": [asdict(one) for one in advice],
    }


def show(
    reports: list[Survey],
    failures: dict[str, JudgeError],
    versions: dict[str, str],
    advice: list[Advice],
    chosen: str | None,
) -> None:
    """Print the answer for a person."""
    from rich.console import Console

    console = Console(highlight=False)
    for report in reports:
        _show_report(console, report)
    for name, error in failures.items():
        told_below = "gograde doctor" in error.fix
        _say(console, f"{name}: {error.what}", "" if told_below else error.fix)
    console.print(", ".join(f"{name} {version}" for name, version in versions.items()), markup=False)
    _show_languages(console)
    for one in advice:
        _say(console, f"Warning: {one.what}", one.fix)
    verdict = f"Submissions are held by {chosen}." if chosen else "No submission can be held here."
    console.print(verdict, style="bold green" if chosen else "bold red", markup=False)


def _show_report(console: Console, report: Survey) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from gograde.sandbox.doctor.survey import in_words

    held = sum(one.ok for one in report.guarantees)
    table = Table(
        box=SIMPLE_HEAD,
        pad_edge=False,
        title=f"{report.backend}: {held} of {len(report.guarantees)} guarantees hold"
        f" ({report.seconds:.1f} s)",
    )
    for heading in ("", "Guarantee", "How it was seen"):
        table.add_column(heading)
    for one in report.guarantees:
        word, style = ("held", "green") if one.ok else ("BROKEN", "bold red") if one.required else ("no", "")
        reached = report.seen.get(one.id) if one in report.broken else None
        detail = f"{one.detail}: {reached}" if reached else one.detail
        table.add_row(Text(word, style), Text(one.title), Text(detail))
    console.print(table)
    for key in ("sandbox", "survey"):
        if key in report.seen:
            console.print(report.seen[key], markup=False)
    if report.short:
        told = in_words([asdict(one) for one in report.short])
        console.print(f"What {report.backend} holds less than by the kernel here: {told}.", markup=False)


def languages() -> dict[str, dict[str, Any]]:
    """By the name of each language its title, the paths of its tools, and what of them is missing here."""
    from gograde.intake.languages import ROWS, NoToolError, tools_of

    found: dict[str, dict[str, Any]] = {}
    for row in ROWS:
        try:
            paths = {name: str(path) for name, path in tools_of(row.name).paths.items()}
            found[row.name] = {"title": row.title, "tools": paths, "missing": None}
        except NoToolError as error:
            lacks = {"what": error.what, "fix": error.fix}
            found[row.name] = {"title": row.title, "tools": {}, "missing": lacks}
    return found


def _show_languages(console: Console) -> None:
    told = languages().values()
    there = ", ".join(one["title"] for one in told if one["missing"] is None)
    console.print(f"Programs may be written in {there}.", markup=False)
    for one in told:
        if one["missing"]:
            _say(console, f"{one['title']}: {one['missing']['what']}", one["missing"]["fix"])


def _say(console: Console, what: str, fix: str) -> None:
    console.print(what, style="yellow", markup=False)
    if fix:
        console.print(f"  Fix: {fix}", markup=False, soft_wrap=True)
