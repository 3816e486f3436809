"""What each back end holds, and how: the one table behind the doctor, the reports and `docs/sandbox.md`.

Each probe of the doctor, and each hostile program of the tests, is for one of its rows.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path

import gograde
from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import has_users
from gograde.sandbox.landlock.backend import SCOPES_ABI, Landlock
from gograde.sandbox.limits import cgroup
from gograde.sandbox.protocol import Backend


class How(StrEnum):
    """How something is held, the strongest way first."""

    KERNEL = "by the kernel"
    GRADER = "by the grader"
    SAMPLED = "sampled"
    PARTLY = "held in part"
    NOT = "not held"


class Need(StrEnum):
    """What a machine must have for the stronger of two ways."""

    GROUP = "a control group"
    USERS = "a grader that is root"
    LISTENER = "a listener of system calls"


@dataclass(frozen=True)
class Hold:
    """A way to hold something; `otherwise` applies where the machine lacks what `needs` names."""

    how: How
    needs: Need | None = None
    otherwise: How = How.NOT

    def on(self, had: Collection[Need]) -> How:
        """The way on a machine that has `had`."""
        return self.how if self.needs is None or self.needs in had else self.otherwise


KERNEL, GRADER, SAMPLED, PARTLY, NOT = (Hold(how) for how in How)
IN_GROUP = Hold(How.KERNEL, Need.GROUP, How.SAMPLED)
NOTICED = Hold(How.KERNEL, Need.LISTENER)

KINDS = ("bwrap", "landlock with namespaces", "landlock")
"""The back ends, in the order of the table's columns; a grader that is root gives Landlock namespaces."""


@dataclass(frozen=True)
class Row:
    """Something that a program must not have or exceed, and how each of `KINDS` holds it."""

    id: str
    what: str
    holds: tuple[Hold, ...]


TABLE = (
    Row("contents", "contents of files that it does not need", (KERNEL, KERNEL, KERNEL)),
    Row("names", "names, sizes and times of other files", (KERNEL, NOT, NOT)),
    Row("inherited", "environment, open files and terminal of the grader", (GRADER, GRADER, GRADER)),
    Row("writes", "files outside its folder: to make or change them", (KERNEL, KERNEL, KERNEL)),
    Row("network", "network, sockets of other programs", (KERNEL, KERNEL, KERNEL)),
    Row("signals", "signals, memory and limits of other processes", (KERNEL, KERNEL, KERNEL)),
    Row("rights", "rights: root, namespaces, dangerous system calls", (KERNEL, KERNEL, KERNEL)),
    Row("share", "more than its share: cores, priority, the time of others", (KERNEL, KERNEL, KERNEL)),
    Row("numbers", "numbers of the machine's processes", (KERNEL, KERNEL, NOT)),
    Row("end", "processes after the end, though the grader is killed", (KERNEL, KERNEL, PARTLY)),
    Row("processes", "number of processes", (KERNEL, KERNEL, Hold(How.KERNEL, Need.USERS, How.PARTLY))),
    Row("open-files", "number of open files", (KERNEL, KERNEL, KERNEL)),
    Row("memory", "memory of all processes together", (IN_GROUP, IN_GROUP, IN_GROUP)),
    Row("disk", "bytes in the working folder", (KERNEL, KERNEL, SAMPLED)),
    Row("files", "number of files in the working folder", (SAMPLED, KERNEL, SAMPLED)),
    Row("cpu", "CPU time of all processes together", (SAMPLED, SAMPLED, SAMPLED)),
    Row("clock", "time by the clock", (GRADER, GRADER, GRADER)),
    Row("streams", "bytes that it prints", (GRADER, GRADER, GRADER)),
    Row("answers", "answers that are no plain files of limited size", (GRADER, GRADER, GRADER)),
    Row("kernel", "memory of the kernel itself, for locks, pipes and names", (PARTLY, PARTLY, PARTLY)),
    Row("attempts", "record of what it tries", (NOTICED, NOTICED, NOTICED)),
    Row("covert", "bits through load, clocks and counters of the kernel", (NOT, NOT, NOT)),
    Row("door", "paths, links and bombs in what is handed in", (GRADER, GRADER, GRADER)),
    Row("reading", "answers and sources that are read as something else", (GRADER, GRADER, GRADER)),
    Row("pictures", "pictures that take long or much memory, or say two things", (GRADER, GRADER, GRADER)),
    Row("pages", "text that acts on a page, in a table or on a terminal", (GRADER, GRADER, GRADER)),
)


