"""`gograde import`: the download of a learning system, into a class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import PATH, TEXT_OR_JSON
from gograde.errors import ExitCode, UsageError
from gograde.intake.downloads.systems import IMPORTED, SYSTEMS

if TYPE_CHECKING:
    from gograde.classroom.classroom import Classroom


@click.command("import")
@click.argument("export", type=PATH, metavar="EXPORT")
@click.option("--into", "class_dir", type=PATH, required=True, metavar="CLASS", help="The class folder.")
@click.option("-a", "--assignment", metavar="ASSIGNMENT", help="Needed when the class has several.")
@click.option(
    "--from", "kind", type=click.Choice(IMPORTED), help="Where it comes from (seen from the names)."
)
@click.option(
    "--map",
    "table",
    type=PATH,
    metavar="FILE",
    help="A CSV with the system's ids, or times; the ids stay known.",
)
@click.option(
    "--zone", metavar="ZONE", help="Of times without an offset, like Asia/Shanghai (the due date's)."
)
@click.option(
    "--clash",
    type=click.Choice(["replace", "keep"]),
    help="Where another is in the class: take this one, or leave that one (remembered).",
)
@click.option("--local", is_flag=True, help="Take repositories of this machine: you wrote the list yourself.")
@click.option("--preview", is_flag=True, help="Say what would happen, and write nothing.")
@TEXT_OR_JSON
def import_export(export: Path, class_dir: Path, assignment: str | None, form: str, **asked: Any) -> int:
    """Bring submissions from a learning system, a folder or repositories into a class.

    EXPORT is what a learning system gives out for all students (a zip, or the folder it was unpacked into),
    a folder of folders or archives named by student, or a CSV with student_id and url.

    Nothing is written over: what is replaced goes to the folder replaced, and is named.  Exits with 1 when
    something was left out.

    Example:

      gograde import submissions.zip --into my-class -a board9
    """
    from gograde.classroom.classroom import load_class
    from gograde.classroom.importing.bring_in import import_export as bring
    from gograde.report.terminal.export_report import import_text
    from gograde.report.words.escape import json_text
    from gograde.workflow.lock import grader

    classroom = load_class(class_dir)
    wanted = _wanted(**asked)
    with grader(classroom.work):
        outcome = bring(classroom, _assignment(classroom, assignment), export, wanted)
    click.echo(json_text(outcome.value()) if form == "json" else import_text(outcome))
    return int(ExitCode.FINDINGS if outcome.left else ExitCode.DONE)


def _wanted(kind: str | None, zone: str | None, **asked: Any) -> Any:
    from zoneinfo import ZoneInfo

    from gograde.classroom.importing.bring_in import ImportRequest

    try:
        place = ZoneInfo(zone) if zone else None
    except (LookupError, ValueError, OSError):
        what = "no time zone of this machine"
        raise UsageError(f"--zone {zone}", what, "give a name like Asia/Shanghai or UTC") from None
    return ImportRequest(SYSTEMS[kind] if kind else None, zone=place, **asked)


def _assignment(classroom: Classroom, asked: str | None) -> str:
    """The assignment to import into; the only one of the class when none was asked for."""
    from gograde.report.results import check_known

    names = list(classroom.assignments)
    if asked is None and len(names) == 1:
        return names[0]
    if asked is None:
        what = "the class has several assignments"
        raise UsageError("-a", what, f"give one of: {', '.join(names)}")
    check_known("--assignment", asked, names)
    return asked
