"""The back end without namespaces: Landlock, a seccomp filter, rlimits and a supervisor.

Nothing needs to be installed, and it works where user namespaces are switched off.  It is
weaker than bwrap in what is listed under "Known limits" of the documentation: a program can
see that a hidden file exists, and disk use is measured, not bounded.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from gograde.sandbox.group import Cage, in_workdir, open_cell
from gograde.sandbox.identity import Identity, identity
from gograde.sandbox.landlock_rules import make_ruleset
from gograde.sandbox.protocol import Job, RunResult
from gograde.sandbox.reach import closed_ways, opened
from gograde.sandbox.session import Session, carry_out
from gograde.sandbox.slots import slot
from gograde.sandbox.supervise import supervised


@dataclass(frozen=True)
class Landlock:
    """Runs jobs under version `abi` of Landlock and the filter `seccomp`."""

    abi: int
    seccomp: bytes
    name: str = "landlock"

    def run(self, job: Job) -> RunResult:
        return supervised(self.name, lambda grader: self._run(job, grader))

    def _run(self, job: Job, grader: int) -> RunResult:
        with slot() as number:
            who = identity(number)
            with opened(closed_ways(job.readable, who)), in_workdir(who) as work:
                cage = Cage(make_ruleset(job, work.path, self.abi), self.seccomp)
                cell = open_cell(job, work, who, cage)
                return carry_out(cell, job, Session(self.name, who, grader))


@dataclass(frozen=True)
class Unsandboxed:
    """Runs jobs as the grader's own user, held to their limits and to nothing else.

    Only for programs that the grader's owner trusts, and never chosen by itself.
    """

    name: str = "none"

    def run(self, job: Job) -> RunResult:
        return supervised(self.name, lambda grader: self._run(job, grader))

    def _run(self, job: Job, grader: int) -> RunResult:
        who = Identity(os.getuid(), os.getgid(), drop=False)
        with in_workdir(who) as work:
            cell = open_cell(job, work, who, None)
            return carry_out(cell, job, Session(self.name, who, grader))
