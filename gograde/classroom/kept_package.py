"""A class keeps a copy of each package that it was graded with, in `packages/`.

Hidden cases fit one version of a package.  When the package that a class names has another version, as a
shared one has in the next year, the class goes on with its copy.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from gograde.errors import DataError
from gograde.files import write_atomic
from gograde.package.contents import parse_json
from gograde.package.package import DESCRIPTOR, Package, checked_file, load_config
from gograde.package.secret_files import put_in_place
from gograde.package.yaml_files import read_capped

PACKAGES = "packages"
MANIFEST = "manifest.json"
"""The file of hidden cases that names the version of the package that they were made for."""


def kept_path(class_dir: Path, assignment: str) -> Path:
    """The folder of a class's own copy of a package."""
    return class_dir / PACKAGES / assignment


def version_of_cases(hidden: Path) -> str | None:
    """The version of the package that hidden cases were made for; None without cases that say so."""
    try:
        said = parse_json(read_capped(hidden / MANIFEST), str(hidden / MANIFEST))
    except DataError:
        return None
    version = said.get("version") if isinstance(said, dict) else None
    return version if isinstance(version, str) else None


def package_for(named: Path, kept: Path, hidden: Path) -> Path:
    """The package that the hidden cases fit: the one that the class names, else its copy.

    The named one when neither fits, so that the error is about that.
    """
    version = version_of_cases(hidden)
    if version is None or load_config(named).version == version:
        return named
    try:
        return kept if load_config(kept).version == version else named
    except DataError:
        return named


def keep(package: Package, kept: Path) -> bool:
    """Copy a package into a class; False when the same one lies there, or when it is the copy itself."""
    if package.path.resolve() == kept.resolve():
        return False
    described = read_capped(package.path / DESCRIPTOR)
    if (kept / DESCRIPTOR).is_file() and read_capped(kept / DESCRIPTOR) == described:
        return False
    new = kept.with_name(f".{kept.name}.new")
    try:
        shutil.rmtree(new, ignore_errors=True)
        for path, digest in package.hashes.items():
            write_atomic(new / path, checked_file(package.path, path, digest), durable=False)
        write_atomic(new / DESCRIPTOR, described, durable=False)
        put_in_place(kept, new)
    except OSError as error:
        raise DataError(str(kept), f"cannot be written ({error.strerror})", "make it writable") from None
    return True
