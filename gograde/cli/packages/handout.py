"""`gograde cases` as students have it: which assignments there are, and what is handed out of each."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import TEXT_OR_JSON, say
from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.package.package import Package

TEXTS = ("md", "html", "pdf")
"""The endings of a statement."""

KITS = ("little-go",)
"""Assignments of which a folder can be handed out."""

READABLE = 0o644
"""The mode of the file: what is handed out may be read by everybody."""


@click.group()
def cases() -> None:
    """Assignments, and what they ask.

    Example:

      gograde cases list
    """


@cases.command("list")
@click.argument("packages", nargs=-1, metavar="[DIR]...")
@TEXT_OR_JSON
def list_packages(packages: tuple[str, ...], form: str) -> None:
    """The assignments that can be graded: those that ship, and the packages in these folders.

    Example:

      gograde cases list
    """
    from gograde.package.package import find_package, package_ids

    rows = [_row(find_package(name)) for name in (*package_ids(), *packages)]
    if form == "json":
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for row in rows:
        click.echo(f"{row['id']:15} {row['version']:8} {row['title']}")


def _row(package: Package) -> dict[str, Any]:
    config = package.config
    return {
        "id": config.id,
        "version": config.version,
        "title": config.title_in("en"),
        "contract": config.contract.kind,
        "sha256": package.sha256,
    }


@cases.command()
@click.argument("assignment")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE.zip|.html|.pdf|.md|DIR",
    help="Write here; without it the statement is shown.",
)
@click.option("--language", metavar="LANGUAGE", help="Of the statement, such as zh; English when not given.")
def handout(assignment: str, output: Path | None, language: str | None) -> None:
    """Write what students are handed: the statement, all that gograde check needs, or a kit.

    The name after -o says which.  A zip has the statement, the template, the public cases with answers and
    hints, and what scores them; no programs, no other right answers, nothing that makes hidden cases.  A
    package that does not verify is refused, and one that scores with what knows the answers.

    A statement as a page or a PDF needs no other file; a PDF needs pymupdf-lite (gograde[pdf]).  A folder is
    the kit of little-go, for students without gograde: host.py (the board, and a referee of one ply or a
    whole game), read.py, write.py, two players, build.sh (games with both colours) and init/input.txt.

    Example:

    \b
      gograde cases handout board9
      gograde cases handout board9 --language zh -o board9.html
      gograde cases handout board9 -o board9.zip
      gograde check my-homework -a board9.zip
      gograde cases handout little-go -o my-kit
    """
    form = output.suffix.removeprefix(".").lower() if output else TEXTS[0]
    if output is None or form in TEXTS:
        _write_statement(assignment, language, form, output)
    elif language:
        raise UsageError("--language", "says in which language a statement is", "leave it out")
    elif form == "zip":
        _write_zip(assignment, output)
    elif form:
        what = f"is no file that is handed out: .zip, {', '.join(f'.{one}' for one in TEXTS)}"
        raise UsageError(f"-o {output}", what, "give a name that ends so")
    else:
        _write_kit(assignment, output)


def _write_statement(assignment: str, language: str | None, form: str, output: Path | None) -> None:
    from gograde.report.words.escape import terminal

    data = _statement(assignment, language, form)
    if output is None:
        click.echo(terminal(data.decode()), nl=False)
    else:
        _write(output, data)


def _statement(assignment: str, language: str | None, form: str) -> bytes:
    """The statement of an assignment, or of the students' part of one in a file."""
    from gograde.authoring.statement import made_as, statement_of
    from gograde.package.package import package_path
    from gograde.sandbox.select import choose_backend
    from gograde.workflow.check_submission import is_file_of_package, package_named

    if not is_file_of_package(Path(assignment)):
        return made_as(form, statement_of(package_path(assignment), language))
    with package_named(assignment, choose_backend) as package:
        return made_as(form, statement_of(package.path, language))


def _write_zip(assignment: str, output: Path) -> None:
    from gograde.package.package import find_package
    from gograde.workflow.handout import handout as made

    _write(output, made(find_package(assignment), tell_step), f". Students: gograde check FOLDER -a {output}")


def _write_kit(assignment: str, output: Path) -> None:
    from gograde.arena.kit import write_kit

    if assignment not in KITS:
        fix = f"give -o a name that ends with .zip, .html, .pdf or .md; a folder is for {', '.join(KITS)}"
        raise UsageError(f"-o {output}", f"{assignment} has no kit", fix)
    click.echo(f"{output}: made, with {', '.join(write_kit(output))}")


def _write(output: Path, data: bytes, more: str = "") -> None:
    from gograde.report.exports.writing import write_export

    write_export(output, data, mode=READABLE)
    say(f"{output}: written{more}")


def tell_step(step: str) -> None:
    """Say what is done now, to somebody who looks on."""
    if sys.stderr.isatty():
        click.echo(f"… {step}", err=True)
