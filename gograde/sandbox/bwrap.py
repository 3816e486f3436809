"""The reference back end: bubblewrap makes new namespaces for each run.

A shell is the first process of the pid namespace, and the program is its child, so that signals have
their usual effect on the program (the first process of a namespace cannot abort or stop itself).
An empty folder covers the shell's entry in /proc.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.attempts import Notices, Noticing, awaited, notices_of
from gograde.sandbox.cgroup import Groups
from gograde.sandbox.collect import Usage, entries, room
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.identity import FIRST_UID, Identity, identity, slot
from gograde.sandbox.host.processes import NamespaceTree, count_sockets, host_task, inner_pid, scheduled
from gograde.sandbox.host.reach import ReachableMounts, Ways
from gograde.sandbox.host.spawn import PATIENCE_S, SpawnCommand, in_thread, sealed_files, start_program
from gograde.sandbox.protocol import BOX, MIB, Job, RunResult
from gograde.sandbox.run.carry_out import RunSession, carry_out, process_limits, set_limits, uncrowded
from gograde.sandbox.run.server import SERVER, Server, ServerRequest, own_code, pid_of
from gograde.sandbox.run.wires import KILLED, Cell, ProgramEnd, prologue_of_first, wires

_NAME = "bwrap"
STDIN = "/.stdin"
_FOLDERS = (os.fspath(BOX), "/dev/shm")
_NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--unshare-cgroup-try", "--hostname", "box", "--uid", str(FIRST_UID), "--gid", str(FIRST_UID)),
    *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"),
)
_CODE = "/dev/shm"
"""The folder of a server's own code.  In each run an empty /dev/shm covers it."""
_GRACE_S = 0.2  # seconds in which a server may end by itself
_NO_TERMINALS = ("--dev-bind", "/dev/null", "/dev/pts/ptmx")
"""All programs of the machine share one number of terminals."""


def system_mounts() -> tuple[str, ...]:
    """The options of bwrap that mount the host's programs and libraries."""
    options: list[str] = []
    for path in system.existing((*system.PROGRAMS, *system.SETTINGS)):
        if path.is_symlink():
            options += ["--symlink", os.fspath(path.readlink()), os.fspath(path)]
        else:
            options += ["--ro-bind", os.fspath(path), os.fspath(path)]
    return tuple(options)


