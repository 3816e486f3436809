"""The back end that needs no installed program: Landlock, a seccomp filter and rlimits.

A grader that is root gives each run namespaces besides.  Elsewhere each run has a process group, and the
grader measures the use of disk without bounding it.  A program can see that a hidden file exists.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import stat
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.attempts import Notices, Noticing, notices_of
from gograde.sandbox.bwrap import NamespaceCell, await_end, hang_up
from gograde.sandbox.cgroup import Groups
from gograde.sandbox.collect import Usage, WorkDir, entries, room, stage
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.identity import Identity, has_users, identity, slot
from gograde.sandbox.host.processes import GroupTree, count_threads, scheduled
from gograde.sandbox.host.reach import ReachableMounts, Stamps, Unchanged, Ways
from gograde.sandbox.host.spawn import PATIENCE_S, SpawnCommand, in_thread, sealed_files, start_program
from gograde.sandbox.protocol import BOX, Job, RunResult
from gograde.sandbox.run.carry_out import RunSession, carry_out, process_limits, set_limits, uncrowded
from gograde.sandbox.run.server import SERVER, Server, ServerRequest, own_code, pid_of
from gograde.sandbox.run.wires import Cell, ProgramEnd, prologue, wires
from gograde.sandbox.seccomp.rules import joining

_ROOM_FOR_OTHERS = 64  # processes that the user's other programs may start during a run: these count too
_NAMESPACES = ("mnt", "ipc")
"""The namespaces of the asking thread that a forked program enters; it has the network of its server."""

_BOX_NAME = re.compile(rf"(?<![\w./-]){BOX}(?![\w.-])")


@dataclass(frozen=True)
class Landlock:
    """Runs jobs under version `abi` of Landlock and the filter `seccomp`.

    With `noticing`, the filter allows the calls that the kernel asks the grader about.
    `in_spaces` is the filter of runs with namespaces of their own; empty where none can be made.
    """

    abi: int
    seccomp: bytes
    noticing: Noticing | None = None
    in_spaces: bytes = b""
    name: str = "landlock"
    rules: Unchanged[tuple[Rule, ...]] = field(default_factory=Unchanged, compare=False, repr=False)
    ways: Ways = field(default_factory=Ways, compare=False, repr=False)
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
            way, rules = self.ways.to(job.readable, who), () if server else self.rules_of(job)
            return _run(job, session, partial(_Start, walls=self, way=way, rules=rules, server=server))

    def rules_of(self, job: Job) -> tuple[Rule, ...]:
        """What `job` may read."""
        return self.rules.get((job.readable, job.hidden), partial(rules_of, job))

    def makes_spaces(self) -> bool:
        """Whether each run gets namespaces of its own, else a process group."""
        return bool(self.in_spaces) and has_users()

    def filter(self, group: ProcessGroup | Space) -> bytes:
        """The filter of a program; in a process group, which it may join, but no other one."""
        return self.in_spaces if isinstance(group, Space) else joining(self.seccomp, group.leader)

    def start_server(self, wanted: ServerRequest, kept: ExitStack) -> Callable[[Server], None]:
        """Start a server of the grader's own user, which keeps to the rules of its runs.

        All runs have one working directory, where the server finds `early` at its start.  It is the first
        process of a pid namespace where its runs have such.  Returns what waits until it is ready.
        """
        who = identity(kept.enter_context(slot()))
        work = WorkDir.make(who)
        kept.callback(work.remove)
        home = work.holder.path
        paths = (*self.rules_of(wanted.job), (home, _READ))
        # A rule holds below the mount of a run if it names a folder above.  That one only root can write.
        rules = make_ruleset(paths, home if self.makes_spaces() else work.path, self.abi)
        kept.callback(os.close, rules)
        stage(work.holder.fd, own_code())
        stage(work.box, wanted.early)
        command = wanted.command(f"{home}/{SERVER}", "beside")
        streams, env = (subprocess.DEVNULL, *wanted.streams), placed(wanted.job, work.path).env
        program = SpawnCommand(command, streams, (wanted.channel,), env, folder=os.fspath(work.path))

        def begin() -> int:
            enforce(rules)
            if self.makes_spaces():
                kernel.unshare(kernel.CLONE_NEWPID | kernel.CLONE_NEWNET)
            with kernel.fixed_addresses():
                return start_program(program)

        pid = in_thread(begin)

        def greet(server: Server) -> None:
            kept.callback(_end_server, server.channel, pid)
            server.greet()
            work.empty()
            server.who, server.work, server.rules = who, work, rules

        return greet


def _end_server(channel: socket.socket, pid: int) -> None:
    hang_up(channel, pid)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


@dataclass(frozen=True)
class Unsandboxed:
    """Runs jobs as the grader's own user, with limits but without a sandbox.

    Only for programs that the user of gograde trusts; gograde never chooses it by itself.
    """

    name: str = "none"
    groups: Groups = field(default_factory=Groups, compare=False, repr=False)

    def run(self, job: Job) -> RunResult:
        who = Identity(os.getuid(), os.getgid(), drop=False)

        def run() -> RunResult:
            with self.groups.lent(job.limits) as group:
                return _run(job, RunSession(self.name, who, group), partial(_Start))

        return uncrowded(self.name, run)


def _run(job: Job, session: RunSession, start: partial[_Start]) -> RunResult:
    """Run `job` in the working directory of its server, or in a new one."""
    server = start.keywords.get("server")
    with ExitStack() as kept:
        work = server.work if server is not None else WorkDir.make(session.who)
        if server is None:
            kept.callback(work.remove)
        return carry_out(start(placed(job, work.path), work, session).open(), job, session)


@dataclass(frozen=True)
class _Start:
    """A run that is about to start: behind whose walls, if any, and forked by which server, if by any."""

    job: Job
    work: WorkDir
    session: RunSession
    walls: Landlock | None = None
    way: ReachableMounts | None = None
    rules: tuple[Rule, ...] = ()
    server: Server | None = None

    def open(self) -> Cell:
        """Start the process that becomes the program, and wait until it waits for "go"."""
        who, work = self.session.who, self.work
        with ExitStack() as kept:
            spaces = self.walls is not None and self.walls.makes_spaces()
            group = Space(self.job, work, who, self.server) if spaces else new_group(self.server)
            kept.callback(group.end)
            noticing = self.walls.noticing if self.walls is not None else None
            stranger = group.is_stranger if isinstance(group, ProcessGroup) else None
            notices = notices_of(noticing, self.job, kept, stranger=stranger, work=work.path)
            with (
                wires(kept, os.fsencode(work.path)) as (ends, streams),
                sealed_files(self.job.stdin) as stdin,
            ):
                fds, server = (*streams, *stdin), self.server
                begin = partial(self._ask, server) if server else partial(self._begin, notices)
                group.program = in_thread(partial(begin, group, fds))
            if self.server is not None and notices is not None:
                ends.give_listener(notices)
            group.program = ends.await_ready("landlock", notices)
            if self.server is None:
                set_limits(group.program, self.job.limits, self.others(), who)
            else:  # the server has reaped every earlier run, also one whose grader died
                work.empty()
            if isinstance(group, Space):
                others_s, folders = scheduled(pid_of(group.first)).ran_s, [os.fspath(work.path)]
                here = group.reap, group.first, others_s, folders
                return NamespaceCell(ends, notices, group.program, kept, *here)
            unseen = self.job.limits.file_bytes
            return GroupCell(ends, notices, group.program, kept, group, work, unseen)

    def others(self) -> int:
        """How many other processes the kernel may count with the program's, since they have its user."""
        who = self.session.who
        return 0 if who.drop else count_threads(who.uid) + _ROOM_FOR_OTHERS

    def _begin(self, notices: Notices | None, group: ProcessGroup | Space, fds: Sequence[int]) -> int:
        """Put this thread behind the walls, and start the shell that becomes the program; returns its pid."""
        # The shell changes into the folder, since all threads of the grader share one.
        script = f"cd {shlex.quote(os.fspath(self.work.path))} || exit 125\n{prologue()}"
        program = SpawnCommand(
            [system.SHELL, "-c", script, "sh", *self.job.argv], tuple(fds), (), self.job.env
        )
        with kernel.fixed_addresses():
            if self.session.group is not None:
                self.session.group.enter()
            if self.walls is not None:
                self._enter(group)
                rules = make_ruleset(self.rules, self.work.path, self.walls.abi)
                self.session.who.assume_in_thread()
                enforce(rules)
                os.close(rules)
                if notices is not None:
                    notices.enter()
                kernel.load_seccomp(self.walls.filter(group))
            return start_program(program, group=group.leader)

    def _enter(self, group: ProcessGroup | Space) -> None:
        """Put this thread where the program may reach what it may read."""
        assert self.way is not None
        self.way.enter()
        if isinstance(group, Space):
            group.enter()

    def _ask(self, server: Server, group: ProcessGroup | Space, fds: Sequence[int]) -> int:
        """Have the server fork a process that goes behind the walls by itself; returns 0."""
        assert self.walls is not None
        who, own = self.session.who, self.session.group
        with ExitStack() as kept:
            doors = own.doors(kept) if own is not None else ()
            mine = os.open("/proc/thread-self/ns", os.O_RDONLY | os.O_DIRECTORY)
            kept.callback(os.close, mine)
            self._enter(group)
            named = _NAMESPACES if isinstance(group, Space) else _NAMESPACES[:1] if who.drop else ()
            inner = [os.open(name, os.O_RDONLY, dir_fd=mine) for name in named]
            for fd in inner:
                kept.callback(os.close, fd)
            words = {
                "argv": self.job.argv,
                "group": group.leader,
                "user": (who.uid, who.gid) if who.drop else (),
                "doors": len(doors),
                "limits": [*process_limits(self.job.limits, self.others()).items()],
            }
            filters = self.walls.filter(group), self.walls.noticing
            server.begin(filters, words, (*fds, *doors, server.rules, *inner))
        return 0


