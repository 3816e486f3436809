"""`gograde cases handout`: what students need of a package, as one file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

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
