"""Reads packages from disk, and checks them against their descriptor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from gograde.errors import DataError, UsageError
from gograde.package.config import ID_PATTERN, AssignmentConfig
from gograde.package.contents import CONFIG, content_digest, sha256
from gograde.package.descriptor import DESCRIPTOR, Descriptor, read_file
from gograde.package.faults import did_you_mean
from gograde.package.yaml_files import load_json_model, parse_model, parse_yaml, read_capped
from gograde.resources import packages_dir

GENERATOR = "generator.yaml"
SUBMISSIONS = "submissions"


@dataclass(frozen=True)
class Package:
    """An assignment package on disk; `hashes` are the hashes of the listed files, by path.

    `sha256` is a digest of all paths and hashes; it changes with every byte and every name.  `lock` is a file
    elsewhere that counts instead of the package's `runtime.lock`.
    """

    path: Path
    config: AssignmentConfig
    sha256: str
    hashes: Mapping[str, str]
    lock: Path | None = None

    def folders(self, under: str) -> tuple[str, ...]:
        """Names of the folders directly below a folder of the package, sorted."""
        below = (path.removeprefix(f"{under}/") for path in self.hashes if path.startswith(f"{under}/"))
        return tuple(sorted({path.partition("/")[0] for path in below if "/" in path}))

    def files(self, under: str) -> dict[str, bytes]:
        """The listed files directly in a folder of the package, by name; raises `DataError`."""
        paths = (path for path in self.hashes if path.rpartition("/")[0] == under)
        return {path.rpartition("/")[2]: checked_file(self.path, path, self.hashes[path]) for path in paths}

    def generator(self) -> Mapping[str, Any]:
        """The content of `generator.yaml`; raises `DataError`."""
        value, _ = parse_yaml(read_capped(self.path / GENERATOR), str(self.path / GENERATOR))
        if not isinstance(value, dict):
            raise DataError(
                str(self.path / GENERATOR), "must hold `key: value` lines", "see another package's"
            )
        return value


def load_package(path: Path) -> Package:
    """The package in a folder; raises `DataError` when a listed file is missing or changed."""
    package = open_package(path)
    for listed, expected in package.hashes.items():
        checked_file(path, listed, expected)
    return package


def open_package(path: Path) -> Package:
    """Like `load_package`, but does not check the files in the descriptor."""
    config = load_config(path)
    descriptor = load_json_model(path / DESCRIPTOR, Descriptor)
    if (descriptor.name, descriptor.version) != (config.id, config.version):
        what = f"describes {descriptor.name} {descriptor.version}, not {config.id} {config.version}"
        raise DataError(str(path / DESCRIPTOR), what, describe_hint(path))
    hashes = {entry.path: entry.hash for entry in descriptor.resources}
    if len(hashes) < len(descriptor.resources):
        raise DataError(str(path / DESCRIPTOR), "lists a file twice", describe_hint(path))
    for listed in hashes:
        if listed.startswith("/") or ".." in listed.split("/"):
            raise DataError(
                str(path / DESCRIPTOR), f"{listed!r} leads out of the package", describe_hint(path)
            )
    return Package(path, config, content_digest(hashes), hashes)


def load_config(path: Path) -> AssignmentConfig:
    """`assignment.yaml` of a package's folder; raises `DataError`."""
    if not (path / CONFIG).is_file():
        raise DataError(str(path), f"not a package: no {CONFIG} in it", "give the folder of a package")
    return _config(read_capped(path / CONFIG), str(path / CONFIG))


@lru_cache(maxsize=32)
def _config(data: bytes, where: str) -> AssignmentConfig:
    """From bytes; a command asks for the same few packages again and again."""
    return parse_model(data, where, AssignmentConfig)


def find_package(name: str) -> Package:
    """The package with the id `name`, or in the folder `name` with a slash; raises `UsageError`."""
    return load_package(package_path(name))


def package_path(name: str) -> Path:
    """The folder of a package, by its id or path; raises `UsageError` for an unknown id."""
    if "/" in name or name in (".", ".."):
        return Path(name)
    path = packages_dir() / name
    if not re.fullmatch(ID_PATTERN, name) or not (path / CONFIG).is_file():
        raise UsageError(name, "no such assignment", _meant(name))
    return path


def _meant(name: str) -> str:
    if (Path(name) / CONFIG).is_file():  # its code runs only if a path is given
        return f"for the package in this folder say ./{name}"
    return did_you_mean(name, package_ids())


def package_ids() -> tuple[str, ...]:
    """The ids of the packages that ship, sorted."""
    return tuple(sorted(path.parent.name for path in packages_dir().glob(f"*/{CONFIG}")))


def checked_file(folder: Path, path: str, expected: str) -> bytes:
    """A listed file's bytes; raises `DataError` when it is missing or changed."""
    where = folder / path
    if not where.exists():
        raise DataError(str(where), "listed in the descriptor, but not there", describe_hint(folder))
    data = read_file(folder, path)
    if sha256(data) != expected:
        raise DataError(str(where), "changed since the descriptor was written", describe_hint(folder))
    return data


def named_by_path(folder: Path) -> str:
    """How a command names the package in a folder; a word without a slash would be an id."""
    return str(folder) if folder.is_absolute() or folder.parts[:1] == ("..",) else f"./{folder}"


def describe_hint(folder: Path) -> str:
    """Advice for a package whose files and descriptor differ."""
    return f"restore it, or if the change is meant: gograde cases describe {named_by_path(folder)}"
