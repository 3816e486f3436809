"""The walls of one run under Landlock: a process group, or namespaces where the grader is root."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

from gograde.errors import JudgeError
from gograde.sandbox.bwrap.backend import NamespaceCell, await_end
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.processes import scheduled
from gograde.sandbox.host.reach import Way
from gograde.sandbox.host.spawn import PATIENCE_S, Program, start_program
from gograde.sandbox.notices.attempts import Notices, Noticing
from gograde.sandbox.protocol import Job
from gograde.sandbox.run.server import Server, pid_of
from gograde.sandbox.run.wires import Wires
from gograde.sandbox.seccomp.rules import joining
from gograde.sandbox.workdir.collect import entries, room
from gograde.sandbox.workdir.folder import WorkDir

_PAUSE_S = 0.0003  # seconds between two searches for dead processes
_GUARDIAN = "cd /; read -r word; kill -9 0"


@dataclass(frozen=True)
class Walls:
    """What confines a program: its user, a ruleset, a seccomp filter, and a mount namespace (`way`).

    `rules` makes the ruleset once the program's own mounts are there.  `noticing` is None where attempts
    are not noticed.  With `spaces`, the program gets namespaces of its own, else a process group.
    """

    who: Identity
    rules: Callable[[], int]
    seccomp: bytes
    way: Way
    noticing: Noticing | None
    spaces: bool

    def filter(self, group: int) -> bytes:
        """The filter of a program that may join only the process group `group`, if any."""
        return joining(self.seccomp, group) if group else self.seccomp

    def enter(self, group: int, notices: Notices | None) -> None:
        """Confine this thread permanently; its children can join only the process group `group`, if any."""
        rules = self.rules()
        try:
            self.who.assume_in_thread()
            kernel.forbid_new_privileges()
            kernel.landlock_enforce(rules)
        finally:
            os.close(rules)
        if notices is not None:
            notices.enter()
        kernel.load_seccomp(self.filter(group))


@dataclass(frozen=True)
class Reaped:
    """A dead process: its status of wait(2), and the CPU seconds of it and its reaped children."""

    status: int
    cpu_s: float


class _Inheritance:
    """Makes this process the parent of orphaned descendants while any of its threads has a group.

    The setting belongs to the whole process; a forked child does not inherit it.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Reset the state to that of a process without groups."""
        self._lock = threading.Lock()
        self._groups = 0
        self._before = False

    def count(self, change: int) -> None:
        """Count a new group (1) or one that has ended (-1)."""
        with self._lock:
            if not self._groups:
                self._before = kernel.inherit_orphans(True)
            self._groups += change
            if not self._groups:
                kernel.inherit_orphans(self._before)


INHERITANCE = _Inheritance()
os.register_at_fork(after_in_child=INHERITANCE.forget)


@dataclass
class Group:
    """A group whose leader is a guardian, a shell that kills the group when the grader dies.

    The guardian runs outside the sandbox and reads from a pipe that only the grader keeps open.
    While the group exists, the grader becomes the parent of orphans, so that it can reap them.
    """

    leader: int
    alive: int
    server: Server | None = None
    program: int = 0
    ended: dict[int, Reaped] = field(default_factory=dict)

    def enter(self) -> None:
        """Nothing: the program joins the group at its start."""

    def is_stranger(self, target: int) -> bool:
        """Whether a target of kill(2) lies outside the group or is the guardian.

        The targets 0 and minus the group's number mean the group itself.
        """
        if target <= 0:
            return target not in (0, -self.leader)
        try:
            return target == self.leader or os.getpgid(target) != self.leader
        except ProcessLookupError:
            return False

    def end(self) -> dict[int, Reaped]:
        """Kill and reap all processes of the group; returns them by pid.

        Every orphan of the group becomes the grader's child before its parent can be reaped.  So no process
        is left when the grader, or the server that forked them, has no more children in the group.
        """
        if self.ended:
            return self.ended
        os.killpg(self.leader, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE_S
        with suppress(ChildProcessError):
            while time.monotonic() < deadline:
                pid, status, used = os.wait4(-self.leader, os.WNOHANG)
                if pid:
                    self.ended[pid] = Reaped(status, used.ru_utime + used.ru_stime)
                else:
                    time.sleep(_PAUSE_S)
            raise JudgeError("sandbox", "a killed program does not die", "look for a hung file system")
        os.close(self.alive)
        INHERITANCE.count(-1)
        if self.server is not None:
            self.ended[self.program] = Reaped(*self.server.reap())
        return self.ended


def new_group(server: Server | None) -> Group:
    """A new group with only its guardian in it."""
    waits, alive = os.pipe()
    try:
        streams = (waits, subprocess.DEVNULL, subprocess.DEVNULL)
        leader = start_program(Program([system.SHELL, "-c", _GUARDIAN], streams), group=0)
        INHERITANCE.count(1)
        return Group(leader, alive, server)
    finally:
        os.close(waits)


_NEW = kernel.CLONE_NEWIPC | kernel.CLONE_NEWNET
_PLAIN = kernel.MS_NOSUID | kernel.MS_NODEV
_MOUNT_PROC = ["/bin/mount", "-t", "proc", "-o", "nosuid,nodev,noexec", "proc", "/proc"]


@dataclass
class Space:
    """The namespaces of one run of `job` as `who`; `first` is a pidfd of the first process, a shell.

    The shell waits for the end of a pipe.  It and the program are both children of the `server`, or both
    of the grader, which alone keeps the pipe open: the namespace ends when its parent has reaped the program.
    """

    job: Job
    work: WorkDir
    who: Identity
    server: Server | None
    first: int = -1
    program: int = 0
    alive: int = -1
    ended: tuple[int, float] | None = None
    leader: int = 0

    def enter(self) -> None:
        """Make the namespaces for this thread and its future children."""
        kernel.private_mounts(_NEW)
        if self.server is not None:
            self.first = self.server.space()
            kernel.enter_namespace(self.first, kernel.CLONE_NEWPID)
        else:
            self._start_first()
        self._mount()

    def _start_first(self) -> None:
        kernel.unshare(kernel.CLONE_NEWPID)
        waits, self.alive = os.pipe()
        try:
            streams = (waits, subprocess.DEVNULL, subprocess.DEVNULL)
            shell = Program([system.SHELL, "-c", "cd /; read -r word"], streams)
            self.first = os.pidfd_open(start_program(shell))
        finally:
            os.close(waits)

    def _mount(self) -> None:
        """Cover the working directory and /proc with those of the run."""
        mine = f"mode=0700,uid={self.who.uid},gid={self.who.gid}"
        bounds = f"size={room(self.job)},nr_inodes={entries(self.job)}"
        kernel.mount("tmpfs", os.fspath(self.work.path), "tmpfs", _PLAIN, f"{mine},{bounds}")
        theirs = f"pidns=/proc/{pid_of(self.first)}/ns/pid"
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
        others_s, folders = scheduled(pid_of(self.first)).ran_s, [os.fspath(self.work.path)]
        return NamespaceCell(ends, notices, self.program, kept, self.reap, self.first, others_s, folders)

    def reap(self, first: int) -> tuple[int, float]:
        """Wait for the program and for the killed first process, whose pidfd is `first`."""
        if self.ended is None:
            try:
                status, used_s = self.server.reap() if self.server is not None else _reaped(self.program)
            finally:
                await_end(first)
            if self.server is None:
                used_s += _reaped(pid_of(first))[1]
            self.ended = status, used_s
        return self.ended

    def end(self) -> None:
        """Kill and reap what `reap` has not reaped."""
        try:
            if self.first >= 0 and self.ended is None:
                with suppress(ProcessLookupError):
                    signal.pidfd_send_signal(self.first, signal.SIGKILL)
                self.reap(self.first)
        finally:
            for fd in (self.first, self.alive):
                if fd >= 0:
                    os.close(fd)


def _reaped(pid: int) -> tuple[int, float]:
    """Wait for a child of this process: its wait status and CPU seconds; no child is 0."""
    if not pid:
        return 0, 0.0
    _, status, used = os.wait4(pid, 0)
    return status, used.ru_utime + used.ru_stime