@dataclass(frozen=True)
class Shortfall:
    """A row that is not fully held on this machine; `everywhere`: bwrap never holds it better."""

    id: str
    what: str
    how: How
    everywhere: bool


def shortfalls(kind: str, had: Collection[Need]) -> tuple[Shortfall, ...]:
    """The rows that the back end `kind` does not fully hold on a machine that has `had`."""
    at = KINDS.index(kind)
    weak = [(row, how) for row in TABLE if (how := row.holds[at].on(had)) not in (How.KERNEL, How.GRADER)]
    return tuple(Shortfall(row.id, row.what, how, how is row.holds[0].how) for row, how in weak)


def shortfalls_of(backend: Backend) -> tuple[Shortfall, ...]:
    """The shortfalls of a back end on this machine."""
    if not isinstance(backend, Bubblewrap | Landlock):
        return ()
    users = has_users()
    found = {
        Need.GROUP: cgroup.proved() is not None,
        Need.USERS: users,
        Need.LISTENER: backend.noticing is not None,
    }
    has_spaces = users and isinstance(backend, Landlock) and backend.in_spaces
    kind = f"{backend.name} with namespaces" if has_spaces else backend.name
    return shortfalls(kind, [need for need, there in found.items() if there])


def in_words(found: Collection[Mapping[str, str]]) -> str:
    """Shortfalls as JSON has them, in one phrase: `not held: names …; sampled: bytes …`."""
    by_how = {how: [one["what"] for one in found if one["how"] == how] for how in reversed(How)}
    return "; ".join(f"{how}: {', '.join(names)}" for how, names in by_how.items() if names)


LIBRARIES = ("snakemake", "numpy", "pandas", "numba", "matplotlib", "frictionless", "pydantic")


@dataclass(frozen=True)
class Advice:
    """A fact that makes grading less safe or slower; `fix` is a command or a hint, or empty."""

    what: str
    fix: str = ""


def advice() -> list[Advice]:
    """What to tell about this machine; why a back end does not work is told with the back end."""
    abi, cores = kernel.landlock_abi(), len(os.sched_getaffinity(0))
    found = (
        (
            0 < abi < SCOPES_ABI,
            f"Landlock ABI {abi} is below 6: under it programs cannot signal each other",
            "boot a kernel of 6.12 or newer",
        ),
        (
            os.getloadavg()[0] > cores,
            f"the load is above the {cores} cores: limits by the clock are unfair",
            "end what else runs here, or grade with fewer --cores",
        ),
        (
            is_script(shutil.which("python3")),
            "python3 on the PATH is a script that looks for the real one: slow in `run.sh` submissions",
            "gograde itself uses the real one; for others put "
            f"{Path(sys.executable).resolve().parent} first in PATH",
        ),
    )
    return [Advice(what, fix) for holds, what, fix in found if holds]


def versions() -> dict[str, str]:
    """The versions of what this machine grades with, by name; no library is imported for it."""
    abi = kernel.landlock_abi()
    return {
        "python": platform.python_version(),
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "Landlock ABI": str(abi) if abi else "none",
        "bwrap": _bwrap_version(),
        "gograde": gograde.__version__,
        **{name: _library(name) for name in LIBRARIES},
    }


def _library(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _bwrap_version() -> str:
    program = shutil.which("bwrap")
    if program is None:
        return "not installed"
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.split()[-1] if done.stdout.split() else "unknown"


def is_script(program: str | None) -> bool:
    if program is None:
        return False
    try:
        with Path(program).open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False
