"""Programs of gograde's own that read hostile bytes in the sandbox: all have one server.

The doctor's quick probes are among them.  They decide once for each back end whether it may fork runs at all.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TypeGuard

import gograde
from gograde.errors import JudgeError
from gograde.sandbox.host.system import interpreter_folders
from gograde.sandbox.protocol import BOX, Backend, Job
from gograde.sandbox.warm.backend import IDLE, Forking, Warm

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
def own_server(backend: Forking, *needs: str) -> Iterator[Warm]:
    """The server of own programs, for one run at a time, whose run finds the modules `needs` imported.

    Each thread at work has a server of its own, which starts with its first run.
    """
    with IDLE.lent(FINDS_GOGRADE, Warm(backend, (FINDS_GOGRADE,))) as runs:
        runs.needs = needs
        try:
            yield runs
        finally:
            backend.proofs["warm"] = runs.fault


_PROVING = Lock()
"""Lets one thread prove at a time, because the probes put a secret into the environment of the process."""


def may_fork(backend: Backend) -> TypeGuard[Forking]:
    """Whether `backend` may fork runs from a server."""
    return not why_cold(backend)


def why_cold(backend: Backend) -> str:
    """Why `backend` has only cold runs; "" when no quick probe of the doctor got through in a warm run.

    A forked child inherits the answer, so who forks children asks before.
    """
    if not isinstance(backend, Forking):
        return "only a sandbox has a server"
    with _PROVING:
        if "warm" not in backend.proofs:
            backend.proofs["warm"] = _tried(backend)
    return backend.proofs["warm"]


def _tried(backend: Forking) -> str:
    from gograde.sandbox.doctor import survey
    from gograde.sandbox.doctor.examination import quick

    with own_server(backend) as runs:
        try:
            quick(runs, like=own_job(survey.PROGRAM))
        except JudgeError as error:
            return error.fault
        return runs.fault