@dataclass
class GroupCell(Cell):
    """A run in a process group; `unseen` bytes count for a deleted file that cannot be measured."""

    group: ProcessGroup
    work: WorkDir
    unseen: int

    def opened(self) -> tuple[int, GroupTree]:
        self.members = GroupTree(self.pid, group=self.group.leader)
        self.keep(self.members.proc)
        return self.work.box, self.members

    def usage(self) -> Usage:
        return self.work.usage(self.members.latest, self.unseen)

    def end(self) -> ProgramEnd:
        reaped = self.group.end()
        used = sum(cpu_s for pid, (_, cpu_s) in reaped.items() if pid != self.group.leader)
        attempts = self.notices.end() if self.notices else ()
        return ProgramEnd(reaped[self.pid][0], used - self.before.ran_s, attempts)


def placed(job: Job, folder: Path) -> Job:
    """`job`, whose command and environment have the host's path of the working directory for `/box`."""

    def moved(text: str) -> str:
        return _BOX_NAME.sub(os.fspath(folder), text) if f"{BOX}" in text else text

    env = {name: moved(value) for name, value in job.env.items()}
    return replace(job, argv=tuple(map(moved, job.argv)), env=env)


LEAST_ABI = 3  # older versions cannot refuse to truncate files
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
    """Keep this thread, permanently, to the ruleset behind a descriptor."""
    kernel.forbid_new_privileges()
    kernel.landlock_enforce(rules)


