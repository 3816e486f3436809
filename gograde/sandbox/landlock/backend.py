"""The back end that needs no installed program: Landlock, a seccomp filter and rlimits.

A grader that is root gives each run namespaces besides.  Elsewhere each run has a process group, and the
grader measures the use of disk without bounding it.  A program can see that a hidden file exists.
"""

from __future__ import annotations

import os
import re
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from gograde.sandbox.host import system
from gograde.sandbox.host.identity import Identity, identity
from gograde.sandbox.host.processes import GroupTree, count_threads
from gograde.sandbox.host.reach import Ways
from gograde.sandbox.host.slots import slot
from gograde.sandbox.host.spawn import Program, sealed_files
from gograde.sandbox.landlock.namespaces import Space
from gograde.sandbox.landlock.process_group import Group, Walls, new_group
from gograde.sandbox.landlock.rules import Rules, make_ruleset
from gograde.sandbox.limits.cgroup import Groups, RunGroup
from gograde.sandbox.limits.crowd import uncrowded
from gograde.sandbox.notices.attempts import Notices, Noticing, Policy
from gograde.sandbox.notices.files import file_policy
from gograde.sandbox.protocol import BOX, Job, RunResult
from gograde.sandbox.run.carry_out import Session, carry_out, faults_named
from gograde.sandbox.run.cell import Cell, Ending
from gograde.sandbox.run.prologue import prologue_in
from gograde.sandbox.run.wires import wires
from gograde.sandbox.workdir.folder import WorkDir
from gograde.sandbox.workdir.usage import Usage

_ROOM_FOR_OTHERS = 64
"""Processes that the user's other programs may start during a run: the kernel counts them too."""
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

    def run(self, job: Job) -> RunResult:
        with faults_named(self.name):
            return uncrowded(lambda: self._run(job))

    def _run(self, job: Job) -> RunResult:
        with slot() as number, self.groups.lent(job.limits) as group:
            who = identity(number)
            spaces = bool(self.in_spaces) and who.drop
            seccomp, way = self.in_spaces if spaces else self.seccomp, self.ways.to(job.readable, who)
            work = WorkDir.make(who)
            rules = partial(make_ruleset, self.rules.of(job), work, self.abi)
            walls = Walls(who, rules, seccomp, way, self.noticing, spaces)
            return _run(job, Session(self.name, who, group), work, walls)


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
                return _run(job, Session(self.name, who, group), work, None)

        with faults_named(self.name):
            return uncrowded(run)


def _run(job: Job, session: Session, work: WorkDir, walls: Walls | None) -> RunResult:
    with ExitStack() as kept:
        kept.callback(work.remove)
        return carry_out(_open(job, work, walls, session), job, session)


def _open(job: Job, work: WorkDir, walls: Walls | None, session: Session) -> Cell:
    """Start the shell that becomes the program, and wait until it waits for "go"."""
    who = session.who
    others = 0 if who.drop else count_threads(who.uid) + _ROOM_FOR_OTHERS
    script = prologue_in(os.fspath(work.path))
    command = [system.SHELL, "-c", script, "sh", *(_in_folder(word, work.path) for word in job.argv)]
    env = {name: _in_folder(value, work.path) for name, value in job.env.items()}
    with ExitStack() as kept:
        group = Space(job, work, who) if walls is not None and walls.spaces else new_group()
        kept.callback(group.end)
        notices = None
        if walls is not None and walls.noticing is not None:
            files, memory = file_policy(job, work.path), job.limits.memory_bytes
            notices = Notices(Policy(walls.noticing, files, group.is_stranger, walls.spaces, memory))
            kept.callback(notices.end)
        with wires(kept, os.fsencode(work.path)) as (ends, streams), sealed_files(job.stdin) as stdin:
            program = Program(command, (*streams, *stdin), (), env)
            pid = group.start(program, partial(_confine, session.group, walls, group, notices))
        ends.await_ready("landlock")
        if isinstance(group, Space):
            return group.cell(ends, notices, kept)
        return GroupCell(ends, notices, pid, kept, group, work, job.limits.file_bytes, others=others)


def _confine(
    own: RunGroup | None, walls: Walls | None, group: Group | Space, notices: Notices | None
) -> None:
    """Put the starting thread into its control group and behind its walls."""
    if own is not None:
        own.enter()
    if walls is not None:
        walls.way.enter()
        group.enter()
        walls.enter(group.leader, notices)


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


def _in_folder(text: str, folder: Path) -> str:
    """`text` with `/box` replaced by the host's path of the working directory."""
    return _BOX_NAME.sub(os.fspath(folder), text)
