"""The sandbox of each way of running; for a game's moves an attack is forked between two harmless runs."""

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gograde.errors import JudgeError
from gograde.intake.reading.read import ready_modules
from gograde.sandbox.attempts import Noticing
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.host.processes import host_task
from gograde.sandbox.landlock import Landlock
from gograde.sandbox.protocol import Backend, Collect, Job, Limits, RunResult, StagedFile
from gograde.sandbox.select import choose_backend
from gograde.sandbox.warm import Warm, why_cold
from tests.attacks.harness.corpus import WARM
from tests.sandboxes import comes_true

_FACTS = "facts.json"
_LOOKS = """\
import json, os, resource, sys

def lines(path, *beginnings):
    try:
        with open(path) as file:
            return [line for line in file if line.startswith(beginnings)]
    except OSError as error:
        return str(error)

def listed(folder):
    try:
        return os.listdir(folder)
    except OSError as error:
        return str(error)

facts = {
    "files": [listed(folder) for folder in (".", "/", "/dev", "/dev/shm", "/proc/1")],
    "processes": [name for name in listed("/proc") if name.isdigit()],
    "descriptors": listed("/proc/self/fd"),
    "state": lines("/proc/self/status", "Umask", "SigB", "SigI", "SigC", "ShdP", "Cap", "NoNew", "Seccomp"),
    "memory between processes": [lines(f"/proc/sysvipc/{kind}", " ") for kind in ("msg", "sem", "shm")],
    "limits": {n: resource.getrlimit(n) for n in range(16) if n != resource.RLIMIT_NPROC},
    "priority": [os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0)],
    "processors": sorted(os.sched_getaffinity(0)),
    "environment": dict(os.environ),
    "interpreter": [sys.path, sorted(sys.modules), sys.getrecursionlimit(), repr(print), repr(open)],
    "standard input": sys.stdin.read(),
}
with open("facts.json", "w") as file:
    json.dump(facts, file)
print("fine")
"""
_PATIENCE_S = 2.0
_IN_PEACE = 0, None, (), b"fine\n", b""


class HurtError(Exception):
    """A run after an attack was not what it is without one."""


def sandbox(way: str) -> Backend:
    """The back end of a way of running, or `warm-landlock`; raises JudgeError where this machine has none."""
    if not way.startswith(WARM):
        return choose_backend(name=way)
    cold = choose_backend(name="bwrap" if way == WARM else "landlock")
    fault = why_cold(cold)
    if fault or not isinstance(cold, Bubblewrap | Landlock):
        raise JudgeError("warm start", fault, "gograde doctor tells what this machine lacks")
    return Forked(cold)


@dataclass(frozen=True)
class Forked:
    """A back end that has a new server for each run, and lets a harmless run go before it and one after.

    Raises JudgeError where the run was not forked from it, and HurtError when the run after it differs
    from the one before, or processes of it live on.
    """

    cold: Bubblewrap | Landlock
    name: str = WARM

    @property
    def noticing(self) -> Noticing | None:
        return self.cold.noticing

    def run(self, job: Job) -> RunResult:
        entry = job.argv[2]
        ready = ready_modules({file.path: file.data for file in job.files}, entry)
        with closing(Warm(self.cold, ready)) as warm:
            before = _facts(warm, job)
            if before["end"] != _IN_PEACE:
                raise JudgeError("warm start", f"a harmless run ended with {before['end']}", "look why")
            result = warm.run(job)
            alive = _survivors(warm)
            after = _facts(warm, job)
            if warm.cold_runs:
                raise JudgeError("warm start", warm.fault or "a run was not forked", "look why")
            if alive or before != after:
                raise HurtError(_told(alive, before, after))
        return result


def _facts(warm: Warm, job: Job) -> Mapping[str, Any]:
    """What a harmless program of the same player finds; nothing where it could not end in peace."""
    looks = replace(
        job, argv=(*job.argv[:2], "looks.py"), files=(StagedFile("looks.py", _LOOKS.encode()),),
        limits=Limits(), collect=Collect((_FACTS,)),
    )  # fmt: skip
    result = warm.run(looks)
    end = result.exit_code, result.killed_for, result.violations, result.stdout, result.stderr
    # The limit of processes is that of a user, whose others count along: it is not compared.
    return {"end": end, **json.loads(result.files.get(_FACTS, b"{}"))}


def _survivors(warm: Warm) -> int:
    """How many processes the server has while no run goes on."""
    if warm._server is None:
        return 0
    pid = warm._server.pid
    comes_true(lambda: not _children(pid), _PATIENCE_S)
    return _children(pid)


def _children(pid: int) -> int:
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [task.parent for task in map(host_task, pids) if task is not None].count(pid)


def _told(alive: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    names = sorted({*before, *after})
    changed = [name for name in names if before.get(name) != after.get(name)]
    told = [f"the next run's {name} was {before.get(name)}, and is {after.get(name)}" for name in changed]
    return "; ".join([*([f"{alive} processes live on"] if alive else []), *told])
