"""`gograde cases export`: an assignment for the machines of another system.

Those are a workflow for the repository of a student, an autograder for Gradescope, and a problem package of
Kattis.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import PATH, TRUST, say
from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.workflow.gradescope.pack import PackSource

TAKES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("github", "gitlab", "forgejo"), frozenset({"submission", "trust_submissions"})),
    "gradescope": frozenset({"hidden", "language", "trust_submissions"}),
    "kattis": frozenset({"hidden"}),
}
"""The options that mean something to each system."""

PYTHON = "3.12"
"""The version of Python in a workflow: one that both the hosts' images and the libraries have."""

_PLAIN = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_./-]*")
"""Paths that mean the same in YAML, in a shell and on every system."""


@click.command("export")
@click.argument("assignment")
@click.option("--to", "system", type=click.Choice([*TAKES]), required=True, help="Who reads it.")
@click.option("-o", "--output", type=PATH, metavar="FILE|DIR", help="Write here; a workflow is else shown.")
@click.option("--hidden", type=PATH, metavar="CLASS|KEY", help="Also hidden cases: a class's, or a key's.")
@click.option("--submission", metavar="PATH", help="Where it is in the repository (the whole of it).")
@click.option(
    "--language", multiple=True, metavar="NAME", help="Gradescope installs its tools (C); repeatable."
)
@TRUST
def export_package(assignment: str, system: str, output: Path | None, trust: bool, **more: Any) -> None:
    """Write an assignment for another system: a workflow for repositories, an autograder, a problem.

    github, gitlab, forgejo: a workflow that tries the submission in a repository on every push and shows
    what gograde check finds at the lines of the program.  It gives no marks.  A path of an ASSIGNMENT is then
    that of a file or folder in the repository.

    gradescope: an autograder.  With --hidden it gives the package's points; a CLASS also gives its late rules
    and the visibility of hidden cases.  Else it tries the public cases, and each test counts a point.

    kattis: the folder of a problem package (for verifyproblem, DOMjudge and the like), of programs that read
    text and print text.  Every case has to be right.  Without --hidden it has public cases alone.

    Example:

    \b
      gograde cases export board9 --to github -o gograde.yml
      gograde cases export board9 --to gradescope -o autograder.zip
      gograde cases export tromp-taylor --to kattis --hidden my-class.key -o tromptaylor
    """
    for name, value in {**more, "trust_submissions": trust}.items():
        if value and name not in TAKES[system]:
            raise UsageError(f"--{name.replace('_', '-')}", f"means nothing to {system}", "leave it out")
    if "submission" in TAKES[system]:
        _write_workflow(assignment, system, more["submission"] or ".", output, trust=trust)
        return
    if output is None:
        raise UsageError("-o", f"what {system} reads is no text for a terminal", "add -o with a new name")
    if system == "kattis":
        _write_problem(_source(assignment, more["hidden"]), output)
    else:
        _write_autograder(_source(assignment, more["hidden"]), output, more["language"], trust=trust)


def _source(assignment: str, hidden: Path | None) -> PackSource:
    from gograde.workflow.gradescope.pack import source_of

    return source_of(assignment, hidden)


# -- a workflow of a repository ---------------------------------------------------------------


def _write_workflow(
    assignment: str, system: str, submission: str, output: Path | None, *, trust: bool
) -> None:
    import gograde
    from gograde.report.exports.writing import write_export

    _check(assignment, submission)
    text = (Path(__file__).parent / "workflows" / f"{system}.yml").read_text("utf-8")
    values = {
        "version": gograde.__version__,
        "python": PYTHON,
        "key": re.sub(r"[^A-Za-z0-9]+", "-", assignment).strip("-"),
        "submission": submission,
        "assignment": assignment,
        "options": " --trust-submissions" if trust else "",
    }
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    write_export(output, text.encode(), mode=0o644)
    if output:
        say(f"{output}: written. Next: push it to the repository where {system} looks for workflows")


def _check(assignment: str, submission: str) -> None:
    """Raise `UsageError` for what no repository holds, and for what no check takes."""
    from gograde.listing import safe
    from gograde.package.package import package_ids
    from gograde.package.yaml_files import did_you_mean

    for option, path in (("ASSIGNMENT", assignment), ("--submission", submission)):
        if not _PLAIN.fullmatch(path) or ".." in PurePosixPath(path).parts:
            what = "no plain path in a repository"
            raise UsageError(f"{option} {safe(path)}", what, "use letters, digits and . _ - / alone")
    if "/" not in assignment and not assignment.endswith(".zip"):
        if assignment not in package_ids():
            raise UsageError(assignment, "no such assignment", did_you_mean(assignment, package_ids()))
    elif PurePosixPath(assignment).is_relative_to(submission):
        what = f"lies inside the submission {submission}, and its code would be run outside the sandbox"
        raise UsageError(assignment, what, "name another folder of the repository with --submission")


# -- an autograder, and a problem -------------------------------------------------------------


def _write_autograder(source: PackSource, output: Path, languages: tuple[str, ...], *, trust: bool) -> None:
    from gograde.cli import extras
    from gograde.report.exports.writing import write_export
    from gograde.workflow.gradescope.pack import chosen, extra_of, pack, points

    wanted = chosen(source, languages, trust=trust)
    extras.need("gograde cases", filter(None, [extra_of(wanted.package)]))
    data = pack(wanted)
    write_export(output, data)
    click.echo(f"{output}: {wanted.package.config.id}, {len(data) / 1e6:.1f} MB")
    click.echo(f"Points of the assignment on Gradescope: {points(wanted):g}")
    if wanted.extended:
        given = ", ".join(wanted.extended)
        say(f"Note: extensions do not go along; give them on Gradescope to {given}", err=True)
    if not wanted.settings.hidden:
        click.echo("Public cases carry no marks: each test counts 1 point, for orientation.")


def _write_problem(source: PackSource, output: Path) -> None:
    from gograde.authoring.kattis import problem_of, write_folder

    problem = problem_of(source.package, source.hidden)
    write_folder(problem.files, output)
    for finding in problem.left_out:
        say(f"Note: {finding.where}: {finding.what}", err=True)
    say(f"{output}: written. Next: verifyproblem {output}")