_PAUSE_S = 0.0003  # seconds between two searches for dead processes


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
class ProcessGroup:
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


def new_group(server: Server | None) -> ProcessGroup:
    """A new group with only its guardian in it."""
    leader, alive = _waiting("kill -9 0")
    INHERITANCE.count(1)
    return ProcessGroup(leader, alive, server)


def _waiting(then: str) -> tuple[int, int]:
    """Start a shell that waits for the end of a pipe, and then runs `then`; its pid, and the pipe's end."""
    waits, alive = os.pipe()
    try:
        streams = (waits, subprocess.DEVNULL, subprocess.DEVNULL)
        return start_program(
            SpawnCommand([system.SHELL, "-c", f"cd /; read -r word; {then}"], streams)
        ), alive
    finally:
        os.close(waits)


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
        kernel.private_mounts(kernel.CLONE_NEWIPC)
        if self.server is not None:
            self.first = self.server.space()
            kernel.enter_namespace(self.first, kernel.CLONE_NEWPID)
        else:
            kernel.unshare(kernel.CLONE_NEWPID | kernel.CLONE_NEWNET)
            shell, self.alive = _waiting("")
            self.first = os.pidfd_open(shell)
        self._mount()

    def _mount(self) -> None:
        """Cover the working directory and /proc with those of the run."""
        mine = f"mode=0700,uid={self.who.uid},gid={self.who.gid}"
        bounds = f"size={room(self.job)},nr_inodes={entries(self.job)}"
        kernel.mount("tmpfs", os.fspath(self.work.path), "tmpfs", _PLAIN, f"{mine},{bounds}")
        theirs = f"pidns=/proc/{pid_of(self.first)}/ns/pid"
        try:
            kernel.mount("proc", "/proc", "proc", _PLAIN | kernel.MS_NOEXEC, theirs)
        except OSError:  # before Linux 6.17 only a process of the namespace can mount it
            mounting = start_program(SpawnCommand(_MOUNT_PROC, (subprocess.DEVNULL,) * 3))
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
