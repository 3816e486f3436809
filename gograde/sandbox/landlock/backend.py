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
import subprocess
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from gograde.private import Scratch
from gograde.sandbox.bwrap.backend import NamespaceCell, hang_up
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.identity import GROUP, Identity, has_users, identity, slot
from gograde.sandbox.host.processes import GroupTree, count_threads, scheduled
from gograde.sandbox.host.reach import Unchanged, Way, Ways
from gograde.sandbox.host.spawn import Program, in_thread, sealed_files, start_program
from gograde.sandbox.landlock.walls import Group, Rule, Space, enforce, make_ruleset, new_group, rules_of
from gograde.sandbox.limits.cgroup import Groups
from gograde.sandbox.notices.attempts import Notices, Noticing, notices_of
from gograde.sandbox.protocol import BOX, Job, RunResult
from gograde.sandbox.run.carry_out import Session, carry_out, process_limits, set_limits, uncrowded
from gograde.sandbox.run.server import SERVER, Server, Wanted, own_code, pid_of
from gograde.sandbox.run.wires import Cell, Ending, prologue, wires
from gograde.sandbox.seccomp.rules import joining
from gograde.sandbox.workdir.collect import stage
from gograde.sandbox.workdir.folder import Usage, WorkDir

_ROOM_FOR_OTHERS = 64
"""Processes that the user's other programs may start during a run: the kernel counts them too."""
_NAMESPACES = ("mnt", "ipc", "net")
"""The namespaces of the asking thread that a forked program enters."""

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
        with slot() as number, self.groups.lent(job.limits) as group:
            who = identity(number)
            way, rules = self.ways.to(job.readable, who), self.rules_of(job)
            start = partial(_Start, walls=self, way=way, rules=rules, server=server)
            return _run(job, Session(self.name, who, group), start)

    def rules_of(self, job: Job) -> tuple[Rule, ...]:
        """What `job` may read."""
        return self.rules.get((job.readable, job.hidden), partial(rules_of, job))

    def makes_spaces(self) -> bool:
        """Whether each run gets namespaces of its own, else a process group."""
        return bool(self.in_spaces) and has_users()

    def filter(self, group: Group | Space) -> bytes:
        """The filter of a program; in a process group, which it may join, but no other one."""
        return self.in_spaces if isinstance(group, Space) else joining(self.seccomp, group.leader)

    def start_server(self, wanted: Wanted, kept: ExitStack) -> Callable[[Server], None]:
        """Start a server of the grader's own user, which may read what its runs may, and write beside them.

        It finds no files of `early`, whose places would differ.  It is the first process of a pid namespace
        where its runs have such.  Returns what waits until it is ready.
        """
        home = Scratch.make(GROUP if has_users() else None)
        kept.callback(home.remove)
        place = os.fspath(home.path)
        stage(home.fd, own_code())
        env = {name: in_folder(value, home.path) for name, value in wanted.job.env.items()}
        streams = (subprocess.DEVNULL, *wanted.streams)
        command = wanted.command(f"{place}/{SERVER}", "beside")
        program = Program(command, streams, (wanted.channel,), env, folder=place)

        def begin() -> int:
            enforce(make_ruleset(self.rules_of(wanted.job), home.path.parent, self.abi))
            if self.makes_spaces():
                kernel.unshare(kernel.CLONE_NEWPID)
            with kernel.fixed_addresses():
                return start_program(program)

        pid = in_thread(begin)

        def end(channel: socket.socket) -> None:
            hang_up(channel, pid)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

        def greet(server: Server) -> None:
            kept.callback(end, server.channel)
            server.early = ()
            server.greet()

        return greet


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
                return _run(job, Session(self.name, who, group), _Start)

        return uncrowded(self.name, run)


