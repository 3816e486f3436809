"""`gograde cases statement`: what students read, as a file to hand out."""

from __future__ import annotations

from pathlib import Path

import click

from gograde.errors import UsageError

FORMATS = ("md", "html", "pdf")
READABLE = 0o644
"""The mode of the file: what is handed out may be read by everybody."""


@click.command()
@click.argument("assignment")
@click.option("--language", metavar="LANGUAGE", help="Such as en or zh; English where it is not given.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="As the name of FILE says, else md.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write here."
)
def statement(assignment: str, language: str | None, form: str | None, output: Path | None) -> None:
    """Show the statement of an assignment, or write it as a page or a PDF.

    Page and PDF have the figures in them and need no other file; a PDF has its fonts in it too, and needs
    pymupdf-lite (gograde[pdf]).  Markdown is the file of the package, with the names of the figures.

    Example:

    \b
      gograde cases statement board9
      gograde cases statement board9 --language zh -o board9.html
    """
    from gograde.report.exports.writing import write_export
    from gograde.report.words.escape import line, terminal

    chosen = form or _form_of(output)
    if chosen == "pdf" and output is None:
        raise UsageError("--format pdf", "is no text for a terminal", "add -o FILE")
    data = _made(assignment, language, chosen)
    if output is None:
        click.echo(terminal(data.decode()), nl=False)
        return
    write_export(output, data, mode=READABLE)
    click.echo(terminal(line(f"{output}: written")))


def _made(assignment: str, language: str | None, form: str) -> bytes:
    """The statement of an assignment, or of the students' part of one in a file."""
    from gograde.authoring.statement import made_as, statement_of
    from gograde.package.package import package_path
    from gograde.sandbox.select import choose_backend
    from gograde.workflow.checking.check_submission import is_file_of_package, package_named

    if not is_file_of_package(Path(assignment)):
        return made_as(form, statement_of(package_path(assignment), language))
    with package_named(assignment, choose_backend) as package:
        return made_as(form, statement_of(package.path, language))


def _form_of(output: Path | None) -> str:
    suffix = output.suffix.removeprefix(".").lower() if output else ""
    return suffix if suffix in FORMATS else FORMATS[0]
