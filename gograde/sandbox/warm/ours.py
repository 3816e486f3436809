"""Programs of gograde's own that run in the sandbox, since they read hostile bytes: all have one server."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import gograde
from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.host.system import interpreter_folders
from gograde.sandbox.landlock.backend import Landlock
from gograde.sandbox.protocol import BOX, Job
from gograde.sandbox.warm.backend import IDLE, Warm

FOLDER = Path(gograde.__file__).resolve().parent
PACKAGES = Path(sysconfig.get_path("purelib"))

FINDS_GOGRADE = str(FOLDER / "reader" / "inside" / "start.py")
"""The file that makes gograde importable in a sandbox."""

ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "HOME": str(BOX),
    "TMPDIR": str(BOX),
    "PATH": "/usr/bin:/bin",
    "GOGRADE_PACKAGES": str(PACKAGES),
}


def own_job(*program: str) -> Job:
    """A Python program with its arguments, which sees gograde's code and packages and no file of a student.

    All such jobs can be forked from one server.
    """
    # -S: the package folder is added without the files in it that change the path of modules.
    return Job(
        argv=(sys.executable, "-s", "-S", "-P", "-B", *program),
        readable=(FOLDER, PACKAGES, *interpreter_folders()),
        env=ENVIRONMENT,
    )


@contextmanager
def own_server(backend: Bubblewrap | Landlock, *needs: str) -> Iterator[Warm]:
    """The server of own programs, for one run at a time, whose run finds the modules `needs` imported.

    Each process, and each thread at work, has a server of its own, which starts with its first run.
    """
    runs = IDLE.lend(FINDS_GOGRADE, Warm(backend, (FINDS_GOGRADE,), ahead=False))
    runs.needs = needs
    try:
        yield runs
    finally:
        backend.proofs["warm"] = runs.fault
        IDLE.give_back(FINDS_GOGRADE, runs)
