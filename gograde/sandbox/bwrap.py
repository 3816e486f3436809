"""The reference back end: a run in namespaces of its own, made by bubblewrap.

A small shell is the first process of the pid namespace and the program is its child, so
that signals mean to the program what they mean everywhere (the first process of a
namespace cannot be aborted, nor stop itself).  The shell's entry in /proc is covered.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox import kernel, system
from gograde.sandbox.cell import Ending, Usage
from gograde.sandbox.cgroup import Groups
from gograde.sandbox.fair import fairly
from gograde.sandbox.identity import FIRST_UID, Identity, identity
from gograde.sandbox.notices import Notices, Noticing, Policy
from gograde.sandbox.prologue import prologue_of_first
from gograde.sandbox.protocol import BOX, MIB, Job, RunResult
from gograde.sandbox.reach import Ways
from gograde.sandbox.session import Session, carry_out, faults_named
from gograde.sandbox.slots import slot
from gograde.sandbox.spawn import (
    PATIENCE_S,
    Program,
    Wires,
    in_lasting_thread,
    sealed_files,
    start_program,
    wires,
)
from gograde.sandbox.stage import staged_bytes
from gograde.sandbox.streams import Capture
from gograde.sandbox.tree import NamespaceTree, Scheduled, count_sockets, host_task, inner_pid, scheduled
from gograde.sandbox.trespass import ground

_NAME = "bwrap"
_SLACK = 16 * MIB
"""Room beyond the limit of the working directory, so that passing it is seen and named."""

_STDIN = "/.stdin"


def system_mounts() -> tuple[str, ...]:
    """How the host's programs and libraries are told to bwrap."""
    options: list[str] = []
    for path in system.existing((*system.PROGRAMS, *system.SETTINGS)):
        if path.is_symlink():
            options += ["--symlink", os.fspath(path.readlink()), os.fspath(path)]
        else:
            options += ["--ro-bind", os.fspath(path), os.fspath(path)]
    return tuple(options)


@dataclass(frozen=True)
class Bubblewrap:
    """Runs jobs through the program `binary`; `nested` when it cannot forbid further user namespaces.

    With `noticing` the filter `seccomp` leaves to the grader what attempts are noticed by.
    """

    binary: Path
    seccomp: bytes
    nested: bool = False
    noticing: Noticing | None = None
    mounts: tuple[str, ...] = field(default_factory=system_mounts)
    name: str = _NAME
    ways: Ways = field(default_factory=lambda: Ways(lean=True), compare=False, repr=False)
    groups: Groups = field(default_factory=Groups, compare=False, repr=False)

    def run(self, job: Job) -> RunResult:
        with faults_named(self.name):
            return fairly(lambda: self._run(job))

    def _run(self, job: Job) -> RunResult:
        with slot() as number:
            who = identity(number)
            return carry_out(self._open(job, who), job, Session(self.name, who, self.groups))

    def _open(self, job: Job, who: Identity) -> _Cell:
        """Start bwrap and wait until the shell inside waits for the word to go on."""
        way = self.ways.to((*job.readable, self.binary), who)
        with ExitStack() as kept:
            notices = self._notices(job, kept)
            with wires(kept) as (ends, streams), sealed_files(self.seccomp, job.stdin) as inherited:
                command = [os.fspath(self.binary), *self._options(job, *inherited), *_inner_command(job)]

                def start() -> int:
                    way.enter()
                    if who.drop:  # a root that is nobody else cannot make namespaces without capabilities
                        who.assume_in_thread()
                    if notices is not None:
                        notices.enter()
                    with kernel.fixed_addresses():
                        return start_program(Program(command, streams, inherited, folder="/"))

                monitor = _Monitor(in_lasting_thread(start, kept))
                kept.callback(monitor.end)
            cell = _enter(ends, monitor, ends.await_ready(_NAME), kept)
            cell.notices = notices
            cell.kept = kept.pop_all()
        return cell

    def _notices(self, job: Job, kept: ExitStack) -> Notices | None:
        if self.noticing is None:
            return None
        found = Notices(Policy(self.noticing, ground(job), _is_first, True, job.limits.memory_bytes))
        kept.callback(found.end)
        return found

    def _options(self, job: Job, seccomp: int, stdin: int) -> list[str]:
        """The sandbox as bwrap is told of it; `seccomp` and `stdin` are descriptors that it inherits."""
        return [
            *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
            *("--unshare-cgroup-try", "--hostname", "box", "--uid", str(FIRST_UID), "--gid", str(FIRST_UID)),
            *(() if self.nested else ("--disable-userns",)),
            *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"),
            *("--seccomp", str(seccomp), "--perms", "0444", "--file", str(stdin), _STDIN),
            *self.mounts,
            *_job_mounts(job),
            *("--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"),
            *("--dev", "/dev", "--size", str(MIB), "--perms", "1777", "--tmpfs", "/dev/shm"),
            *("--size", str(_room(job)), "--perms", "0755", "--tmpfs", str(BOX)),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(BOX)),
            *(word for name, value in job.env.items() for word in ("--setenv", name, value)),
        ]


def _is_first(target: int) -> bool:
    """Whether a signal is to reach the namespace's first process, which is ours, or everybody."""
    return target in (1, -1)


