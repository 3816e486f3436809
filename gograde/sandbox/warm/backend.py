"""Runs of one player that do not wait for their interpreter: a server in a sandbox forks each.

The server is a Python of ours that has imported what the player imports, and nothing of the player's.
Each run has namespaces of its own for processes and files, made by the fork; it has the limits,
filters and notices of a cold run, finds the same files, and dies with its namespaces before
anything is read.  What it cannot do is not tried: such a run is a cold one.
"""

from __future__ import annotations

import os
import weakref
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from threading import Lock

from gograde.errors import JudgeError
from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.limits.fair import fairly
from gograde.sandbox.protocol import Job, RunResult, StagedFile
from gograde.sandbox.run.carry_out import faults_named
from gograde.sandbox.warm.server import OPTIONS, Server, split_arguments, start

_FAULTS = (OSError, ValueError, KeyError, JudgeError)


@dataclass
class Warm:
    """A back end for the runs of one player, one at a time: warm where that can be, cold where not.

    `fault` says why there is no server any more, and `cold_runs` counts runs without one.
    `imports` are modules to have ready; `early` are files of ours that the interpreter reads when it
    starts, or that the program imports.
    Its runs go on one after the other.  The server, if one was started, ends with `close`, with this
    object, or with the grader.
    """

    backend: Bubblewrap
    imports: tuple[str, ...] = ()
    early: tuple[StagedFile, ...] = ()
    cold_runs: int = 0
    fault: str = ""
    _kept: ExitStack = field(default_factory=ExitStack, repr=False)
    _server: Server | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        weakref.finalize(self, self._kept.close)

    @property
    def name(self) -> str:
        return self.backend.name

    def run(self, job: Job) -> RunResult:
        with faults_named(self.name):
            return fairly(lambda: self._run(job))

    def close(self) -> None:
        self._server = None
        self._kept.close()

    def _run(self, job: Job) -> RunResult:
        """A run that the server cannot do, or did not bring to its end, is a cold one."""
        if not self.fault and starts_python(job):
            try:
                server = self._server_for(job)
                if not server.is_shadowed(job):
                    return self._run_warm(server, job)
            except _FAULTS as error:
                self._break(error)
            except BaseException:  # the server may be in the middle of a run
                self.close()
                raise
        self.cold_runs += 1
        return self.backend.run_once(job)

    def _run_warm(self, server: Server, job: Job) -> RunResult:
        """A run in the server; the next one is made ready while the opponent moves."""
        result = server.run(job)
        try:
            server.prepare(job)
        except _FAULTS as error:
            self._break(error)
        return result

    def _break(self, error: Exception) -> None:
        """Have no server any more, and one line on the reason."""
        said = self._server.said() if self._server is not None else ""
        what = error.fault if isinstance(error, JudgeError) else str(error)
        self.fault = " ".join((said or what or type(error).__name__).split())
        self.close()

    def _server_for(self, job: Job) -> Server:
        if self._server is not None and not self._server.fits(job):
            self.close()
        if self._server is None:
            self._server = start(self.backend, job, self.imports, self.early)
            self._kept.callback(self._server.close)
        return self._server


@dataclass
class Idle:
    """Back ends whose game is over, with their servers, until a game of the same player wants one.

    `most` are kept, those last given back.  A forked child leaves alone what its parent has.
    """

    most: int = 2
    _kept: list[tuple[object, Warm]] = field(default_factory=list, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def lend(self, player: str, made: Warm) -> Warm:
        """One that has served `player` before and is as `made` is, or `made` itself."""
        wanted = _kind(player, made)
        with self._lock:
            at = next((at for at, (kind, _) in enumerate(self._kept) if kind == wanted), None)
            return made if at is None else self._kept.pop(at)[1]

    def give_back(self, player: str, used: Warm) -> None:
        """Keep one that nobody uses any more, unless its server has failed."""
        with self._lock:
            kept = [*self._kept, *([] if used.fault else [(_kind(player, used), used)])]
            over, self._kept = kept[: -self.most], kept[-self.most :]
        for _, each in over:
            each.close()


def _kind(player: str, runs: Warm) -> object:
    return player, id(runs.backend), runs.imports, runs.early, os.getpid()


def starts_python(job: Job) -> bool:
    """Whether a job starts a Python program by file in a way that the server stands in for."""
    options, program = split_arguments(job)
    is_python = PurePosixPath(job.argv[0]).name.startswith("python")
    return is_python and set(options) <= OPTIONS and bool(program)
