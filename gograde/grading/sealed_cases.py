"""Hidden cases: sealed before the deadline, opened after it, verified by anyone."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from gograde.authoring.case_folders import MANIFEST, hidden_batches, read_manifest
from gograde.authoring.spec_author import CaseSet, author_of
from gograde.classroom.class_config import ClassConfig
from gograde.classroom.classroom import CLASS_FILE
from gograde.errors import DataError, UsageError
from gograde.grading.marks.late import past_due
from gograde.grading.package_verify import PackageCheck, findings_json
from gograde.package.package import Finding, Package
from gograde.package.secret_files import (
    SALT_BYTES,
    TEXT_BYTES,
    Commitment,
    Seal,
    commit,
    parse_salt,
    read_seal,
    read_tree,
    write_seal,
)
from gograde.package.yaml_files import load_model, read_capped

CASES = "cases"
"""The folder of the hidden files in an opened folder."""

SALT = "salt.txt"
"""The file of the salt (in hex) in an opened folder."""

MOST_NOTES = 20


def seal_path(class_dir: Path, assignment: str) -> Path:
    """The path of a seal; it lies beside the folder of the cases, since a seal covers that whole folder."""
    return class_dir / "hidden" / f"{assignment}.seal"


def seal_cases(package: Package, class_dir: Path, *, force: bool) -> tuple[Commitment, bool]:
    """The commitment to a class's hidden cases, and whether the commitment is new.

    Unchanged files keep their commitment.  Raises `DataError` when the cases cannot be graded with, or
    when they differ from the cases sealed before and `force` is off.
    """
    config, path = package.config, seal_path(class_dir, package.config.id)
    files = _hidden_files(package, class_dir / "hidden" / config.id)
    kept = _load_seal(path, force=force)
    if kept and commit(kept.salt, config.id, config.version, files) == kept.commitment:
        path.chmod(0o600)
        return kept.commitment, False
    if kept and not force:
        what = "other cases were sealed, and that commitment may have been handed out"
        fix = "restore those cases, or seal these with --force and hand out the new line"
        raise DataError(str(path), what, fix)
    salt = secrets.token_bytes(SALT_BYTES)
    seal = Seal(commit(salt, config.id, config.version, files), salt)
    write_seal(path, seal)
    return seal.commitment, True


def _load_seal(path: Path, *, force: bool) -> Seal | None:
    """The existing seal, if any; with `force`, an unreadable seal counts as none."""
    try:
        return read_seal(path)
    except DataError:
        if not force:
            raise
        return None


def _hidden_files(package: Package, folder: Path) -> dict[str, bytes]:
    """All files of a folder of hidden cases; raises `DataError` when it holds any other file."""
    hidden_batches(package, folder)
    files = read_tree(folder)
    for stranger in _strangers(package, folder, files):
        fix = "take it away: all that is in the folder is sealed and published"
        raise DataError(str(folder / stranger.where), stranger.what, fix)
    return files


def _strangers(package: Package, folder: Path, files: Mapping[str, bytes]) -> Iterator[Finding]:
    listed = {*read_manifest(package, folder).files, MANIFEST}
    for path in files:
        if path not in listed:
            yield Finding(path, f"not a file of the hidden cases ({MANIFEST} does not list it)")


# -- opening --------------------------------------------------------------------------------


def open_cases(assignment: str, class_dir: Path, into: Path) -> int:
    """Write a class's sealed cases and their salt into a folder to publish; return the number of new files.

    Raises `DataError` when the cases differ from the sealed ones, or when the folder holds other files.
    """
    path, folder = seal_path(class_dir, assignment), class_dir / "hidden" / assignment
    seal = read_seal(path)
    if seal is None:
        raise DataError(str(path), "not sealed", f"seal them: gograde cases seal {assignment} --class CLASS")
    files = read_tree(folder)
    if commit(seal.salt, assignment, seal.commitment.version, files) != seal.commitment:
        what = "not the cases that were sealed"
        raise DataError(str(folder), what, "restore them, or make them anew with the same key and version")
    _refuse_class_folders(class_dir, into)
    return _publish(opened_files(seal, files), into)


def opened_files(seal: Seal, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files to publish, by path."""
    cases = {f"{CASES}/{path}": data for path, data in files.items()}
    return {**cases, SALT: f"{seal.salt.hex()}\n".encode()}


def refuse_before_due(assignment: str, class_dir: Path, now: datetime) -> None:
    """Raise `DataError` while a student of the class may still hand in.

    Does nothing when the class has no `class.yaml`, or no due date for the assignment.
    """
    path = class_dir / CLASS_FILE
    rules = load_model(path, ClassConfig).assignments.get(assignment) if path.exists() else None
    if rules and rules.due and not past_due(rules, now):
        where = f"{path}: assignments.{assignment}"
        raise DataError(where, "students may still hand in", "wait, or publish now with --force")


