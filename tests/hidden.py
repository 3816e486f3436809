"""Hidden cases for tests of all parts, made once per run of the suite, since that takes many seconds."""

import fcntl
import hashlib
import json
import os
import pickle
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from gograde.authoring.spec_author import author_of, generate_batches
from gograde.core.assignment import Batch
from gograde.package.package import Package, find_package
from tests.campaign.keys import HARD, planned

KEY = b"a key for tests, known to all"
SHARED = "GOGRADE_TESTS_SHARED"
"""Names the folder that all processes of a run of the suite share."""


def shared(name: str, make: Callable[[], Any]) -> Any:
    """What `make` gives: made by the first process of a run of the suite that asks, kept for the others."""
    folder = Path(os.environ[SHARED])
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = folder / name
        if not made.exists():
            made.write_bytes(pickle.dumps(make()))
        return pickle.loads(made.read_bytes())


def oracles(package: Package) -> Sequence[Callable[..., Any]]:
    """The two ways to the answers of a package."""
    return author_of(package).oracles(package.config)


@cache
def hidden_batches(name: str, key: bytes = KEY) -> tuple[Batch, ...]:
    """The hidden cases of a package that ships, from a key."""
    called = f"{name}.{hashlib.sha256(key).hexdigest()}"
    return shared(called, lambda: generate_batches(find_package(name), key))  # type: ignore[no-any-return]


@cache
def planned_batches(name: str) -> tuple[Batch, ...]:
    """The hidden cases of a package without those that are added for mutants: these take most of the time.

    The key is one that once failed, where there is one.
    """
    return shared(f"{name}.planned", lambda: planned(name, HARD.get(name, KEY)))  # type: ignore[no-any-return]


def hide_the_samples(class_dir: Path) -> None:
    """Puts the public cases of board9 into a class as hidden ones: enough for the workflow."""
    package = find_package("board9").path
    folder = class_dir / "hidden" / "board9"
    shutil.copytree(package / "data/sample/01", folder / "01", ignore=shutil.ignore_patterns("hints.json"))
    version = json.loads((package / "datapackage.json").read_text())["version"]
    files = {f"01/{p.name}": hashlib.sha256(p.read_bytes()).hexdigest() for p in (folder / "01").iterdir()}
    manifest = {"schema": "gograde/hidden/v1", "assignment": "board9", "version": version, "batches": ["01"]}
    (folder / "manifest.json").write_text(json.dumps({**manifest, "files": files}))