@dataclass(frozen=True)
class Bubblewrap:
    """Runs jobs through bwrap, whose path is `binary`.

    `nested` means that bwrap cannot forbid further user namespaces here.
    With `noticing`, the filter `seccomp` allows the calls that the kernel asks the grader about.
    `proofs` keeps the results of proofs about this back end.
    """

    binary: Path
    seccomp: bytes
    nested: bool = False
    noticing: Noticing | None = None
    mounts: tuple[str, ...] = field(default_factory=system_mounts)
    name: str = _NAME
    ways: Ways = field(default_factory=lambda: Ways(lean=True), compare=False, repr=False)
    groups: Groups = field(default_factory=Groups, compare=False, repr=False)
    proofs: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def run(self, job: Job) -> RunResult:
        return uncrowded(self.name, lambda: self.run_once(job))

    def run_once(self, job: Job, server: Server | None = None) -> RunResult:
        """Run `job` once, forked from `server` if there is one; raises OSError or JudgeError on failure."""
        with ExitStack() as kept:
            own = server.who if server is not None else None
            who = own or identity(kept.enter_context(slot()))
            session = RunSession(self.name, who, kept.enter_context(self.groups.lent(job.limits)))
            opened = self._open(job, session) if server is None else self._fork(server, job, session)
            return carry_out(opened, job, session)

    def _open(self, job: Job, session: RunSession) -> NamespaceCell:
        """Start bwrap, and wait until the shell inside waits for "go"."""
        who, group = session.who, session.group
        way = self.ways.to((*job.readable, self.binary), who)
        with ExitStack() as kept:
            notices = notices_of(self.noticing, job, kept)
            with wires(kept) as (ends, streams), sealed_files(self.seccomp, job.stdin) as inherited:
                more = ("--seccomp", str(inherited[0]), "--tmpfs", "/proc/1", "--remount-ro", "/proc/1")
                inner = (system.SHELL, "-c", prologue_of_first(STDIN), "sh", *job.argv)
                command = self._command(job, inherited[1], room(job), more, inner)

                def confine() -> None:
                    if group is not None:
                        group.enter()
                    enter(way, who)
                    if notices is not None:
                        notices.enter()

                monitor = started(SpawnCommand(command, streams, inherited, folder="/"), confine, kept)
            monitor.watch(ends.control, notices)
            program = ends.await_ready(_NAME, notices)
            set_limits(program, job.limits, 1, who)
            parent, first = _stopped(program, kept)
            others_s = sum(scheduled(pid).ran_s for pid in (monitor.pid, parent))
            return NamespaceCell(ends, notices, program, kept, monitor.reap, first, others_s)

    def _fork(self, server: Server, job: Job, session: RunSession) -> NamespaceCell:
        """Have the server make namespaces and fork the program, and wait until it waits for "go"."""
        with ExitStack() as kept:
            notices = notices_of(self.noticing, job, kept)
            doors = session.group.doors(kept) if session.group is not None else ()
            with wires(kept) as (ends, streams), sealed_files(job.stdin) as stdin:
                words = {"doors": len(doors), "room": room(job), "entries": entries(job), "argv": job.argv}
                # The kernel counts the server and the first process with the program's.
                words["limits"] = [*process_limits(job.limits, 2).items()]
                first = server.begin((self.seccomp, self.noticing), words, (*streams, *stdin, *doors))
                kept.callback(os.close, first)
            if notices is not None:
                ends.give_listener(notices)
            program, others_s = ends.await_ready(_NAME, notices), scheduled(pid_of(first)).ran_s

            def reap(_: int) -> tuple[int, float]:
                ended = server.reap()
                await_end(first)
                return ended

            return NamespaceCell(ends, notices, program, kept, reap, first, others_s)

    def start_server(self, wanted: ServerRequest, kept: ExitStack) -> Callable[[Server], None]:
        """Start a server in a sandbox of its own; returns what waits until it is ready."""
        who = identity(kept.enter_context(slot()))
        way = self.ways.to((*wanted.job.readable, self.binary), who)
        files = {f"{_CODE}/{file.path}": file.data for file in own_code()}
        files |= {f"{BOX}/{file.path}": file.data for file in wanted.early}
        with sealed_files(b"", b"", *files.values()) as (empty, stdin, *placed):
            # It makes the namespaces of runs by itself, and bwrap loads no filter.
            more = [*("--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP")]
            for path, fd in zip(files, placed, strict=True):
                more += ["--file", str(fd), path]
            command = self._command(
                wanted.job, stdin, MIB, more, wanted.command(f"{_CODE}/{SERVER}", "apart")
            )
            inherited = (wanted.channel, stdin, *placed)
            program = SpawnCommand(command, (empty, *wanted.streams), inherited, folder="/")
            monitor = started(program, lambda: enter(way, who), kept)

        def greet(server: Server) -> None:
            server.who = who
            monitor.watch(server.channel)
            itself = host_task(pid_of(server.greet()))
            # Its parent, the first process of the namespaces that bwrap has made, ends last.
            last = os.pidfd_open(itself.parent if itself is not None else server.pid)
            kept.callback(os.close, last)
            kept.callback(await_end, last)
            kept.callback(monitor.end)
            kept.callback(hang_up, server.channel, monitor.pid)

        return greet

    def _command(
        self, job: Job, stdin: int, size: int, more: Iterable[str], inner: Iterable[str]
    ) -> list[str]:
        """A call of bwrap, with `more` options than every sandbox has, which runs the command `inner`.

        `stdin` is a descriptor that bwrap inherits.  The working folder has room for `size` bytes.
        """
        return [
            os.fspath(self.binary),
            *_NAMESPACES,
            *(() if self.nested else ("--disable-userns",)),
            *("--perms", "0444", "--file", str(stdin), STDIN),
            *self.mounts,
            *_job_mounts(job),
            *("--proc", "/proc"),
            *("--dev", "/dev", *_NO_TERMINALS, "--size", str(MIB), "--perms", "1777", "--tmpfs", "/dev/shm"),
            *(word for name, value in job.env.items() for word in ("--setenv", name, value)),
            *("--size", str(size), "--perms", "0755", "--tmpfs", str(BOX)),
            *more,
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(BOX), "--", *inner),
        ]


def enter(way: ReachableMounts, who: Identity) -> None:
    """Put this thread into the mount namespace of `way`, and change permanently into `who`, if needed.

    A grader that cannot change its user keeps its rights, with which bwrap makes namespaces.
    """
    way.enter()
    if who.drop:
        who.assume_in_thread()


