"""Warm runs: a server in a sandbox forks each run of one player, which saves the start of an interpreter.

The server is a Python process that has imported the modules that the player imports, but none of the
player's own files.  Each run has new namespaces for processes and files, and the limits, filters, notices
and files of a cold run.  The grader kills the namespaces before it reads the results.  A run that the
server cannot do is a cold run, which starts an interpreter.
"""

from __future__ import annotations

import logging
import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TypeGuard

import gograde
from gograde.errors import JudgeError
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.host.system import ENVIRONMENT, interpreter_folders
from gograde.sandbox.landlock import Landlock
from gograde.sandbox.protocol import Backend, Job, RunResult, StagedFile
from gograde.sandbox.run.carry_out import uncrowded
from gograde.sandbox.run.server import OPTIONS, Server, split_arguments, start

_LOG = logging.getLogger(__name__)
Forking = Bubblewrap | Landlock
"""The back ends whose runs a server can fork."""

_FAULTS = (OSError, ValueError, KeyError, JudgeError)


@dataclass
class Warm:
    """A back end for the runs of one player, one at a time: warm if possible, else cold.

    `fault` says why the server was given up, and `cold_runs` counts the cold runs.
    `imports` are the modules that the server imports.  `early` are gograde's own files that the interpreter
    reads at its start or that the program imports.  `needs` are modules of gograde that the next
    run finds imported.
    The server starts with the first run, and ends with `close`, with this object, or with the grader.
    A forked child has its runs from the server that its parent has started, or else starts one.
    """

    backend: Forking
    imports: tuple[str, ...] = ()
    early: tuple[StagedFile, ...] = ()
    needs: tuple[str, ...] = ()
    cold_runs: int = 0
    fault: str = ""
    _server: Server | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        return self.backend.name

    def run(self, job: Job) -> RunResult:
        return uncrowded(self.name, lambda: self._run(job))

    def wake(self, job: Job) -> None:
        """Start the server of runs like `job`; when that fails, they are cold."""
        try:
            self._server_for(job)
        except _FAULTS as error:
            self._break(error)

    def revive(self) -> None:
        """Start the server anew if it has died."""
        if self._server is not None and self._server.has_ended():
            like = self._server.like
            self.close()
            self.wake(like)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self._server = None

    def _run(self, job: Job) -> RunResult:
        """Run `job` in the server; run it cold when the server cannot run it or fails."""
        if not self.fault and starts_python(job):
            try:
                server = self._server_for(job)
                if not server.is_shadowed(job):
                    return self.backend.run_once(job, server)
            except _FAULTS as error:
                self._break(error)
            except BaseException:  # the server may be in the middle of a run
                self.close()
                raise
        self.cold_runs += 1
        return self.backend.run_once(job)

    def _break(self, error: Exception) -> None:
        """Give up the server for good, and put the reason into `fault` as one line."""
        said = self._server.error_text() if self._server is not None else ""
        what = error.fault if isinstance(error, JudgeError) else str(error)
        self.fault = " ".join((said or what or type(error).__name__).split())
        _LOG.warning("programs are started anew from here on, since their server failed: %a", self.fault)
        self.close()

    def _server_for(self, job: Job) -> Server:
        if self._server is not None and self._server.owner != os.getpid():
            own, self._server = self._server, None
            with suppress(OSError):  # it has ended
                self._server = own.joined()
        if self._server is not None and not self._server.fits(job):
            self.close()
        if self._server is None:
            self._server = start(self.backend.start_server, job, self.imports, self.early)
        self._server.imports = self.needs
        return self._server


@dataclass
class Idle:
    """Keeps the back ends of finished games, with their servers, for the next games of their players.

    It keeps the `most` back ends that were given back last.
    """

    most: int = 3
    _idle: list[tuple[object, Warm]] = field(default_factory=list, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def lend(self, player: str, made: Warm) -> Warm:
        """A kept back end of `player` with the settings of `made`; `made` itself when there is none."""
        wanted = _kind(player, made)
        with self._lock:
            at = next((at for at, (kind, _) in enumerate(self._idle) if kind == wanted), None)
            return made if at is None else self._idle.pop(at)[1]

    @contextmanager
    def lent(self, player: str, made: Warm) -> Iterator[Warm]:
        """The same for the block."""
        used = self.lend(player, made)
        try:
            yield used
        finally:
            self.give_back(player, used)

    def revive(self) -> None:
        """Start the kept servers that have died anew, for the children that this process forks next."""
        for _, each in self._idle:
            each.revive()

    def give_back(self, player: str, used: Warm) -> None:
        """Keep `used`, whose game is over, unless its server has failed."""
        with self._lock:
            kept = [*self._idle, *([] if used.fault else [(_kind(player, used), used)])]
            over, self._idle = kept[: -self.most], kept[-self.most :]
        for _, each in over:
            each.close()


IDLE = Idle()
"""The back ends of this process that wait for the next game of their player, or for the next ask."""


def _kind(player: str, runs: Warm) -> object:
    return player, id(runs.backend), runs.imports, runs.early


def starts_python(job: Job) -> bool:
    """Whether a job runs a Python file with no interpreter options except `OPTIONS`."""
    options, program = split_arguments(job.argv)
    is_python = job.argv[0].rpartition("/")[2].startswith("python")
    return is_python and set(options) <= OPTIONS and bool(program)


FOLDER = Path(gograde.__file__).resolve().parent
PACKAGES = Path(sysconfig.get_path("purelib"))

FINDS_GOGRADE = str(FOLDER / "sandbox" / "reader" / "inside" / "start.py")
"""The file that makes gograde importable in a sandbox, and calls one of its functions."""


def own_job(*program: str) -> Job:
    """A Python program with its arguments, which sees gograde's code and packages and no file of a student.

    All such jobs can be forked from one server.
    """
    # -S: the package folder is added without the files in it that change the path of modules.
    return Job(
        argv=(sys.executable, "-s", "-S", "-P", "-B", *program),
        readable=(FOLDER, PACKAGES, *interpreter_folders()),
        env={**ENVIRONMENT, "GOGRADE_PACKAGES": str(PACKAGES)},
    )


@contextmanager
def own_server(backend: Forking, *needs: str) -> Iterator[Warm]:
    """The server of own programs, for one run at a time; from now on its runs find `needs` imported.

    Each thread at work has a server of its own, which starts with its first run.
    """
    with IDLE.lent(FINDS_GOGRADE, Warm(backend, (FINDS_GOGRADE,))) as runs:
        runs.needs = tuple(dict.fromkeys((*runs.needs, *needs)))
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
