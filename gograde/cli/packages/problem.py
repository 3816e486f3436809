"""`gograde cases export`: an assignment for another judge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.authoring.assignment import Batch
    from gograde.package.package import Package

PATH = click.Path(path_type=Path)


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
    from gograde.authoring.kattis.problem import problem_of
    from gograde.authoring.kattis.write import write_folder
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
    from gograde.package.secret_store import read_key

    if key:
        return generate_batches(package, read_key(key))
    return hidden_batches(package, folder / "hidden" / package.config.id) if folder else ()
