"""`gograde check`: one submission on the public cases, for students and continuous integration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import ExitCode

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
    from gograde.workflow.check_submission import check_submission

    record = check_submission(submission, assignment, trust=trust, backend=backend)
    _show(record, form, submission)
    return int(_exit_code(record))


def _show(record: ScoreRecord, form: str, submission: Path) -> None:
    from gograde.report.exports import check_formats
    from gograde.report.redact import for_student
    from gograde.report.terminal.check_text import check_parts
    from gograde.report.terminal.rich_text import print_parts

    if form == "text":
        print_parts(check_parts(for_student(record)))
    elif form == "github":
        click.echo(check_formats.write_github(record, submission), nl=False)
    else:
        click.echo(check_formats.FORMATS[form](record), nl=False)


def _exit_code(record: ScoreRecord) -> ExitCode:
    from gograde.scoring.verdict import Verdict

    verdicts = {record.verdict, *(test.verdict for test in record.tests)}
    if Verdict.JE in verdicts:
        return ExitCode.JUDGE_ERROR
    return ExitCode.FINDINGS if any(verdict.failed for verdict in verdicts) else ExitCode.DONE