def _run(job: Job, session: Session, start: Callable[[Job, WorkDir, Session], _Start]) -> RunResult:
    """Run `job`; its command and environment have the host's path of the working directory for `/box`."""
    work = WorkDir.make(session.who)
    try:
        env = {name: in_folder(value, work.path) for name, value in job.env.items()}
        placed = replace(job, argv=tuple(in_folder(word, work.path) for word in job.argv), env=env)
        return carry_out(start(placed, work, session).open(), job, session)
    finally:
        work.remove()


@dataclass(frozen=True)
class _Start:
    """A run that is about to start: behind whose walls, if any, and forked by which server, if by any."""

    job: Job
    work: WorkDir
    session: Session
    walls: Landlock | None = None
    way: Way | None = None
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
            stranger = group.is_stranger if isinstance(group, Group) else None
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

    def _begin(self, notices: Notices | None, group: Group | Space, fds: Sequence[int]) -> int:
        """Put this thread behind the walls, and start the shell that becomes the program; returns its pid."""
        # The shell changes into the folder, since all threads of the grader share one.
        script = f"cd {shlex.quote(os.fspath(self.work.path))} || exit 125\n{prologue()}"
        program = Program([system.SHELL, "-c", script, "sh", *self.job.argv], tuple(fds), (), self.job.env)
        with kernel.fixed_addresses():
            if self.session.group is not None:
                self.session.group.enter()
            if self.walls is not None:
                rules = self._enter(group)
                self.session.who.assume_in_thread()
                enforce(rules)
                if notices is not None:
                    notices.enter()
                kernel.load_seccomp(self.walls.filter(group))
            return start_program(program, group=group.leader)

    def _enter(self, group: Group | Space) -> int:
        """Put this thread where the program may reach what it may read; a ruleset, with its own mounts."""
        assert self.walls is not None
        assert self.way is not None
        self.way.enter()
        if isinstance(group, Space):
            group.enter()
        return make_ruleset(self.rules, self.work.path, self.walls.abi)

    def _ask(self, server: Server, group: Group | Space, fds: Sequence[int]) -> int:
        """Have the server fork a process that goes behind the walls by itself; returns 0."""
        assert self.walls is not None
        who, own = self.session.who, self.session.group
        with ExitStack() as kept:
            doors = own.doors(kept) if own is not None else ()
            mine = os.open("/proc/thread-self/ns", os.O_RDONLY | os.O_DIRECTORY)
            kept.callback(os.close, mine)
            rules = self._enter(group)
            named = _NAMESPACES if isinstance(group, Space) else _NAMESPACES[:1] if who.drop else ()
            inner = [os.open(name, os.O_RDONLY, dir_fd=mine) for name in named]
            for fd in (rules, *inner):
                kept.callback(os.close, fd)
            words = {
                "argv": self.job.argv,
                "env": dict(self.job.env),
                "folder": os.fspath(self.work.path),
                "group": group.leader,
                "user": (who.uid, who.gid) if who.drop else (),
                "doors": len(doors),
                "limits": [*process_limits(self.job.limits, self.others()).items()],
            }
            filters = self.walls.filter(group), self.walls.noticing
            server.begin(filters, words, (*fds, *doors, rules, *inner))
        return 0


@dataclass
class GroupCell(Cell):
    """A run in a process group; `unseen` bytes count for a deleted file that cannot be measured."""

    group: Group
    work: WorkDir
    unseen: int

    def opened(self) -> tuple[int, GroupTree]:
        self.members = GroupTree(self.pid, group=self.group.leader)
        self.keep(self.members.proc)
        return self.work.box, self.members

    def usage(self) -> Usage:
        return self.work.usage(self.members.latest, self.unseen)

    def end(self) -> Ending:
        reaped = self.group.end()
        used = sum(cpu_s for pid, (_, cpu_s) in reaped.items() if pid != self.group.leader)
        attempts = self.notices.end() if self.notices else ()
        return Ending(reaped[self.pid][0], used - self.before.ran_s, attempts)


def in_folder(text: str, folder: Path) -> str:
    """`text` with `/box` replaced by the host's path of the working directory."""
    return _BOX_NAME.sub(os.fspath(folder), text)