def _refuse_class_folders(class_dir: Path, into: Path) -> None:
    for name in ("hidden", "submissions", "work"):
        if into.resolve().is_relative_to((class_dir / name).resolve()):
            what = f"in the folder {name} of the class, not a place to publish from"
            raise UsageError(str(into), what, "give --into a new folder elsewhere")


def _publish(files: Mapping[str, bytes], folder: Path) -> int:
    """Write the missing files; raises `DataError` when the folder holds anything else."""
    try:
        there = read_tree(folder) if folder.exists() else {}
    except DataError as error:
        raise _foreign(folder, error.where) from None
    for path, data in there.items():
        if files.get(path) != data:
            raise _foreign(folder, str(folder / path))
    missing = [path for path in files if path not in there]
    try:
        for path in missing:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(files[path])
    except OSError as error:
        raise DataError(str(folder), f"cannot be written ({error.strerror})", "give another folder") from None
    return len(missing)


def _foreign(folder: Path, found: str) -> DataError:
    return DataError(str(folder), f"holds something else ({found})", "give a folder that does not exist yet")


# -- checking -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opened:
    """The result of verifying an opened folder."""

    commitment: Commitment
    checks: tuple[PackageCheck, ...]
    notes: tuple[Finding, ...]

    @property
    def findings(self) -> int:
        return sum(len(check.findings) for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """The result as JSON values, `gograde/opened/v1`."""
        return {
            "schema": "gograde/opened/v1",
            "assignment": self.commitment.assignment,
            "version": self.commitment.version,
            "commitment": str(self.commitment),
            "ok": not self.findings,
            "checks": [{"name": c.name, "findings": findings_json(c.findings)} for c in self.checks],
            "notes": findings_json(self.notes),
        }


def verify_opened(folder: Path, commitment: Commitment, package: Package | None) -> Opened:
    """Verify that the opened files match the commitment, and that both oracles agree with their references.

    References are compared only when the files match and `package` has the sealed version.  Raises
    `DataError` for a folder that is not an opened one.
    """
    salt = parse_salt(read_capped(folder / SALT, TEXT_BYTES, links=False), str(folder / SALT))
    if (folder / CASES).is_symlink():
        raise DataError(str(folder / CASES), "a symbolic link", "put the folder itself there")
    files = read_tree(folder / CASES)
    fits = commit(salt, commitment.assignment, commitment.version, files) == commitment
    wrong = () if fits else (Finding(CASES, "these files and this salt are not what was sealed"),)
    checks, notes = [PackageCheck("commitment", wrong)], [*_beside(folder)]
    unknown = _why_unknown(commitment, package)
    if package and not unknown and fits:
        checks.append(PackageCheck("references", tuple(_references(package, folder / CASES, files))))
    else:
        notes.append(Finding("references", f"not compared: {unknown or 'the commitment does not fit'}"))
    return Opened(commitment, tuple(checks), tuple(notes))


def _why_unknown(commitment: Commitment, package: Package | None) -> str:
    """The reason why references cannot be compared; empty when they can."""
    if package is None:
        return f"there is no assignment {commitment.assignment} here"
    if package.config.version != commitment.version:
        sealed, here = commitment.version, package.config.version
        return f"{commitment.assignment} {sealed} was sealed, and the one here is {here}"
    return ""


def _beside(folder: Path) -> Iterator[Finding]:
    """Notes about files beside the cases, which the commitment does not cover."""
    names = sorted(path.name for path in islice(folder.iterdir(), 1000))
    for name in [name for name in names if name not in (CASES, SALT)][:MOST_NOTES]:
        yield Finding(name, "not part of what was sealed")


def _references(package: Package, folder: Path, files: Mapping[str, bytes]) -> Iterator[Finding]:
    """Faults of the opened cases; only files of the opened folder and the package are read."""
    try:
        unfit = [*_strangers(package, folder, files), *_missing(package, folder, files)]
        yield from unfit
        if not unfit:
            cases = CaseSet(package.config, package.generator(), (), hidden_batches(package, folder))
            yield from author_of(package).checks(cases)["references"]
    except DataError as error:
        yield Finding(error.where, error.what)
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        yield Finding("references", f"cannot be compared ({type(error).__name__}: {error})")


def _missing(package: Package, folder: Path, files: Mapping[str, bytes]) -> Iterator[Finding]:
    for path in read_manifest(package, folder).files:
        if path not in files:
            yield Finding(path, f"listed in {MANIFEST}, but not there")
