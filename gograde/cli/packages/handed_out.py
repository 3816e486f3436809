"""`gograde cases` as students have it: which assignments there are, and their statements."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import TEXT_OR_JSON
from gograde.cli.packages.handout import handout

if TYPE_CHECKING:
    from gograde.package.package import Package


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


cases.add_command(handout)
