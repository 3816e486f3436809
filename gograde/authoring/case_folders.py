"""Batches of cases on disk: the public ones in a package, the hidden ones in `hidden/<id>/` of a class."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import field

from gograde.authoring import scoring
from gograde.authoring.registry import assignment_of
from gograde.codec import Record
from gograde.core.assignment import Batch
from gograde.errors import DataError
from gograde.package.config import FileName
from gograde.package.package import Package, named_by_path
from gograde.package.yaml_files import load_json_model, read_capped

SCHEMA: Literal["gograde/hidden/v1"] = "gograde/hidden/v1"
MANIFEST = "manifest.json"
SAMPLE = "data/sample"


class HiddenManifest(Record):
    """`manifest.json` of a folder of hidden cases; `files` maps paths to their SHA-256 (hex)."""

    schema_: Literal["gograde/hidden/v1"] = field(name="schema")
    assignment: str
    version: str
    batches: tuple[FileName, ...]
    files: dict[str, str]


def sample_batches(package: Package) -> tuple[Batch, ...]:
    """The public batches of a package; raises `DataError` for none and for a malformed one."""
    assignment = assignment_of(package)
    names = package.folders(SAMPLE)
    folder = str(package.path / SAMPLE)
    anew = f"make them: gograde cases describe {named_by_path(package.path)} --sample"
    if not names:
        raise DataError(folder, "no public cases", anew)
    files = ((f"sample-{name}", package.files(f"{SAMPLE}/{name}")) for name in names)
    try:
        return tuple(scoring.read_batch(assignment, name, batch, public=True) for name, batch in files)
    except DataError as error:
        place = re.sub("^sample-", f"{folder}/", error.where)
        raise DataError(place, error.what, error.fix if place == error.where else anew) from None


def hidden_batches(package: Package, folder: Path) -> tuple[Batch, ...]:
    """The hidden batches of a class; raises `DataError` for missing or changed files or another version."""
    assignment = assignment_of(package)
    manifest = read_manifest(package, folder)
    files = {path: _hidden_file(folder, path, digest) for path, digest in manifest.files.items()}
    folders: dict[str, dict[str, bytes]] = {name: {} for name in manifest.batches}
    for path, data in files.items():
        folders.setdefault(path.partition("/")[0], {})[path.partition("/")[2]] = data
    return tuple(assignment.read_batch(name, folders[name], public=False) for name in manifest.batches)


def read_manifest(package: Package, folder: Path) -> HiddenManifest:
    """The manifest of a folder of hidden cases; raises `DataError` if it does not suit the package."""
    path, config = folder / MANIFEST, package.config
    again = f"make them: gograde cases generate {config.id} --into CLASS"
    if not _is_file(path):
        raise DataError(str(folder), "no hidden cases", again)
    manifest = load_json_model(path, HiddenManifest)
    if (manifest.assignment, manifest.version) != (config.id, config.version):
        what = f"made for {manifest.assignment} {manifest.version}, not for {config.id} {config.version}"
        kept = f"put version {manifest.version} of the package into CLASS/packages/{config.id}"
        fix = f"{kept}, or {again} --force"
        raise DataError(str(path), what, fix)
    if not manifest.batches:
        raise DataError(str(path), "names no batch", f"{again} --force")
    return manifest


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        fix = "make the folder hidden/ readable: chmod -R u+rX hidden"
        raise DataError(str(path), f"cannot be read ({error.strerror})", fix) from None


def _hidden_file(folder: Path, path: str, digest: str) -> bytes:
    if path.startswith("/") or ".." in path.split("/"):
        raise DataError(str(folder / MANIFEST), f"{path!r} leads out of the folder", "make them anew")
    data = read_capped(folder / path)
    if hashlib.sha256(data).hexdigest() != digest:
        what = "changed since it was made"
        raise DataError(
            str(folder / path), what, "restore it, or make them anew with the same key and --force"
        )
    return data


def hidden_files(package: Package, batches: Sequence[Batch]) -> dict[str, bytes]:
    """The batches' files with the manifest, by path."""
    assignment = assignment_of(package)
    files = {
        f"{batch.name}/{name}": data
        for batch in batches
        for name, data in sorted(assignment.write_batch(batch).items())
    }
    manifest = {
        "schema": SCHEMA,
        "assignment": package.config.id,
        "version": package.config.version,
        "batches": [batch.name for batch in batches],
        "files": {path: hashlib.sha256(data).hexdigest() for path, data in files.items()},
    }
    return {**files, MANIFEST: (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode()}
