"""`gograde check`: one submission on the public cases, for students and continuous integration."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import DataError, ExitCode

if TYPE_CHECKING:
    from gograde.scoring.record import ScoreRecord

FORMATS = ("text", "json", "junit", "gradescope", "github")


@click.command()
@click.argument("submission", type=click.Path(path_type=Path))
@click.option(
    "-a", "--assignment", required=True, metavar="ASSIGNMENT", help="Its id, or a package's folder."
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--backend", type=click.Choice(["bwrap", "landlock"]), help="The sandbox to use.")
@click.option("--trust-submissions", "trust", is_flag=True, help="Run it without a sandbox.")
def check(submission: Path, assignment: str, form: str, backend: str | None, trust: bool) -> int:
    """Try a submission on the public cases.

    SUBMISSION is a folder, a .zip or .tar archive, or one source file.  Ends with 0 when every
    public test passes, 1 when one does not, 4 when the grader itself fails.

    Example:

      gograde check my-homework -a board9
    """
    from gograde.report.redact import for_student

    record = _graded(submission, assignment, backend, trust)
    _say(for_student(record), record, form, submission)
    return int(_exit_code(record))


def _graded(submission: Path, assignment: str, backend: str | None, trust: bool) -> ScoreRecord:
    from gograde.assignments import sample_batches
    from gograde.authoring.package_code import refuse_handed_in
    from gograde.grading.grade import grade_files, load_submission
    from gograde.package.package import find_package
    from gograde.sandbox.doctor.examination import quick
    from gograde.sandbox.select import choose_backend

    package = find_package(assignment)
    if package.config.code is not None:
        refuse_handed_in(package.path, submission)
    batches = sample_batches(package)
    files = load_submission(submission)
    chosen = choose_backend(trust=trust, name=backend, proof=quick)
    return grade_files(files, package, batches, chosen, "submission")


def _say(projected: ScoreRecord, record: ScoreRecord, form: str, submission: Path) -> None:
    if form == "text":
        _print(projected)
    elif form == "json":
        from gograde.report.words.escape import json_text

        click.echo(json_text(projected.model_dump(mode="json", by_alias=True)))
    elif form == "junit":
        from gograde.report.exports.junit import junit_xml

        click.echo(junit_xml(record), nl=False)
    elif form == "gradescope":
        from gograde.report.exports.gradescope import results_json

        click.echo(results_json(record), nl=False)
    else:
        _tell_github(projected, submission)


def _print(record: ScoreRecord) -> None:
    from rich.console import Console

    from gograde.report.terminal import console

    parts = console.check_parts(record)
    terminal = Console()
    if terminal.is_terminal:
        console.show(terminal, parts)
    else:
        click.echo(console.to_text(parts), nl=False)


def _tell_github(record: ScoreRecord, submission: Path) -> None:
    from gograde.report.exports import github

    entry = record.submission.entry
    program = submission / entry if submission.is_dir() and entry else submission
    click.echo(github.workflow_commands(record, str(program)), nl=False)
    target = os.environ.get("GITHUB_STEP_SUMMARY")
    if not target:
        return
    try:
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(github.summary(record))
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise DataError(f"GITHUB_STEP_SUMMARY={target}", what, "unset it, or name a file") from None


def _exit_code(record: ScoreRecord) -> ExitCode:
    from gograde.scoring.verdict import Verdict

    verdicts = {record.verdict, *(test.verdict for test in record.tests)}
    if Verdict.JE in verdicts:
        return ExitCode.JUDGE_ERROR
    return ExitCode.FINDINGS if any(verdict.failed for verdict in verdicts) else ExitCode.DONE
