"""`gograde check`: one submission on the public cases, for students and continuous integration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.cli.options import TRUST
from gograde.errors import DataError, ExitCode, UsageError
from gograde.report.exports.checks import FORMATS, write_github
from gograde.report.exports.writing import write_export

if TYPE_CHECKING:
    from gograde.core.assignment import PictureFact
    from gograde.report.redact import StudentRecord

READABLE = 0o644
"""Of a file that the next step of a workflow reads, perhaps as another user."""

SHOWN = ("text", "github")
"""Formats that are printed alone; the first one when none is asked for."""

PRINTED = (*SHOWN, *FORMATS)


def read_forms(asked: Iterable[str]) -> tuple[str, list[tuple[str, Path]]]:
    """The format that is printed, and those that go into files, of words like `json` and `json=FILE`.

    Raises `UsageError` for a word that is none, and for two to print.
    """
    shown, files = [], []
    for word in asked:
        form, into, name = word.partition("=")
        if form not in (FORMATS if into else PRINTED) or bool(into) != bool(name):
            fix = f"write {', '.join(SHOWN)}, or with =FILE if you like {', '.join(FORMATS)}"
            raise UsageError(f"--format {word}", "no format, or no file for it", fix)
        if into:
            files.append((form, Path(name)))
        else:
            shown.append(form)
    if len(shown) > 1:
        raise UsageError(f"--format {shown[1]}", f"{shown[0]} is printed there", "add =FILE to one of them")
    return next(iter(shown), SHOWN[0]), files


def write_files(record: StudentRecord, submission: Path, files: Iterable[tuple[str, Path]]) -> None:
    """Write the record into files; raises `UsageError` for one that cannot be written."""
    for form, path in files:
        write_export(path, FORMATS[form](record, submission).encode(), f"--format {form}", READABLE)


@dataclass(frozen=True)
class CheckOptions:
    """How a submission is tried, and how that is shown."""

    submission: Path
    assignment: str
    form: str
    files: Sequence[tuple[str, Path]]
    trust: bool
    case: str | None
    input: Path | None
    full: bool
    show: Path | None


@click.command()
@click.argument("submission", type=click.Path(path_type=Path))
@click.option(
    "-a",
    "--assignment",
    required=True,
    metavar="ASSIGNMENT",
    help="Its id, or the folder of a package, or the file that a course hands out.",
)
@click.option("--case", metavar="NAME", help="Only this case, as the table of a check names it, or batch.")
@click.option(
    "--input", type=click.Path(path_type=Path), metavar="FILE", help="Write the case's whole input."
)
@click.option("--full", is_flag=True, help="All games of little-go; else a quick look at the first.")
@click.option(
    "--show",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write the pictures as they were read into DIR, and show the boards seen in them.",
)
@click.option("--watch", is_flag=True, help="Try it again whenever a file changes, until Ctrl-C.")
@click.option(
    "--format",
    "forms",
    multiple=True,
    metavar="FORMAT[=FILE]",
    help=f"text, or github, {', '.join(FORMATS)}; with =FILE into a file besides; repeatable.",
)
@TRUST
def check(watch: bool, forms: tuple[str, ...], **given: object) -> int:
    """Try a submission on the public cases.

    SUBMISSION is a folder, a .zip or .tar archive, or one source file.  Ends with 0 when nothing in it is
    wrong, 1 when a public test or a run of it is, 4 when the grader itself fails or nothing was graded.

    Example:

      gograde check my-homework -a board9
    """
    form, files = read_forms(forms)
    options = CheckOptions(form=form, files=files, **given)  # type: ignore[arg-type]
    if options.input and options.case is None:
        raise UsageError(f"--input {options.input}", "of no case", "name one with --case")
    if not watch:
        return int(_try(options))
    if options.form != "text":
        raise UsageError("--watch", f"is for people, and --format {options.form} is not", "leave one out")
    if options.files:
        raise UsageError("--watch", "is for people, and a --format with a file is not", "leave one out")
    _refuse_to_change(options)
    return _watch(options.submission, lambda: _try(options))


def _refuse_to_change(options: CheckOptions) -> None:
    """Raise `UsageError` when each try would change what is watched, and so be followed by another."""
    if options.show and options.show.resolve().is_relative_to(options.submission.resolve()):
        what = "lies in the submission, which --watch would then try for ever"
        raise UsageError(f"--show {options.show}", what, "name a folder outside of it")


def _try(options: CheckOptions) -> ExitCode:
    from gograde.report.redact import for_student
    from gograde.report.terminal.check_text import shown_progress
    from gograde.report.words.failures import exit_code
    from gograde.workflow.check_submission import Wish, check_submission

    pictures: list[tuple[str, PictureFact]] = []
    with shown_progress() as tell:
        keep = None if options.show is None else lambda *picture: pictures.append(picture)
        graded = check_submission(
            options.submission,
            options.assignment,
            trust=options.trust,
            wish=Wish(options.case, options.full, tell, keep, options.input),
        )
    record = for_student(graded)
    if options.show is not None:
        _show_pictures(record, options.show, pictures, options.form)
    _show(record, options.form, options.submission)
    write_files(record, options.submission, options.files)
    return exit_code(record)


def _watch(submission: Path, once: Callable[[], ExitCode]) -> int:
    """Try it, and again after each change; what a half-saved file does wrong is told, and waited for."""
    from gograde.report.words.escape import terminal
    from gograde.workflow.check_submission import state_of, wait_for_change

    before = state_of(submission)
    once()
    while True:
        click.echo(f"\nWaiting for a change in {click.format_filename(submission)}; Ctrl-C ends.\n")
        before = wait_for_change(submission, before)
        try:
            once()
        except (DataError, UsageError) as error:
            click.echo(terminal(str(error)), err=True)


def _show_pictures(
    record: StudentRecord, folder: Path, pictures: list[tuple[str, PictureFact]], form: str
) -> None:
    from gograde.report.terminal.check_text import picture_parts, write_pictures
    from gograde.report.terminal.rich_text import print_parts

    paths = write_pictures(folder, pictures)
    if form == "text":
        print_parts(picture_parts(record, paths))


def _show(record: StudentRecord, form: str, submission: Path) -> None:
    if form == "text":
        from gograde.report.terminal.check_text import check_parts
        from gograde.report.terminal.rich_text import print_parts

        print_parts(check_parts(record))
        return
    write = write_github if form == "github" else FORMATS[form]
    click.echo(write(record, submission), nl=False)
