"""`gograde cases`: packages, and the hidden cases that are made from them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.cli.options import PATH, TEXT_OR_JSON
from gograde.cli.packages.export import export_package
from gograde.cli.packages.handout import handout, list_packages, tell_step
from gograde.errors import ExitCode, UsageError
from gograde.listing import named

if TYPE_CHECKING:
    from gograde.authoring.mutants import Kills
    from gograde.grading.package_verify import PackageCheck, PackageReport
    from gograde.grading.sealed_cases import Opened
    from gograde.package.package import Finding, Package
    from gograde.package.secret_files import Commitment

CLASS = click.option("--class", "folder", required=True, type=PATH, metavar="CLASS", help="The class folder.")


@click.group()
def cases() -> None:
    """Assignments, their hidden cases, and whether they are fit to grade with.

    Example:

      gograde cases list
    """


cases.add_command(list_packages)
cases.add_command(handout)
cases.add_command(export_package)


@cases.command()
@click.argument("folder", type=PATH, metavar="[DIR/]ID")
@click.option(
    "--contract",
    default="module",
    show_default=True,
    help="What students write: module (functions), stdio (text in, text out) or picture (a board is drawn).",
)
@click.option("--question", metavar="NAME", default="", help="What is asked: its function, group and file.")
def new(folder: Path, contract: str, question: str) -> None:
    """Make a package to start from: a small assignment that is complete, to be changed into another.

    docs/new-assignment.md walks you through it.

    Example:

      gograde cases new liberties
    """
    from gograde.authoring.new_package import new_package
    from gograde.package.package import named_by_path

    made = new_package(folder.name, contract, folder.parent, question)
    click.echo(f"{made}: made. Next: gograde cases verify {named_by_path(made)}")


@cases.command()
@click.argument("assignment", required=False)
@click.option("--into", required=True, type=PATH, metavar="CLASS", help="The class folder.")
@click.option("--key", type=PATH, metavar="FILE", help="The secret key (CLASS.key, beside the class).")
@click.option("--force", is_flag=True, help="Replace other cases that are there.")
def generate(assignment: str | None, into: Path, key: Path | None, force: bool) -> None:
    """Make the hidden cases of a class: the same bytes from the same key, on any machine.

    They go to CLASS/hidden, for all assignments of the class or for one, and are readable by you alone.
    The key is made with the first cases.  Keep it secret, and keep a copy: it makes the cases again.

    Example:

    \b
      gograde cases generate --into my-class
      gograde cases generate board9 --key board9.key --into other-class
    """
    from gograde.classroom.class_config import ClassConfig
    from gograde.classroom.classroom import CLASS_FILE, package_named
    from gograde.grading.sealed_cases import seal_path
    from gograde.package.package import load_package
    from gograde.package.secret_files import key_beside
    from gograde.package.yaml_files import load_model

    names = [assignment] if assignment else [*load_model(into / CLASS_FILE, ClassConfig).assignments]
    packages = {name: load_package(package_named(name, into)) for name in names}
    secret = _key_of(into, key or key_beside(into))
    for name, package in packages.items():
        if _generate(package, secret, into, force=force) and seal_path(into, package.config.id).exists():
            again = f"gograde cases seal {name} --class {into}"
            click.echo(f"Note: other cases may have been sealed; to see whether they were: {again}", err=True)
    if not (into / CLASS_FILE).is_file():
        click.echo(f"Note: {into} has no class.yaml yet; start a class with: gograde new {into}", err=True)


def _key_of(folder: Path, path: Path) -> bytes:
    """The key in a file, which is made for the first cases of a class.

    Raises `DataError` where a file that is not there cannot be the key of the cases that are.
    """
    from gograde.package.secret_files import new_key, read_key

    hidden = folder / "hidden"
    if not os.path.lexists(path) and not (hidden.is_dir() and any(hidden.iterdir())):
        new_key(path)
        click.echo(f"{path}: a fresh key; keep it secret, and keep a copy")
    return read_key(path)


def _generate(package: Package, secret: bytes, into: Path, *, force: bool) -> bool:
    """Make the cases of one assignment; whether they are others than were there."""
    from gograde.authoring.case_folders import hidden_files
    from gograde.authoring.spec_author import generate_batches
    from gograde.package.secret_files import store

    target = into / "hidden" / package.config.id
    batches = generate_batches(package, secret)
    written = store(hidden_files(package, batches), target, force=force)
    number = sum(len(batch.cases) for batch in batches)
    done = "written to" if written else "unchanged in"
    click.echo(f"{number} cases in {len(batches)} batch{'es' * (len(batches) > 1)} {done} {target}")
    return written


@cases.command()
@click.argument("assignment")
@CLASS
@click.option("--force", is_flag=True, help="Seal other cases than before; the line handed out then is void.")
def seal(assignment: str, folder: Path, force: bool) -> None:
    """Print one line that binds you to the hidden cases of a class and tells nothing of them.

    Hand it out before the deadline.  The salt that opens it is kept beside the cases, in
    CLASS/hidden/ASSIGNMENT.seal, readable by you alone.

    Example:

      gograde cases seal board9 --class my-class > board9.commitment
    """
    from gograde.classroom.classroom import package_named
    from gograde.grading.sealed_cases import seal_cases, seal_path
    from gograde.package.package import load_package

    package = load_package(package_named(assignment, folder))
    commitment, new = seal_cases(package, folder, force=force)
    click.echo(str(commitment))
    kept = seal_path(folder, package.config.id)
    note = f"the salt is in {kept}; keep it, and keep it secret until you open the cases"
    click.echo(f"Note: {note if new else f'sealed before, with the salt in {kept}'}", err=True)


@cases.command("open")
@click.argument("assignment")
@CLASS
@click.option("--into", required=True, type=PATH, metavar="DIR", help="The folder to publish.")
@click.option("--force", is_flag=True, help="Publish although students may still hand in.")
def open_command(assignment: str, folder: Path, into: Path, force: bool) -> None:
    """Write sealed cases and their salt into a folder that everybody may see.

    For after the deadline: with it anyone can tell that the cases are those that were sealed.

    Example:

      gograde cases open board9 --class my-class --into board9-opened
    """
    from datetime import UTC, datetime

    from gograde.classroom.classroom import package_named
    from gograde.grading.sealed_cases import open_cases, refuse_before_due
    from gograde.package.package import load_config

    name = load_config(package_named(assignment, folder)).id
    if not force:
        refuse_before_due(name, folder, datetime.now(UTC))
    written = open_cases(name, folder, into)
    click.echo(
        f"{written} file{'s' * (written != 1)} written to {into}" if written else f"unchanged in {into}"
    )


@cases.command()
@click.argument("assignment", required=False)
@click.option("--key", type=PATH, metavar="FILE", help="Make the hidden cases from this key (a trial key).")
@click.option("--quick", is_flag=True, help="Do not run the sample submissions.")
@click.option(
    "--opened",
    type=(PATH, PATH),
    metavar="DIR FILE",
    help="Check opened cases against the line handed out, in a file; - is stdin.",
)
@TEXT_OR_JSON
def verify(
    assignment: str | None, key: Path | None, quick: bool, form: str, opened: tuple[Path, Path] | None
) -> int:
    """Check a whole package: files, references, scorers, and every sample submission in the sandbox.

    Or, with --opened, whether cases that were opened are those that were sealed, and whether their references
    are right; that needs neither a class nor a key.

    Ends with 0 when nothing was found, with 1 otherwise.

    Example:

    \b
      gograde cases verify little-go --quick
      gograde cases verify --opened board9-opened board9.commitment
    """
    if opened:
        if key or quick:
            raise UsageError("--key, --quick", "do not go with --opened", "leave them out")
        return _verify_opened(assignment, *opened, form)
    if assignment is None:
        fix = "name one, or give --opened DIR FILE"
        raise UsageError("gograde cases verify", "no assignment to check", fix)
    return _verify_package(assignment, key, quick, form)


def _verify_package(assignment: str, key: Path | None, quick: bool, form: str) -> int:
    from gograde.authoring.spec_author import TRIAL_KEY
    from gograde.grading.package_verify import verify as check
    from gograde.package.package import open_package, package_path
    from gograde.package.secret_files import read_key
    from gograde.sandbox.doctor import examination as doctor
    from gograde.sandbox.select import choose_backend

    package = open_package(package_path(assignment))
    secret = TRIAL_KEY if key is None else read_key(key)
    report = check(package, secret, None if quick else choose_backend(proof=doctor.quick), tell_step)
    if form == "json":
        click.echo(json.dumps(report.to_json(), indent=2))
    else:
        click.echo(report_text(report))
    return int(ExitCode.FINDINGS if report.findings else ExitCode.DONE)


def _verify_opened(assignment: str | None, folder: Path, line: Path, form: str) -> int:
    from gograde.grading.sealed_cases import verify_opened
    from gograde.report.words.escape import json_text, terminal

    commitment = _read_commitment(line)
    result = verify_opened(folder, commitment, _package_sealed(assignment, commitment))
    click.echo(json_text(result.to_json()) if form == "json" else terminal(opened_text(result)))
    return int(ExitCode.FINDINGS if result.findings else ExitCode.DONE)


def _read_commitment(path: Path) -> Commitment:
    from gograde.package.secret_files import TEXT_BYTES, parse_commitment
    from gograde.package.yaml_files import read_capped

    if str(path) == "-":
        data = sys.stdin.buffer.read(TEXT_BYTES + 1) if sys.stdin else b""  # None when closed (`<&-`)
        return parse_commitment(data, "standard input")
    return parse_commitment(read_capped(path, TEXT_BYTES, pipes=True), str(path))


def _package_sealed(assignment: str | None, commitment: Commitment) -> Package | None:
    """The package that the sealed cases are of, None when it is not known here."""
    from gograde.package.package import find_package, package_ids

    if assignment is None:
        known = commitment.assignment in package_ids()
        return find_package(commitment.assignment) if known else None
    package = find_package(assignment)
    if package.config.id != commitment.assignment:
        what = f"the commitment is to cases of {commitment.assignment}, not of {package.config.id}"
        raise UsageError(assignment, what, "leave the assignment out, or give the other one")
    return package


def report_text(report: PackageReport) -> str:
    """What was checked, found and caught, for a terminal."""
    lines = [f"{report.package} {report.version}", *_check_lines(report.checks, report.notes)]
    if report.mistakes:
        lines += ["", "Hidden cases that catch a known mistake:", *_mistake_lines(report.mistakes)]
    lines += mutant_lines(report.mutants) if report.mutants else []
    lines += _use_lines(report)
    if report.submissions:
        lines += ["", "Tests that a sample submission fails:"]
        lines += [f"  {len(tests):3}  {name}" for name, tests in report.submissions.items()]
    lines += _overlooked_lines(report)
    return "\n".join([*lines, "", _count_text(report.findings)])


def _overlooked_lines(report: PackageReport) -> Iterator[str]:
    """Each sentence that warns, and the public cases that fail what breaks it."""
    yield from ("", "Easily overlooked, and the public cases that try it:") if report.overlooked else ()
    for sentence, tried in report.overlooked.items():
        yield f"  {sentence}"
        yield from (f"      {name}: {named(cases, 3) or 'none'}" for name, cases in tried.items())


def opened_text(opened: Opened) -> str:
    """What was checked and found in an opened folder, for a terminal."""
    lines = [str(opened.commitment), *_check_lines(opened.checks, opened.notes)]
    return "\n".join([*lines, "", _count_text(opened.findings)])


def _check_lines(checks: Iterable[PackageCheck], notes: Iterable[Finding]) -> Iterator[str]:
    for check in checks:
        yield f"  {'FAIL' if check.findings else 'ok  '}  {check.name}"
        yield from (f"          {finding.where}: {finding.what}" for finding in check.findings)
    yield from (f"  note  {note.where}: {note.what}" for note in notes)


def _count_text(findings: int) -> str:
    if not findings:
        return "Nothing found."
    return f"{findings} findings" if findings != 1 else "1 finding"


def _mistake_lines(mistakes: Mapping[str, Sequence[str]]) -> Iterator[str]:
    wide = max(map(len, mistakes), default=0)
    return (
        f"  {len(cases):3}  {name:{wide}}  {named(cases, 3)}".rstrip() for name, cases in mistakes.items()
    )


def _use_lines(report: PackageReport) -> list[str]:
    """What each case catches."""
    rows = report.uses
    lines = [f"  {u.case:24} {u.mistakes:8}  {u.mutants:7}  {u.needed or '':>6}".rstrip() for u in rows]
    notes = ["Needed are those that are caught too seldom without the case."]
    if report.mutants:
        most = report.mutants.most
        notes.insert(
            0, f"Of a mutant the first {most} cases are told and counted, so {most} means {most} or more."
        )
    return ["", f"  {'hidden case':24} mistakes  mutants  needed", *lines, *notes] if rows else []


def mutant_lines(kills: Kills) -> list[str]:
    """How many mutants are caught, and which are not and why."""
    from gograde.authoring.mutants import by_function

    head = f"  {'caught':>7}  {'fewest cases':>12}  function"
    rows = [
        f"  {f'{caught}/{number}':>7}  {fewest or '':>12}  {function}"
        for function, number, caught, fewest in by_function(kills)
    ]
    told = f"{kills.killed} of {len(kills.caught)} mutants of the reference program are caught"
    percent = f"{kills.percent:.1f} % of those that some input can show"
    names = [
        f"{kills.with_place(name)}: {kills.explained.get(name, 'not explained')}" for name in kills.survivors
    ]
    return ["", f"{told}, {percent}.", head, *rows, *(f"  survives  {name}" for name in names)]


@cases.command()
@click.argument("assignment")
@click.option("--sample", is_flag=True, help="Make the public cases anew first.")
@click.option("--figures", is_flag=True, help="Draw the figures of the statement anew first.")
def describe(assignment: str, sample: bool, figures: bool) -> None:
    """Write a package's datapackage.json after a change of its files (for authors).

    Example:

      gograde cases describe cases/board9
    """
    from gograde.authoring.new_package import describe_package
    from gograde.package.package import package_path

    click.echo(f"{describe_package(package_path(assignment), sample=sample, figures=figures)} written")
