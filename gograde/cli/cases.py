"""`gograde cases`: packages, and the hidden cases that are made from them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.errors import ExitCode

if TYPE_CHECKING:
    from gograde.assignments.killing import Kills
    from gograde.grading.verify import Report
    from gograde.package.read import Package

PATH = click.Path(path_type=Path)
FORMAT = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)

TRIAL_KEY = b"gograde cases verify: a key for trial runs, not for a class"


@click.group()
def cases() -> None:
    """Assignments, their hidden cases, and whether they are fit to grade with.

    Example:

      gograde cases list
    """


@cases.command("list")
@FORMAT
def list_packages(form: str) -> None:
    """The assignments that can be graded.

    Example:

      gograde cases list
    """
    from gograde.package.read import find_package, package_ids

    rows = [_row(find_package(name)) for name in package_ids()]
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
@click.option("--key", required=True, type=PATH, metavar="FILE", help="The secret key, at least 16 bytes.")
@click.option("--into", required=True, type=PATH, metavar="CLASS", help="The class folder.")
@click.option("--force", is_flag=True, help="Replace other cases that are there.")
def generate(assignment: str, key: Path, into: Path, force: bool) -> None:
    """Make the hidden cases of a class: the same bytes from the same key, on any machine.

    They go to CLASS/hidden/ASSIGNMENT and are readable by you alone.  Keep the key secret, and
    keep it: it makes the cases again.

    Example:

      head -c 32 /dev/urandom > board9.key
      gograde cases generate board9 --key board9.key --into my-class
    """
    from gograde.assignments.hidden import generate_batches, hidden_files
    from gograde.package.read import find_package
    from gograde.package.store import read_key, store

    package, secret = find_package(assignment), read_key(key)
    target = into / "hidden" / package.config.id
    batches = generate_batches(package, secret)
    written = store(hidden_files(package, batches), target, force=force)
    number = sum(len(batch.cases) for batch in batches)
    done = "written to" if written else "unchanged in"
    click.echo(f"{number} cases in {len(batches)} batch{'es' * (len(batches) > 1)} {done} {target}")
    if not (into / "class.yaml").is_file():
        click.echo(f"Note: {into} has no class.yaml yet; start a class with: gograde new {into}", err=True)


@cases.command()
@click.argument("assignment")
@click.option("--key", type=PATH, metavar="FILE", help="Make the hidden cases from this key (a trial key).")
@click.option("--quick", is_flag=True, help="Do not run the sample submissions.")
@FORMAT
def verify(assignment: str, key: Path | None, quick: bool, form: str) -> int:
    """Check a whole package: files, references, scorers, and every sample submission in the sandbox.

    Ends with 0 when nothing was found, with 1 otherwise.

    Example:

      gograde cases verify board9 --quick
    """
    from gograde.grading.verify import verify as check
    from gograde.package.read import open_package, package_path
    from gograde.package.store import read_key
    from gograde.sandbox import doctor
    from gograde.sandbox.select import choose_backend

    package = open_package(package_path(assignment))
    secret = TRIAL_KEY if key is None else read_key(key)
    report = check(package, secret, None if quick else choose_backend(proof=doctor.quick), _tell)
    if form == "json":
        click.echo(json.dumps(report.to_json(), indent=2))
    else:
        click.echo(report_text(report))
    return int(ExitCode.FINDINGS if report.findings else ExitCode.DONE)


def _tell(step: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"… {step}", err=True)


def report_text(report: Report) -> str:
    """What was checked, found and caught, for a terminal."""
    lines = [f"{report.package} {report.version}"]
    for check in report.checks:
        lines.append(f"  {'FAIL' if check.findings else 'ok  '}  {check.name}")
        lines += [f"          {finding.where}: {finding.what}" for finding in check.findings]
    lines += [f"  note  {note.where}: {note.what}" for note in report.notes]
    lines += ["", "Hidden cases that catch a known mistake:"]
    lines += [f"  {len(cases):3}  {name}" for name, cases in report.mistakes.items()]
    lines += mutant_lines(report.mutants) if report.mutants else []
    if report.submissions:
        lines += ["", "Tests that a sample submission fails:"]
        lines += [f"  {len(tests):3}  {name}" for name, tests in report.submissions.items()]
    found = f"{report.findings} findings" if report.findings != 1 else "1 finding"
    return "\n".join([*lines, "", found if report.findings else "Nothing found."])


def mutant_lines(kills: Kills) -> list[str]:
    """How many mutants are caught, and which are not and why."""
    told = f"{kills.killed} of {len(kills.caught)} mutants of the reference program are caught"
    percent = f"{kills.percent:.1f} % of those that some input can show"
    names = [f"{name}: {kills.explained.get(name, 'not explained')}" for name in kills.survivors]
    return ["", f"{told}, {percent}.", *(f"  survives  {name}" for name in names)]


@cases.command()
@click.argument("assignment")
@click.option("--sample", is_flag=True, help="Make the public cases anew first.")
def describe(assignment: str, sample: bool) -> None:
    """Write a package's datapackage.json after a change of its files (for authors).

    Example:

      gograde cases describe cases/board9
    """
    from gograde.package.descriptor import DESCRIPTOR, describe
    from gograde.package.read import load_config, open_package, package_path

    path = package_path(assignment)
    if sample:
        _write_sample(open_package(path))
    (path / DESCRIPTOR).write_bytes(describe(path, load_config(path)))
    click.echo(f"{path / DESCRIPTOR} written")


def _write_sample(package: Package) -> None:
    from gograde.assignments import SAMPLE, assignment_of

    assignment = assignment_of(package)
    for batch in assignment.generate_sample(package.generator(), package.config):
        folder = package.path / SAMPLE / batch.name.removeprefix("sample-")
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in assignment.write_batch(batch).items():
            (folder / name).write_bytes(data)
