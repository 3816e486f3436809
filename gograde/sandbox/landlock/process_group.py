"""A process group on the host, which a program is started into and cannot leave."""

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
from gograde.sandbox.host.threads import in_thread
from gograde.sandbox.landlock.rules import Rulesets
from gograde.sandbox.notices.attempts import Notices, Noticing
from gograde.sandbox.seccomp.assemble import joining

_PAUSE_S = 0.0003  # seconds between two looks for dead processes
_GUARDIAN = "cd /; read -r word; kill -9 0"


@dataclass(frozen=True)
class Walls:
    """What holds a program: its user, rulesets, a seccomp filter, and a mount namespace (`way`).

    `noticing` is None where the filter alone refuses.
    """

    who: Identity
    rules: Rulesets
    seccomp: bytes
    way: Way
    noticing: Noticing | None

    def enter(self, group: int, notices: Notices | None) -> None:
        """Give up the rights of this thread, for good; what it starts may be in `group` only."""
        self.way.enter()
        self.who.assume_in_thread()
        kernel.forbid_new_privileges()
        self.rules.enforce()
        if notices is not None:
            notices.enter()
        kernel.load_seccomp(joining(self.seccomp, group))


@dataclass(frozen=True)
class Reaped:
    """A process that has ended: its status of wait(2), and the CPU time of it and its reaped children."""

    status: int
    cpu_s: float


class _Inheritance:
    """Lets this process inherit orphans while any of its threads has a group.

    It is one setting of the whole process, which a forked child does not have.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, without a group."""
        self._lock = threading.Lock()
        self._groups = 0
        self._before = False

    def enter(self) -> None:
        with self._lock:
            before = kernel.inherit_orphans(True)
            if not self._groups:
                self._before = before
            self._groups += 1

    def leave(self) -> None:
        with self._lock:
            self._groups -= 1
            if not self._groups:
                kernel.inherit_orphans(self._before)


_INHERITANCE = _Inheritance()
os.register_at_fork(after_in_child=_INHERITANCE.forget)


@dataclass
class Group:
    """A group whose leader is a guardian of ours that kills it when the grader dies.

    The guardian is outside of the sandbox; it waits for the end of a pipe that only the grader
    holds open.  While the group is there, the grader inherits orphans, so that it can reap them.
    """

    leader: int
    alive: int
    ended: dict[int, Reaped] = field(default_factory=dict)

    def start(self, program: Program, confine: Callable[[], None]) -> int:
        """Start a program in the group; its pid.

        This happens in a thread of its own, which gives up its rights first by `confine`: as good as a
        fork that does, without its cost.
        """

        def work() -> int:
            with kernel.fixed_addresses():
                confine()
                return start_program(program, group=self.leader)

        return in_thread(work)

    def is_stranger(self, target: int) -> bool:
        """Whether a target of kill(2) is another's: everybody, another group or a process of one."""
        if target <= 0:
            return target not in (0, -self.leader)
        try:
            return target == self.leader or os.getpgid(target) != self.leader
        except ProcessLookupError:
            return False

    def end(self) -> dict[int, Reaped]:
        """Kill all and reap them; when it comes back, the kernel knows none of the group any more.

        Every orphan of the group becomes the grader's child before its parent can be reaped, so
        none is left when there are no more children to wait for.
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
        _INHERITANCE.leave()
        return self.ended


def new_group() -> Group:
    """A group with nobody in it but its guardian."""
    waits, alive = os.pipe()
    try:
        streams = (waits, subprocess.DEVNULL, subprocess.DEVNULL)
        leader = start_program(Program([system.SHELL, "-c", _GUARDIAN], streams), group=0)
        _INHERITANCE.enter()
        return Group(leader, alive)
    finally:
        os.close(waits)
