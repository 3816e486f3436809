"""The walls of one run under Landlock: rules, and a process group, or namespaces where the grader is root.

By the rules a program may read the system and write its working directory.
"""

from __future__ import annotations

import os
import signal
import stat
import struct
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.bwrap.backend import await_end
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.reach import Stamps
from gograde.sandbox.host.spawn import PATIENCE_S, Program, start_program
from gograde.sandbox.protocol import Job
from gograde.sandbox.run.server import Server, pid_of
from gograde.sandbox.workdir.collect import entries, room
from gograde.sandbox.workdir.folder import WorkDir

LEAST_ABI = 3
"""Older versions cannot refuse to truncate files."""
NETWORK_ABI = 4
DEVICE_ABI = 5
SCOPES_ABI = 6
"""The first version that confines signals and abstract sockets to a program's own processes."""

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_MAKE_CHAR = 1 << 6
_MAKE_BLOCK = 1 << 11
_TRUNCATE = 1 << 14
_IOCTL_DEV = 1 << 15
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_WRITE = (_IOCTL_DEV - 1) & ~(_MAKE_CHAR | _MAKE_BLOCK)
_DEVICE = _READ_FILE | _WRITE_FILE | _IOCTL_DEV
_TCP_BIND_AND_CONNECT = 3
_SIGNALS_AND_ABSTRACT_SOCKETS = 3

Rule = tuple[Path, int]
"""A file or folder, and the rights on it and everything below it."""


def rules_of(job: Job) -> tuple[Stamps, tuple[Rule, ...]]:
    """What a job may read, and stamps of what this depends on.

    A rule has no descriptor: there may be hundreds of rules, and a process has 1024 open files.
    """
    stamps, hidden = Stamps(job.readable, _listed(job)), {path.resolve() for path in job.hidden}
    rules = [(device, _DEVICE) for device in system.existing(system.DEVICES)]
    return stamps, (*rules, *(rule for path in _readable(job) for rule in _around(path, hidden)))


def make_ruleset(rules: Iterable[Rule], work: Path, abi: int) -> int:
    """The descriptor of a ruleset: it allows to read what `rules` allow, and to write the folder `work`."""
    handled = _IOCTL_DEV * 2 - 1 if abi >= DEVICE_ABI else _IOCTL_DEV - 1
    # A struct landlock_ruleset_attr is as long as the version knows.
    words = handled, _TCP_BIND_AND_CONNECT, _SIGNALS_AND_ABSTRACT_SOCKETS
    count = 1 + (abi >= NETWORK_ABI) + (abi >= SCOPES_ABI)
    ruleset = kernel.landlock_ruleset(struct.pack(f"{count}Q", *words[:count]))
    for path, rights in (*rules, (work, _WRITE)):
        _allow(ruleset, path, rights & handled)
    return ruleset


def _listed(job: Job) -> set[Path]:
    """The readable folders above hidden paths; the rules name each entry of these folders."""
    tops = _readable(job)
    above = {folder for path in job.hidden for folder in path.resolve().parents}
    return {folder for folder in above if any(folder.is_relative_to(top) for top in tops)}


def _readable(job: Job) -> list[Path]:
    """The paths that a job may read, resolved and without duplicates."""
    readable = (*system.existing((*system.PROGRAMS, *system.SETTINGS)), *job.readable)
    return list(dict.fromkeys(path.resolve() for path in readable))


def _around(path: Path, hidden: set[Path]) -> Iterator[Rule]:
    """Rules to read `path` without the hidden paths below it.

    A rule applies to everything below its folder, and no rule can withdraw rights.  So a folder above a
    hidden path has one rule for each entry that is not hidden.  The names in a hidden folder can still be
    listed, but its files cannot be opened.
    """
    if path in hidden:
        return
    if not any(path in other.parents for other in hidden):
        yield path, _READ
        return
    yield path, _READ_DIR
    for inner in path.iterdir():
        yield from _around(inner, hidden)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    """Add a rule with the rights that fit a file or a folder; a path that no longer exists is skipped."""
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    except OSError as error:
        fault = f"cannot allow {path}: {error.strerror}"
        raise JudgeError("sandbox landlock", fault, f"make {path} readable") from error
    try:
        folder = stat.S_ISDIR(os.fstat(target).st_mode)
        kernel.landlock_allow(ruleset, target, rights if folder else rights & _ON_FILES)
    finally:
        os.close(target)


def enforce(rules: int) -> None:
    """Keep this thread, permanently, to a ruleset, whose descriptor is closed."""
    try:
        kernel.forbid_new_privileges()
        kernel.landlock_enforce(rules)
    finally:
        os.close(rules)


_PAUSE_S = 0.0003  # seconds between two searches for dead processes
_GUARDIAN = "cd /; read -r word; kill -9 0"


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
    ended: dict[int, tuple[int, float]] = field(default_factory=dict)

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

    def end(self) -> dict[int, tuple[int, float]]:
        """Kill and reap all processes of the group; by pid, the status of wait(2) and the CPU seconds.

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
                    self.ended[pid] = status, used.ru_utime + used.ru_stime
                else:
                    time.sleep(_PAUSE_S)
            raise JudgeError("sandbox", "a killed program does not die", "look for a hung file system")
        os.close(self.alive)
        INHERITANCE.count(-1)
        if self.server is not None:
            self.ended[self.program] = self.server.reap()
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
