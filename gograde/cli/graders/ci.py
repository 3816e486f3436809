"""`gograde ci`: a workflow for the repository of a student."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

import click

SYSTEMS = ("github", "gitlab", "forgejo")
PYTHON = "3.12"
"""The version of Python in a workflow: one that both the hosts' images and the libraries have."""

_PLAIN = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_./-]*")
"""Paths that mean the same in YAML, in a shell and on every system."""


@click.command()
@click.argument("system", type=click.Choice(SYSTEMS))
@click.option("-a", "--assignment", required=True, metavar="ASSIGNMENT", help="Its id, or a path.")
@click.option("--submission", default=".", show_default=True, metavar="PATH", help="In the repository.")
@click.option("--trust-submissions", "trust", is_flag=True, help="Run it without a sandbox.")
def ci(system: str, assignment: str, submission: str, trust: bool) -> None:
    """Print a workflow that tries the submission in a repository on every push.

    A path of an ASSIGNMENT is that of a file or folder in the repository.  The workflow installs
    gograde-check, runs gograde check, and shows what it finds at the lines of the program.  It gives no
    marks.

    Example:

      gograde ci github -a board9 > gograde.yml
    """
    import gograde

    _check(assignment, submission)
    text = (Path(__file__).parent / "workflows" / f"{system}.yml").read_text("utf-8")
    values = {
        "version": gograde.__version__,
        "python": PYTHON,
        "key": re.sub(r"[^A-Za-z0-9]+", "-", assignment).strip("-"),
        "submission": submission,
        "assignment": assignment,
        "options": " --trust-submissions" if trust else "",
        "extra": _extra(assignment),
    }
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    click.echo(text, nl=False)


def _extra(assignment: str) -> str:
    """The extra of gograde-check that plays games, where an assignment that ships is one."""
    from gograde.package.package import load_config, package_ids, package_path

    if assignment not in package_ids():
        return ""
    return "[games]" if load_config(package_path(assignment)).contract.kind == "game" else ""


def _check(assignment: str, submission: str) -> None:
    """Raise `UsageError` for what no repository holds, and for what no check takes."""
    from gograde.errors import UsageError
    from gograde.intake.printable import safe
    from gograde.package.package import package_ids
    from gograde.package.yaml_files import did_you_mean

    for option, path in (("-a", assignment), ("--submission", submission)):
        if not _PLAIN.fullmatch(path) or ".." in PurePosixPath(path).parts:
            what = "no plain path in a repository"
            raise UsageError(f"{option} {safe(path)}", what, "use letters, digits and . _ - / alone")
    if "/" not in assignment and not assignment.endswith(".zip"):
        if assignment not in package_ids():
            raise UsageError(assignment, "no such assignment", did_you_mean(assignment, package_ids()))
    elif PurePosixPath(assignment).is_relative_to(submission):
        what = f"lies inside the submission {submission}, and its code would be run outside the sandbox"
        raise UsageError(assignment, what, "name another folder of the repository with --submission")
