"""The reference back end: a run in namespaces of its own, made by bubblewrap.

A small shell is the first process of the pid namespace and the program is its child, so
that signals mean to the program what they mean everywhere (the first process of a
namespace cannot be aborted, nor stop itself).  The shell's entry in /proc is covered.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import time
from dataclasses import dataclass
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox import system
from gograde.sandbox.cell import Ending, Usage
from gograde.sandbox.identity import FIRST_UID, Identity, identity
from gograde.sandbox.prologue import GO, READY, prologue_of_first
from gograde.sandbox.protocol import BOX, MIB, Job, RunResult
from gograde.sandbox.reach import closed_ways, opened
from gograde.sandbox.session import Session, carry_out
from gograde.sandbox.slots import slot
from gograde.sandbox.spawn import Program, open_pipes, sealed_file, start_program
from gograde.sandbox.stage import staged_bytes
from gograde.sandbox.streams import Capture
from gograde.sandbox.tree import NamespaceTree, host_task, inner_pid, running_s

_NAME = "bwrap"
_PATIENCE_S = 30.0
_SLACK = 4 * MIB
"""Room beyond the limit of the working directory, so that passing it is seen and named."""

_STDIN = "/.stdin"


@dataclass(frozen=True)
class Bubblewrap:
    """Runs jobs through the program `binary`; `nested` when it cannot forbid further user namespaces."""

    binary: Path
    seccomp: bytes
    nested: bool = False
    name: str = _NAME

    def run(self, job: Job) -> RunResult:
        with slot() as number:
            who = identity(number)
            return carry_out(self._open(job, who), job, Session(self.name, who))

    def _open(self, job: Job, who: Identity) -> _Cell:
        """Start bwrap and wait until the shell inside waits for the word to go on."""
        closed = closed_ways((*job.readable, self.binary), who)
        pipes = open_pipes()
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        seccomp, stdin = sealed_file(self.seccomp), sealed_file(job.stdin)
        try:
            options = ["--seccomp", str(seccomp), "--perms", "0444", "--file", str(stdin), _STDIN]
            command = [os.fspath(self.binary), *options, *self._options(job), *_inner_command(job)]
            streams = (theirs.fileno(), pipes.out[1], pipes.err[1])
            with opened(closed), who.for_start():
                monitor = start_program(Program(command, streams, (seccomp, stdin)), new_session=True)
        finally:
            theirs.close()
            for fd in (seccomp, stdin):
                os.close(fd)
            out, err = pipes.captures()
        try:
            return _enter(monitor, _program_pid(ours, err), ours, (out, err))
        except BaseException:
            os.kill(monitor, signal.SIGKILL)
            os.waitpid(monitor, 0)
            for fd in (out.fd, err.fd):
                os.close(fd)
            ours.close()
            raise

    def _options(self, job: Job) -> list[str]:
        """The sandbox as bwrap is told of it."""
        return [
            *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
            *("--unshare-cgroup-try", "--hostname", "box", "--uid", str(FIRST_UID), "--gid", str(FIRST_UID)),
            *(() if self.nested else ("--disable-userns",)),
            *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"),
            *_system_mounts(),
            *_job_mounts(job),
            *("--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"),
            *("--dev", "/dev", "--size", str(MIB), "--perms", "1777", "--tmpfs", "/dev/shm"),
            *("--size", str(_room(job)), "--perms", "0755", "--tmpfs", str(BOX)),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(BOX)),
            *(word for name, value in job.env.items() for word in ("--setenv", name, value)),
        ]


def _room(job: Job) -> int:
    return staged_bytes(job.files) + job.limits.work_bytes + _SLACK


def _inner_command(job: Job) -> tuple[str, ...]:
    stdin = _STDIN if job.stdin else "/dev/null"
    return ("--", system.SHELL, "-c", prologue_of_first(job.limits, stdin), "sh", *job.argv)


def _system_mounts() -> list[str]:
    options: list[str] = []
    for path in system.existing(system.PROGRAMS):
        if path.is_symlink():
            options += ["--symlink", os.fspath(path.readlink()), os.fspath(path)]
        else:
            options += ["--ro-bind", os.fspath(path), os.fspath(path)]
    for path in system.existing(system.SETTINGS):
        options += ["--ro-bind", os.fspath(path), os.fspath(path)]
    return options


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


def _program_pid(ours: socket.socket, err: Capture) -> int:
    """The pid of the process that says it is ready, as the kernel names it to us.

    Raises JudgeError with what bwrap wrote when it never does.
    """
    ours.settimeout(_PATIENCE_S)
    size = struct.calcsize("3i")
    try:
        word, ancillary, _, _ = ours.recvmsg(64, socket.CMSG_SPACE(size))
    except TimeoutError:
        word, ancillary = b"", []
    for level, kind, data in ancillary:
        if word == READY and (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            return int(struct.unpack("3i", data[:size])[0])
    err.read()
    said = bytes(err.kept).decode(errors="replace").strip() or "it ended without a word"
    raise JudgeError(f"sandbox {_NAME}", said, "gograde doctor tells what this machine lacks")


def _enter(monitor: int, program: int, control: socket.socket, streams: tuple[Capture, Capture]) -> _Cell:
    """Take hold of the sandbox in which the process `program` waits."""
    task = host_task(program)
    if task is None:
        raise JudgeError(f"sandbox {_NAME}", "the program ended before its start", "run it again")
    first = os.pidfd_open(task.parent)
    _stop(first, task.parent)
    inside = f"/proc/{program}/root"
    return _Cell(
        box=os.open(f"{inside}{BOX}", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC),
        program=os.pidfd_open(program),
        tree=NamespaceTree(os.open(f"{inside}/proc", os.O_RDONLY | os.O_DIRECTORY), inner_pid(program)),
        out=streams[0],
        err=streams[1],
        first=first,
        monitor=monitor,
        control=control,
        setup_s=sum(map(running_s, (monitor, task.parent, program))),
    )


@dataclass
class _Cell:
    """A run in bwrap's namespaces.

    `first` is a pidfd of the namespace's first process, which is stopped: so the program,
    when it has ended, stays to be looked at.  `monitor` is bwrap outside; `control` is the
    socket to the shell inside; `setup_s` the CPU time that was used before the start.
    """

    box: int
    program: int
    tree: NamespaceTree
    out: Capture
    err: Capture
    first: int
    monitor: int
    control: socket.socket
    setup_s: float
    ending: Ending | None = None

    def start(self) -> None:
        self.control.sendall(GO)

    def usage(self) -> Usage:
        found = os.fstatvfs(self.box)
        return Usage((found.f_blocks - found.f_bfree) * found.f_frsize, found.f_files - found.f_ffree)

    def finish(self) -> Ending:
        """Kill the namespace and wait until it is dead: its first process is, when the last one is."""
        if self.ending is None:
            task = self.tree.main()
            signal.pidfd_send_signal(self.first, signal.SIGKILL)
            _await(self.first)
            _, status, used = os.wait4(self.monitor, 0)
            if task is not None:
                status = task.exit_status if task.state == "Z" else signal.SIGKILL
            self.ending = Ending(status, used.ru_utime + used.ru_stime - self.setup_s)
        return self.ending

    def close(self) -> None:
        self.finish()
        self.control.close()
        for fd in (self.box, self.program, self.first, self.tree.proc, self.out.fd, self.err.fd):
            os.close(fd)


def _await(pidfd: int) -> None:
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    if not poller.poll(_PATIENCE_S * 1000):
        raise JudgeError(f"sandbox {_NAME}", "a killed program does not die", "look for a hung file system")


def _stop(first: int, pid: int) -> None:
    """Stop the namespace's first process, and wait until it is."""
    signal.pidfd_send_signal(first, signal.SIGSTOP)
    deadline = time.monotonic() + _PATIENCE_S
    while (task := host_task(pid)) is not None and time.monotonic() < deadline:
        if task.state == "T":
            return
        time.sleep(0.0002)
    raise JudgeError(f"sandbox {_NAME}", "its first process cannot be stopped", "run it again")
