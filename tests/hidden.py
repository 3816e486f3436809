"""Hidden cases that tests of all parts share, made once a run of the suite: that takes many seconds."""

from __future__ import annotations

import fcntl
import os
import pickle
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
def hidden_batches(name: str) -> tuple[Batch, ...]:
    """The hidden cases of a package that ships, from `KEY`."""
    folder = Path(os.environ[SHARED])
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = folder / f"{name}.batches"
        if not made.exists():
            made.write_bytes(pickle.dumps(generate_batches(find_package(name), KEY)))
        batches: tuple[Batch, ...] = pickle.loads(made.read_bytes())
    return batches


def hide(name: str, class_dir: Path) -> None:
    """Puts the hidden cases of a package into a class, as `gograde cases generate` does."""
    store(hidden_files(find_package(name), hidden_batches(name)), class_dir / "hidden" / name, force=False)
