"""Namespaces for one run under Landlock, where the grader is root: what bwrap does, without bwrap.

The run has its own processes, mounts, System V objects and network.  A waiting shell outside the run's
walls is the first process of the pid namespace.  It ends when the grader kills it or dies, and everything
with it.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass

from gograde.sandbox.bwrap.backend import NamespaceCell, await_end
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.processes import scheduled
from gograde.sandbox.host.spawn import Program, start_program
from gograde.sandbox.landlock.process_group import INHERITANCE
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.protocol import Job
from gograde.sandbox.run.server import Server
from gograde.sandbox.run.wires import Wires
from gograde.sandbox.workdir.folder import WorkDir
from gograde.sandbox.workdir.stage import entries, room

_NEW = kernel.CLONE_NEWPID | kernel.CLONE_NEWIPC | kernel.CLONE_NEWNET
_PLAIN = kernel.MS_NOSUID | kernel.MS_NODEV
_MOUNT_PROC = ["/bin/mount", "-t", "proc", "-o", "nosuid,nodev,noexec", "proc", "/proc"]


@dataclass
class Space:
    """The namespaces of one run of `job` as `who`.

    The shell waits for the end of a pipe, which only the grader keeps open.  The program is the child of the
    grader, or of the `server` that has forked it.
    """

    job: Job
    work: WorkDir
    who: Identity
    first: int = 0
    program: int = 0
    alive: int = -1
    server: Server | None = None
    ended: tuple[int, float] | None = None
    leader: int = 0

    def enter(self) -> None:
        """Make the namespaces for this thread and its future children."""
        kernel.private_mounts(_NEW)
        INHERITANCE.count(1)
        waits, self.alive = os.pipe()
        try:
            streams = (waits, subprocess.DEVNULL, subprocess.DEVNULL)
            self.first = start_program(Program([system.SHELL, "-c", "cd /; read -r word"], streams))
        finally:
            os.close(waits)
        self._mount()

    def _mount(self) -> None:
        """Cover the working directory and /proc with those of the run."""
        mine = f"mode=0700,uid={self.who.uid},gid={self.who.gid}"
        bounds = f"size={room(self.job)},nr_inodes={entries(self.job)}"
        kernel.mount("tmpfs", os.fspath(self.work.path), "tmpfs", _PLAIN, f"{mine},{bounds}")
        theirs = f"pidns=/proc/{self.first}/ns/pid"
        try:
            kernel.mount("proc", "/proc", "proc", _PLAIN | kernel.MS_NOEXEC, theirs)
        except OSError:  # before Linux 6.17 only a process of the namespace can mount it
            mounting = start_program(Program(_MOUNT_PROC, (subprocess.DEVNULL,) * 3))
            if os.waitpid(mounting, 0)[1]:
                raise

    def is_stranger(self, target: int) -> bool:
        """Whether a signal's target is the namespace's first process, or every process."""
        return target in (1, -1)

    def cell(self, ends: Wires, notices: Notices | None, kept: ExitStack) -> NamespaceCell:
        """The cell of the waiting program, which takes over what `kept` closes."""
        first = os.pidfd_open(self.first)
        kept.callback(os.close, first)
        others_s, folders = scheduled(self.first).ran_s, [os.fspath(self.work.path)]
        return NamespaceCell(ends, notices, self.program, kept, self.reap, first, others_s, folders)

    def reap(self, first: int) -> tuple[int, float]:
        """Wait for the program and for the namespace's first process, whose pidfd is `first`."""
        if self.ended is None:
            status, used_s = self._reap_program()
            await_end(first)
            self.ended = status, used_s + self._reap_first()
        return self.ended

    def _reap_program(self) -> tuple[int, float]:
        if self.server is not None:
            return self.server.reap()
        _, status, used = os.wait4(self.program, 0)
        return status, used.ru_utime + used.ru_stime

    def _reap_first(self) -> float:
        _, _, swept = os.wait4(self.first, 0)
        os.close(self.alive)
        INHERITANCE.count(-1)
        return swept.ru_utime + swept.ru_stime

    def end(self) -> None:
        """Kill and reap what `reap` has not reaped."""
        if self.first and self.ended is None:
            os.kill(self.first, signal.SIGKILL)
            try:
                if self.program or self.server is not None:
                    self._reap_program()
            finally:
                self._reap_first()
