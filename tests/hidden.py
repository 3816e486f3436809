"""Hidden cases that tests of all parts share, made once a run of the suite: that takes many seconds."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import pickle
import shutil
from functools import cache
from pathlib import Path

from gograde.assignments.base import Batch
from gograde.assignments.hidden import generate_batches, hidden_files
from gograde.package.read import find_package
from gograde.package.store import store

KEY = b"a key for tests, known to all"
SHARED = "GOGRADE_TESTS_SHARED"
"""Names the folder that all processes of a run of the suite share."""


@cache
def hidden_batches(name: str, key: bytes = KEY) -> tuple[Batch, ...]:
    """The hidden cases of a package that ships, from a key."""
    folder = Path(os.environ[SHARED])
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = folder / f"{name}.{hashlib.sha256(key).hexdigest()}"
        if not made.exists():
            made.write_bytes(pickle.dumps(generate_batches(find_package(name), key)))
        batches: tuple[Batch, ...] = pickle.loads(made.read_bytes())
    return batches


def hide(name: str, class_dir: Path) -> None:
    """Puts the hidden cases of a package into a class, as `gograde cases generate` does."""
    store(hidden_files(find_package(name), hidden_batches(name)), class_dir / "hidden" / name, force=False)


def hide_the_samples(class_dir: Path) -> None:
    """Puts the public cases of board9 into a class as hidden ones: enough for the workflow."""
    package = find_package("board9").path
    folder = class_dir / "hidden" / "board9"
    shutil.copytree(package / "data/sample/01", folder / "01")
    version = json.loads((package / "datapackage.json").read_text())["version"]
    files = {f"01/{p.name}": hashlib.sha256(p.read_bytes()).hexdigest() for p in (folder / "01").iterdir()}
    manifest = {"schema": "gograde/hidden/v1", "assignment": "board9", "version": version, "batches": ["01"]}
    (folder / "manifest.json").write_text(json.dumps({**manifest, "files": files}))
