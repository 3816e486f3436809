"""`gograde runtime`: the interpreters and packages that students' programs are run with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

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

      gograde runtime build
    """


@runtime.command("build")
@NAMES
def build_command(names: tuple[str, ...]) -> int:
    """Build the runtimes of these assignments, or of a class, and say what programs may import.

    Without a name those of the assignments that ship.  pip fetches wheels with the hashes of the lock.  Where
    a runtime is missing, grading builds it too; this command does it before, on a machine that can reach the
    packages.  Ends with 1 where a runtime is no longer as it was built.

    Example:

      gograde runtime build board9
    """
    from gograde.intake.runtime import changed, installed, runtime_of

    code = ExitCode.DONE
    for package in _packages(names):
        built = runtime_of(package)
        what = ", ".join(installed(built.folder)) or "the standard library"
        click.echo(f"{package.config.id:15} {built.folder}: {what}")
        if other := changed(built.folder):
            click.echo(f"Not as they were built: {', '.join(other)}; delete {built.folder}", err=True)
            code = ExitCode.FINDINGS
    return int(code)


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
    from gograde.intake.runtime import write_lock

    for package in _packages(names):
        written = write_lock(package)
        after = "" if package.lock or not written else f"; then: gograde cases describe {package.path}"
        click.echo(f"{package.config.id:15} {written or 'nothing to pin'}{after}")


def _packages(names: Sequence[str]) -> Iterator[Package]:
    from gograde.classroom.classroom import CLASS_FILE, load_class
    from gograde.package.package import find_package, package_ids

    for name in names or package_ids():
        if (Path(name) / CLASS_FILE).is_file():
            classroom = load_class(Path(name))
            yield from (classroom.open_package(each) for each in classroom.assignments)
        else:
            yield find_package(name)