def started(program: SpawnCommand, confine: Callable[[], None], kept: ExitStack) -> Monitor:
    """Start bwrap from a new thread, which is confined first; `kept` ends bwrap."""

    def start() -> int:
        with kernel.fixed_addresses():
            return start_program(program, confine=confine)

    monitor = Monitor(in_thread(start, kept))
    kept.callback(monitor.end)
    return monitor


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
class Monitor:
    """The bwrap process outside the namespaces; after `reap`, `used_s` is the CPU time of the whole run.

    It leads a process group.  The namespace's first process belongs to that group until bwrap has set it up:
    before, it waits for a word of bwrap, and would wait for ever if bwrap were killed.
    """

    pid: int
    status: int | None = None
    used_s: float = 0.0

    def reap(self, first: int) -> tuple[int, float]:
        """Wait for the namespace's first process, whose pidfd is `first`, and then for bwrap."""
        await_end(first)
        self._reap()
        return self.status or 0, self.used_s

    def watch(self, channel: socket.socket, notices: Notices | None = None) -> None:
        """Wait until there is a word on `channel`; when bwrap ends before, end all that holds `channel`."""
        itself = os.pidfd_open(self.pid)
        try:
            if awaited([channel.fileno(), itself], notices) == [itself]:
                self._reap()
        finally:
            os.close(itself)

    def _reap(self) -> None:
        if self.status is not None:
            return
        # While bwrap is a zombie, no other process group has its number.
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        os.killpg(self.pid, signal.SIGKILL)
        _, self.status, used = os.wait4(self.pid, 0)
        self.used_s = used.ru_utime + used.ru_stime

    def end(self) -> None:
        """Kill bwrap, and so the namespace, if bwrap was not reaped."""
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
        self._reap()


@dataclass
class NamespaceCell(Cell):
    """A run in namespaces of its own.

    `first` is a pidfd of the namespace's first process.  `reap` waits for the end of the killed namespace;
    it returns the wait status of the run and the CPU seconds of its processes.  `others_s` are those of the
    other processes that it counts, so far.  `folders` are the file systems that the program can write, its
    working directory first.
    """

    reap: Callable[[int], tuple[int, float]]
    first: int
    others_s: float
    folders: Sequence[str] = _FOLDERS

    def opened(self) -> tuple[int, NamespaceTree]:
        inside = f"/proc/{self.pid}/root"
        folders = [os.open(inside + path, os.O_RDONLY | os.O_DIRECTORY) for path in self.folders]
        self.written = [self.keep(folder) for folder in folders]
        self.protocols = self.keep(os.open(f"/proc/{self.pid}/net/protocols", os.O_RDONLY))
        proc = self.keep(os.open(f"{inside}/proc", os.O_RDONLY))
        return self.written[0], NamespaceTree(inner_pid(self.pid), proc)

    def usage(self) -> Usage:
        found = [os.fstatvfs(folder) for folder in self.written]
        taken = (found[0].f_blocks - found[0].f_bfree) * found[0].f_frsize
        # Empty files take memory too, and the size of a tmpfs does not bound their number.
        files = sum(each.f_files - each.f_ffree for each in found)
        return Usage(taken, files, count_sockets(self.protocols))

    def end(self) -> ProgramEnd:
        """Kill the namespace and wait for its first process, which ends last."""
        ended, task = has_ended(self.program), self.tree.main()
        # Without a zombie the first process was killed, or the program woke it: it ends by itself.
        gone = ended and (task is None or task.state != "Z") and has_ended(self.first, PATIENCE_S)
        _kill(self.first)
        status, used_s = self.reap(self.first)
        lost = gone and os.waitstatus_to_exitcode(status) in (-signal.SIGKILL, KILLED)
        if task is not None:
            status = task.exit_status if task.state == "Z" else signal.SIGKILL
        used_s -= self.before.ran_s + self.others_s
        return ProgramEnd(status, used_s, self.notices.end() if self.notices else (), lost)


def has_ended(pidfd: int, patience_s: float = 0.0) -> bool:
    """Whether a process ends within `patience_s` seconds."""
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    return bool(poller.poll(patience_s * 1000))


def _kill(pidfd: int) -> None:
    """Kill a process, unless it has ended, as one that the program resumed may have."""
    with suppress(ProcessLookupError):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)


def await_end(pidfd: int) -> None:
    if not has_ended(pidfd, PATIENCE_S):
        raise JudgeError(f"sandbox {_NAME}", "a killed program does not die", "look for a hung file system")


def hang_up(channel: socket.socket, pid: int) -> None:
    """Let a server end by itself, so that the kernel counts its CPU time; `pid` ends with it."""
    channel.close()
    handle = os.pidfd_open(pid)
    has_ended(handle, _GRACE_S)
    os.close(handle)


def _stopped(program: int, kept: ExitStack) -> tuple[int, int]:
    """Stop the namespace's first process, the parent of `program`; returns its pid and a pidfd of it.

    So the program remains a zombie, which can be measured, after its end.
    """
    task = host_task(program)
    if task is None:
        raise JudgeError(f"sandbox {_NAME}", "the program ended before its start", "run it again")
    first = os.pidfd_open(task.parent)
    kept.callback(os.close, first)
    kept.callback(_kill, first)
    signal.pidfd_send_signal(first, signal.SIGSTOP)
    deadline = time.monotonic() + PATIENCE_S
    while (parent := host_task(task.parent)) is not None and time.monotonic() < deadline:
        if parent.state == "T":
            return task.parent, first
        time.sleep(0.0005)
    raise JudgeError(f"sandbox {_NAME}", "its first process cannot be stopped", "run it again")
