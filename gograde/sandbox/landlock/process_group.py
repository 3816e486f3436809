"""A process group on the host for one run, which the program cannot leave."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.reach import Way
from gograde.sandbox.host.spawn import PATIENCE_S, Program, start_program
from gograde.sandbox.notices.attempts import Notices, Noticing
from gograde.sandbox.run.server import Server
from gograde.sandbox.seccomp.assemble import joining

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
    program: int = 0
    server: Server | None = None
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


def new_group() -> Group:
    """A new group with only its guardian in it."""
    waits, alive = os.pipe()
    try:
        streams = (waits, subprocess.DEVNULL, subprocess.DEVNULL)
        leader = start_program(Program([system.SHELL, "-c", _GUARDIAN], streams), group=0)
        INHERITANCE.count(1)
        return Group(leader, alive)
    finally:
        os.close(waits)
