"""The back end that needs no installed program: Landlock, a seccomp filter and rlimits.

A grader that is root gives each run namespaces besides.  Elsewhere each run has a process group, and the
grader measures the use of disk without bounding it.  A program can see that a hidden file exists.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from gograde.private import Scratch
from gograde.sandbox.bwrap.backend import hang_up
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.identity import GROUP, Identity, has_users, identity, slot
from gograde.sandbox.host.processes import GroupTree, count_threads
from gograde.sandbox.host.reach import Ways
from gograde.sandbox.host.spawn import Program, in_thread, sealed_files, start_program
from gograde.sandbox.landlock.process_group import Group, Space, Walls, new_group
from gograde.sandbox.landlock.rules import Rules, make_ruleset
from gograde.sandbox.limits.cgroup import Groups
from gograde.sandbox.notices.attempts import Notices, Noticing, Policy
from gograde.sandbox.notices.files import file_policy
from gograde.sandbox.protocol import BOX, Job, RunResult
from gograde.sandbox.run.carry_out import Session, carry_out, faults_named, uncrowded
from gograde.sandbox.run.server import SERVER, Server, Wanted, own_code
from gograde.sandbox.run.wires import Cell, Ending, prologue_in, wires
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
    rules: Rules = field(default_factory=Rules, compare=False, repr=False)
    ways: Ways = field(default_factory=Ways, compare=False, repr=False)
    groups: Groups = field(default_factory=Groups, compare=False, repr=False)
    proofs: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def run(self, job: Job) -> RunResult:
        with faults_named(self.name):
            return uncrowded(lambda: self.run_once(job))

    def run_once(self, job: Job, server: Server | None = None) -> RunResult:
        """Run `job` once, forked from `server` if there is one; raises OSError or JudgeError on failure."""
        with slot() as number, self.groups.lent(job.limits) as group:
            who = identity(number)
            spaces = self._makes_spaces()
            seccomp, way = self.in_spaces if spaces else self.seccomp, self.ways.to(job.readable, who)
            work = WorkDir.make(who)
            rules = partial(make_ruleset, self.rules.of(job), work.path, self.abi)
            walls = Walls(who, rules, seccomp, way, self.noticing, spaces)
            return _Start(job, work, Session(self.name, who, group), walls, server).run()

    def _makes_spaces(self) -> bool:
        return bool(self.in_spaces) and has_users()

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
            rules = make_ruleset(self.rules.of(wanted.job), home.path.parent, self.abi)
            kernel.forbid_new_privileges()
            kernel.landlock_enforce(rules)
            os.close(rules)
            if self._makes_spaces():
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
                work = WorkDir.make(who)
                return _Start(job, work, Session(self.name, who, group)).run()

        with faults_named(self.name):
            return uncrowded(run)


@dataclass(frozen=True)
class _Start:
    """A run that is about to start: behind which walls, if any, and forked by which server, if by any."""

    job: Job
    work: WorkDir
    session: Session
    walls: Walls | None = None
    server: Server | None = None

    def run(self) -> RunResult:
        with ExitStack() as kept:
            kept.callback(self.work.remove)
            placed = replace(self, job=_in_place(self.job, self.work.path))
            return carry_out(placed._open(), self.job, self.session)

    def _open(self) -> Cell:
        """Start the process that becomes the program, and wait until it waits for "go"."""
        who, work = self.session.who, self.work
        others = 0 if who.drop else count_threads(who.uid) + _ROOM_FOR_OTHERS
        with ExitStack() as kept:
            spaces = self.walls is not None and self.walls.spaces
            group = Space(self.job, work, who, self.server) if spaces else new_group(self.server)
            kept.callback(group.end)
            notices = self._notices(group, kept)
            with (
                wires(kept, os.fsencode(work.path)) as (ends, streams),
                sealed_files(self.job.stdin) as stdin,
            ):
                fds, server = (*streams, *stdin), self.server
                begin = partial(self._ask, server) if server else partial(self._begin, notices)
                group.program = in_thread(partial(begin, group, fds))
            if self.server is not None and notices is not None:
                ends.give_listener(notices)
            group.program = ends.await_ready("landlock")
            if isinstance(group, Space):
                return group.cell(ends, notices, kept)
            unseen = self.job.limits.file_bytes
            return GroupCell(ends, notices, group.program, kept, group, work, unseen, others=others)

    def _notices(self, group: Group | Space, kept: ExitStack) -> Notices | None:
        """The notices of the run, which `kept` ends; None where this machine does not permit them."""
        if self.walls is None or self.walls.noticing is None:
            return None
        files, memory = file_policy(self.job, self.work.path), self.job.limits.memory_bytes
        found = Notices(Policy(self.walls.noticing, files, group.is_stranger, self.walls.spaces, memory))
        kept.callback(found.end)
        return found

    def _begin(self, notices: Notices | None, group: Group | Space, fds: Sequence[int]) -> int:
        """Put this thread behind the walls, and start the shell that becomes the program; returns its pid."""
        script = prologue_in(os.fspath(self.work.path))
        program = Program([system.SHELL, "-c", script, "sh", *self.job.argv], tuple(fds), (), self.job.env)
        with kernel.fixed_addresses():
            if self.session.group is not None:
                self.session.group.enter()
            if self.walls is not None:
                self.walls.way.enter()
                group.enter()
                self.walls.enter(group.leader, notices)
            return start_program(program, group=group.leader)

    def _ask(self, server: Server, group: Group | Space, fds: Sequence[int]) -> int:
        """Have the server fork a process that goes behind the walls by itself; returns 0."""
        assert self.walls is not None
        who, own = self.session.who, self.session.group
        with ExitStack() as kept:
            doors = own.doors(kept) if own is not None else ()
            mine = os.open("/proc/thread-self/ns", os.O_RDONLY | os.O_DIRECTORY)
            kept.callback(os.close, mine)
            self.walls.way.enter()
            group.enter()
            named = _NAMESPACES if self.walls.spaces else _NAMESPACES[:1] if who.drop else ()
            inner = [os.open(name, os.O_RDONLY, dir_fd=mine) for name in named]
            for fd in (rules := self.walls.rules(), *inner):
                kept.callback(os.close, fd)
            words = {
                "argv": self.job.argv,
                "env": dict(self.job.env),
                "folder": os.fspath(self.work.path),
                "group": group.leader,
                "user": (who.uid, who.gid) if who.drop else (),
                "doors": len(doors),
            }
            filters = self.walls.filter(group.leader), self.walls.noticing
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
        used = sum(each.cpu_s for pid, each in reaped.items() if pid != self.group.leader)
        attempts = self.notices.end() if self.notices else ()
        return Ending(reaped[self.pid].status, used - self.before.ran_s, attempts)


def _in_place(job: Job, folder: Path) -> Job:
    """`job` with the host's path of the working directory in its command and environment."""
    env = {name: in_folder(value, folder) for name, value in job.env.items()}
    return replace(job, argv=tuple(in_folder(word, folder) for word in job.argv), env=env)


def in_folder(text: str, folder: Path) -> str:
    """`text` with `/box` replaced by the host's path of the working directory."""
    return _BOX_NAME.sub(os.fspath(folder), text)
