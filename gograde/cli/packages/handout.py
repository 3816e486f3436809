"""What authors and staff write of an assignment: folders to hand out, problem packages of other systems."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.authoring.assignment import Batch
    from gograde.package.package import Package


PATH = click.Path(path_type=Path)

READABLE = 0o644
"""The mode of the file: what is handed out may be read by everybody."""


@click.command()
@click.argument("assignment")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE.zip",
    help="Write here; -a of gograde check takes it by this ending.",
)
def handout(assignment: str, output: Path) -> None:
    """Write what students need to try their programs: one file, which gograde check takes.

    It has the statement, the template, the public cases with answers and hints, and what scores them; no
    programs, no other right answers, nothing that makes hidden cases.  A package that does not verify is
    refused, and one that scores with what knows the answers.

    Example:

    \b
      gograde cases handout board9 -o board9.zip
      gograde check my-homework -a board9.zip
    """
    from gograde.errors import UsageError
    from gograde.package.package import find_package
    from gograde.report.exports.writing import write_export
    from gograde.report.words.escape import line, terminal
    from gograde.workflow.handout import handout as made

    if output.suffix.lower() != ".zip":
        raise UsageError(f"-o {output}", "is not named as a zip archive", "give a name that ends with .zip")
    write_export(output, made(find_package(assignment), _tell), mode=READABLE)
    click.echo(terminal(line(f"{output}: written. Students: gograde check FOLDER -a {output}")))


def _tell(step: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"… {step}", err=True)


@click.command("export")
@click.argument("assignment")
@click.option("--to", "system", type=click.Choice(["kattis"]), required=True, help="Who reads the folder.")
@click.option("-o", "--output", type=PATH, required=True, metavar="DIR", help="The new folder.")
@click.option("--key", type=PATH, metavar="FILE", help="Put the hidden cases of this secret key into it.")
@click.option(
    "--class", "folder", type=PATH, metavar="CLASS", help="Put the hidden cases of a class into it."
)
def export_problem(assignment: str, system: str, output: Path, key: Path | None, folder: Path | None) -> None:
    """Write an assignment as a problem package of Kattis (for verifyproblem, DOMjudge and the like).

    That is for programs that read text and print text (the contract stdio).  Judged there is the official
    result: every case has to be right.  Without --key or --class the folder has public cases alone, and
    verifyproblem will miss secret ones.

    Example:

      gograde cases export tromp-taylor --to kattis --key board9.key -o tromptaylor
    """
    from gograde.authoring.kattis import problem_of, write_folder
    from gograde.classroom.classroom import package_named
    from gograde.package.package import find_package, load_package
    from gograde.report.words.escape import line, terminal

    if key and folder:
        raise UsageError("--key, --class", "both name hidden cases", "give one of them")
    package = load_package(package_named(assignment, folder)) if folder else find_package(assignment)
    problem = problem_of(package, _hidden(package, key, folder))
    write_folder(problem.files, output)
    for finding in problem.left_out:
        click.echo(terminal(line(f"Note: {finding.where}: {finding.what}")), err=True)
    click.echo(terminal(line(f"{output}: written. Next: verifyproblem {output}")))


def _hidden(package: Package, key: Path | None, folder: Path | None) -> tuple[Batch, ...]:
    from gograde.authoring.author import generate_batches
    from gograde.authoring.case_folders import hidden_batches
    from gograde.package.secret_files import read_key

    if key:
        return generate_batches(package, read_key(key))
    return hidden_batches(package, folder / "hidden" / package.config.id) if folder else ()