def _room(job: Job) -> int:
    return staged_bytes(job.files) + job.limits.work_bytes + _SLACK


def _inner_command(job: Job) -> tuple[str, ...]:
    return ("--", system.SHELL, "-c", prologue_of_first(job.limits, _STDIN), "sh", *job.argv)


def _job_mounts(job: Job) -> list[str]:
    options: list[str] = []
    for path in sorted(job.readable):
        options += ["--ro-bind", os.fspath(path), os.fspath(path)]
    for path in job.hidden:
        if path.is_dir():
            options += ["--tmpfs", os.fspath(path), "--remount-ro", os.fspath(path)]
        elif path.exists():
            options += ["--ro-bind", "/dev/null", os.fspath(path)]
    return options


@dataclass
class _Monitor:
    """The part of bwrap that stays outside; `used_s` is the CPU time of the whole run once it is buried."""

    pid: int
    status: int | None = None
    used_s: float = 0.0

    def bury(self) -> None:
        """Wait for its end, which follows that of the namespace, if that was not done before."""
        if self.status is not None:
            return
        _, self.status, used = os.wait4(self.pid, 0)
        self.used_s = used.ru_utime + used.ru_stime

    def end(self) -> None:
        """Kill it, and so the namespace, if it was not buried."""
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
        self.bury()


def _enter(ends: Wires, monitor: _Monitor, program: int, kept: ExitStack) -> _Cell:
    """Take hold of the sandbox in which the process `program` waits."""
    task = host_task(program)
    if task is None:
        raise JudgeError(f"sandbox {_NAME}", "the program ended before its start", "run it again")

    def keep(fd: int) -> int:
        kept.callback(os.close, fd)
        return fd

    first = keep(os.pidfd_open(task.parent))
    _stop(first, task.parent)
    before = scheduled(program)
    inside = f"/proc/{program}/root"
    protocols = os.open(f"/proc/{program}/net/protocols", os.O_RDONLY | os.O_CLOEXEC)
    shared = os.open(f"{inside}/dev/shm", os.O_PATH | os.O_CLOEXEC)
    return _Cell(
        box=keep(os.open(f"{inside}{BOX}", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)),
        program=keep(os.pidfd_open(program)),
        tree=NamespaceTree(keep(os.open(f"{inside}/proc", os.O_RDONLY | os.O_CLOEXEC)), inner_pid(program)),
        out=ends.out,
        err=ends.err,
        ends=ends,
        first=first,
        monitor=monitor,
        protocols=keep(protocols),
        shared=keep(shared),
        pid=program,
        before=before,
        setup_s=before.ran_s + sum(scheduled(pid).ran_s for pid in (monitor.pid, task.parent)),
    )


@dataclass
class _Cell:
    """A run in bwrap's namespaces.

    `first` is a pidfd of the namespace's first process, which is stopped: so the program,
    when it has ended, stays to be looked at.  `setup_s` is the CPU time used before the start.
    """

    box: int
    program: int
    tree: NamespaceTree
    out: Capture
    err: Capture
    ends: Wires
    first: int
    monitor: _Monitor
    protocols: int
    shared: int
    pid: int
    before: Scheduled
    setup_s: float
    kept: ExitStack = field(default_factory=ExitStack)
    notices: Notices | None = None
    ending: Ending | None = None

    def start(self) -> None:
        if self.notices is not None:
            self.notices.begin()
        self.ends.go()

    def usage(self) -> Usage:
        found, shared = os.fstatvfs(self.box), os.fstatvfs(self.shared)
        taken = (found.f_blocks - found.f_bfree) * found.f_frsize
        # Files in memory take some even where they are empty, and bwrap bounds only what they hold.
        files = sum(each.f_files - each.f_ffree for each in (found, shared))
        return Usage(taken, files, count_sockets(self.protocols))

    def finish(self) -> Ending:
        """Kill the namespace and wait until it is dead: its first process is, when the last one is."""
        if self.ending is None:
            task = self.tree.main()
            with suppress(ProcessLookupError):  # the program may let it go on, and so end, before us
                signal.pidfd_send_signal(self.first, signal.SIGKILL)
            _await(self.first)
            self.monitor.bury()
            status = self.monitor.status or 0
            if task is not None:
                status = task.exit_status if task.state == "Z" else signal.SIGKILL
            attempts = self.notices.end() if self.notices is not None else ()
            self.ending = Ending(status, self.monitor.used_s - self.setup_s, attempts)
        return self.ending

    def close(self) -> None:
        self.finish()
        self.kept.close()


def _await(pidfd: int) -> None:
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    if not poller.poll(PATIENCE_S * 1000):
        raise JudgeError(f"sandbox {_NAME}", "a killed program does not die", "look for a hung file system")


def _stop(first: int, pid: int) -> None:
    """Stop the namespace's first process, and wait until it is."""
    signal.pidfd_send_signal(first, signal.SIGSTOP)
    deadline = time.monotonic() + PATIENCE_S
    while (task := host_task(pid)) is not None and time.monotonic() < deadline:
        if task.state == "T":
            return
        time.sleep(0.0005)
    raise JudgeError(f"sandbox {_NAME}", "its first process cannot be stopped", "run it again")
