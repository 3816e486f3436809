"""Compares a package's folder with its descriptor; differences are findings, not exceptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.errors import DataError
from gograde.package.descriptor import DESCRIPTOR, Descriptor, describe, files_of, read_file
from gograde.package.json_files import parse_json
from gograde.package.package import Package, checked_file, describe_hint
from gograde.package.yaml_files import load_json_model


@dataclass(frozen=True)
class Finding:
    """A fault: its place, and its description."""

    where: str
    what: str


def check_files(package: Package) -> Iterator[Finding]:
    """Unlisted, missing and changed files, and an outdated descriptor."""
    listed, there = set(package.hashes), set(files_of(package.path))
    for path in sorted(there - listed):
        yield Finding(path, f"not listed in {DESCRIPTOR}; {describe_hint(package.path)}")
    for path, expected in sorted(package.hashes.items()):
        try:
            checked_file(package.path, path, expected)
        except DataError as error:
            yield Finding(path, f"{error.what}; {error.fix}")
    if listed == there and describe(package.path, package.config) != _descriptor(package):
        yield Finding(DESCRIPTOR, f"not what would be written now; {describe_hint(package.path)}")


def check_descriptor(path: Path) -> Iterator[Finding]:
    """The errors that frictionless reports on the descriptor and its tables."""
    import frictionless

    report = frictionless.validate(str(path / DESCRIPTOR))
    for task in report.tasks:
        yield from (Finding(str(task.place), str(error.message)) for error in task.errors)
    yield from (Finding(DESCRIPTOR, str(error.message)) for error in report.errors)
    for entry in load_json_model(path / DESCRIPTOR, Descriptor).resources:
        schema = (entry.model_extra or {}).get("schema")
        if schema and entry.path.endswith(".json"):
            yield from _check_rows(path, entry.path, schema)


def _check_rows(folder: Path, path: str, schema: Mapping[str, Any]) -> Iterator[Finding]:
    """The errors in a list of rows in JSON, whose schema frictionless passes over in a descriptor."""
    import frictionless

    try:
        rows = parse_json(read_file(folder, path), path)
    except DataError as error:
        yield Finding(path, error.what)
        return
    table = frictionless.Resource.from_descriptor({"name": "rows", "data": rows, "schema": schema})
    for task in frictionless.validate(table).tasks:
        yield from (Finding(path, str(error.message)) for error in task.errors)


def _descriptor(package: Package) -> bytes:
    return (package.path / DESCRIPTOR).read_bytes()
