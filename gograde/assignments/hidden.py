"""Hidden cases from a secret key, as the files of a class's folder `hidden/<id>/`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from gograde.assignments import HIDDEN_SCHEMA, MANIFEST, assignment_of
from gograde.authoring.assignment import Batch
from gograde.package.package import Package

TRIAL_KEY = b"gograde cases verify: a key for trial runs, not for a class"
"""A key that everybody knows, for trials and for `docs/mutants.md`."""


def generate_batches(package: Package, key: bytes) -> tuple[Batch, ...]:
    """The hidden batches: the same for the same key and version; raises `DataError`, `JudgeError`."""
    return assignment_of(package).generate(key, package.generator(), package.config)


def hidden_files(package: Package, batches: Sequence[Batch]) -> dict[str, bytes]:
    """The batches' files with the manifest, by path."""
    assignment = assignment_of(package)
    files = {
        f"{batch.name}/{name}": data
        for batch in batches
        for name, data in sorted(assignment.write_batch(batch).items())
    }
    manifest = {
        "schema": HIDDEN_SCHEMA,
        "assignment": package.config.id,
        "version": package.config.version,
        "batches": [batch.name for batch in batches],
        "files": {path: hashlib.sha256(data).hexdigest() for path, data in files.items()},
    }
    return {**files, MANIFEST: (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode()}
