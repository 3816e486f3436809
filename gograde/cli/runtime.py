"""`gograde runtime`: the interpreters and packages that students' programs are run with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.errors import ExitCode

if TYPE_CHECKING:
    from gograde.package.package import Package

NAMES = click.argument("names", nargs=-1, metavar="[ASSIGNMENT|CLASS]...")


@click.group()
def runtime() -> None:
    """The interpreters and packages that students' programs are run with.

    A package names them in its assignment.yaml and pins them in its runtime.lock.  Programs see them alone,
    never what gograde itself is installed with.

    Example:

      gograde runtime list
    """


@runtime.command("build")
@NAMES
def build_command(names: tuple[str, ...]) -> None:
    """Build the runtimes of these assignments, or of a class; without a name, of those that ship.

    pip fetches wheels with the hashes of the lock.  Where a runtime is missing, grading builds it too; this
    command does it before, on a machine that can reach the packages.

    Example:

      gograde runtime build board9
    """
    from gograde.runtimes.runtime import runtime_of

    for package in _packages(names):
        click.echo(f"{package.config.id:15} {runtime_of(package).folder}")


@runtime.command("lock")
@click.argument("names", nargs=-1, required=True, metavar="PACKAGE|CLASS...")
def lock_command(names: tuple[str, ...]) -> None:
    """Pin what programs may import, with hashes: for a package of your own, or for a class.

    A class names in class.yaml what it allows besides its packages (`packages: [scipy]` of an assignment);
    its locks lie in its folder runtimes.  What a package has pinned keeps its version.  The hashes are those
    for this kind of machine and this Python.

    Example:

      gograde runtime lock my-class
    """
    from gograde.runtimes.lock import write_lock

    for package in _packages(names):
        written = write_lock(package)
        after = "" if package.lock or not written else f"; then: gograde cases describe {package.path}"
        click.echo(f"{package.config.id:15} {written or 'nothing to pin'}{after}")


@runtime.command("list")
@NAMES
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def list_command(names: tuple[str, ...], form: str) -> int:
    """What programs may import, and whether it is here with every byte as it was built.

    Ends with 0 when all runtimes are there and unchanged, with 1 otherwise.

    Example:

      gograde runtime list
    """
    rows = [_row(package) for package in _packages(names)]
    if form == "json":
        click.echo(json.dumps(rows, indent=2))
    else:
        for row in rows:
            what = ", ".join(row["packages"]) or "the standard library"
            click.echo(f"{row['id']:15} {row['state']:9} Python {row['python']}: {what}")
    return int(ExitCode.DONE if all(row["state"] == "ready" for row in rows) else ExitCode.FINDINGS)


def _packages(names: Sequence[str]) -> Iterator[Package]:
    from gograde.classroom.class_package import class_package
    from gograde.classroom.classroom import CLASS_FILE, load_class
    from gograde.package.package import find_package, package_ids

    for name in names or package_ids():
        if (Path(name) / CLASS_FILE).is_file():
            classroom = load_class(Path(name))
            yield from (class_package(classroom, each) for each in classroom.assignments)
        else:
            yield find_package(name)


def _row(package: Package) -> dict[str, Any]:
    from gograde.runtimes.folder import changed, installed, whole_runtime
    from gograde.runtimes.recipe import recipe_of

    recipe = recipe_of(package)
    folder = whole_runtime(recipe.name)
    state = "not built" if folder is None else "changed" if changed(folder) else "ready"
    return {
        "id": package.config.id,
        "python": recipe.python.version,
        "packages": list(recipe.pins()) if folder is None else installed(folder),
        "state": state,
        "folder": None if folder is None else str(folder),
    }
