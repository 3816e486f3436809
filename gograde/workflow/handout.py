"""Writes the students' part of a package as one file, for `gograde check`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from gograde.authoring.scoring_part import scoring_part
from gograde.authoring.spec_author import TRIAL_KEY
from gograde.errors import DataError
from gograde.files import zipped
from gograde.grading.package_verify import Tell, verify
from gograde.intake.bag import Bag
from gograde.intake.names import RefusedError, is_junk, safe_path
from gograde.intake.runtime import LOCK
from gograde.package.contents import CONFIG
from gograde.package.package import DESCRIPTOR, Package, describe, load_package
from gograde.private import scratch_folder

FILES = (CONFIG, LOCK)
FOLDERS = ("data/sample/", "statement/", "template/")


def handout(package: Package, tell: Tell) -> bytes:
    """A zip archive; the same package gives the same bytes.

    Raises `DataError` for a package that `gograde cases verify` finds fault with, for one whose students'
    part would need what only staff has, and for files that `gograde check` would not unpack.
    """
    files = _files(package)
    archive = zipped(files)
    if refused := _why_refused(files, len(archive)):
        what = f"students could not unpack it: {refused}"
        raise DataError(str(package.path), what, "hand out fewer, smaller or other files")
    report = verify(package, TRIAL_KEY, None, tell)
    for finding in (one for check in report.checks for one in check.findings):
        what = f"not fit to be handed out: {finding.where}: {finding.what}"
        raise DataError(str(package.path), what, "see gograde cases verify --quick")
    return archive


def _files(package: Package) -> dict[str, bytes]:
    """The files of the students' part, by path."""
    code = scoring_part(package)
    with scratch_folder() as room:
        write_part(package.path, room, code)
        paths = sorted(path for path in room.rglob("*") if path.is_file())
        return {path.relative_to(room).as_posix(): path.read_bytes() for path in paths}


def _why_refused(files: Mapping[str, bytes], size: int) -> str:
    """Why an archive of this size with these files is not unpacked as it is; empty when it is."""
    bag = Bag(archive_bytes=size)
    try:
        for path, data in files.items():
            if is_junk(path):
                return f"{path}: passed over, as what a tool left behind"
            bag.add(safe_path(path), iter([data]))
    except RefusedError as refusal:
        return str(refusal)
    return ""


def write_part(source: Path, target: Path, code: Collection[str] = ()) -> None:
    """Write the students' part of the package in `source` into a new folder; raises `DataError`.

    `code` are the files of the package's own code that belong to it.
    """
    package = load_package(source)
    for path in package.hashes:
        if path in FILES or path.startswith(FOLDERS) or path in code:
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_bytes((source / path).read_bytes())
    (target / DESCRIPTOR).write_bytes(describe(target, package.config))
