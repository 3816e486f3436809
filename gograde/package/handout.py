"""The students' part of a package: what is asked, templates and public cases; no programs, nothing hidden."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from gograde.package.contents import CONFIG
from gograde.package.descriptor import DESCRIPTOR, describe
from gograde.package.package import load_package
from gograde.package.runtime_lock import LOCK

FILES = (CONFIG, LOCK)
FOLDERS = ("data/sample/", "statement/", "template/")


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
