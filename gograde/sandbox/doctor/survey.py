"""Tries to reach out of a sandbox: each probe must succeed outside and fail inside."""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import Any

import gograde
from gograde.private import scratch_folder
from gograde.sandbox import cgroup
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.doctor.bait import PLACES, Bait, laid_out
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import has_users
from gograde.sandbox.host.system import ENVIRONMENT, interpreter_folders
from gograde.sandbox.landlock import SCOPES_ABI, Landlock
from gograde.sandbox.protocol import MIB, Backend, Job, Limits, StagedFile

SCRIPT = "reach_out.py"


@dataclass(frozen=True)
class Probe:
    """One thing that a program must not reach; `row` is that of `guarantees.TABLE`, or "" for none.

    `anywhere`: the control may fail, because some users are refused the same thing outside too.
    `required`: a back end on which the probe gets through is not fit to grade.
    """

    id: str
    row: str
    title: str
    required: bool = True
    anywhere: bool = False


PROBES = (
    Probe("canary-read", "contents", "Files of the grader cannot be read"),
    Probe("canary-write", "writes", "Files of the grader cannot be written"),
    Probe("canary-touch", "writes", "Times of the grader's files are safe"),
    Probe("canary-stat", "names", "Sizes of the grader's files are unseen", required=False),
    Probe("hidden-below", "contents", "What a readable folder hides is hidden"),
    Probe("elsewhere", "writes", "Nothing can be left elsewhere"),
    Probe("environment", "inherited", "The grader's environment cannot be read"),
    Probe("descriptors", "inherited", "No open file of the grader is passed on"),
    Probe("invisible", "numbers", "Other processes cannot be seen"),
    Probe("prlimit", "signals", "Limits of other processes are safe"),
    Probe("priority", "share", "Priorities of other processes are safe"),
    Probe("signal", "signals", "Signals do not get out"),
    Probe("tcp", "network", "No network: TCP"),
    Probe("udp", "network", "No network: UDP"),
    Probe("unix-path", "network", "No socket of another by its path"),
    Probe("unix-abstract", "network", "No socket of another by abstract name"),
    Probe("network", "network", "The grader's network cannot be seen"),
    Probe("no-new-privileges", "rights", "Set-user-id programs give no rights", anywhere=True),
    Probe("capabilities", "rights", "No capabilities", anywhere=True),
    Probe("seccomp", "rights", "System calls are filtered", anywhere=True),
    Probe("system-calls", "rights", "Dangerous system calls are refused"),
    Probe("namespaces", "rights", "No namespaces of its own", anywhere=True),
    Probe("root", "rights", "Not root of the machine", anywhere=True),
    Probe("affinity", "share", "The cores it runs on cannot be chosen"),
    Probe("core", "disk", "No core files", anywhere=True),
    Probe("address-space", "memory", "Memory of one process is limited", anywhere=True),
    Probe("process-limit", "processes", "The kernel limits processes, too"),
    Probe("open-files", "open-files", "Open files are limited"),
    Probe("file-size", "disk", "The size of one file is limited"),
    Probe("determinism", "", "Seed, zone, encoding, umask are fixed"),
    Probe("orphan", "end", "Nothing is alive after the end"),
)

NOTICED = ("noticed", "What a program tries is noticed")

PROGRAM = "doctor.py"
"""The name under which a program of the doctor is staged."""

ODD_ENV = {"TZ": "Asia/Shanghai", "LANG": "C", "PYTHONHASHSEED": "random", "PYTHONUTF8": "0"}
"""The environment of the control, in which the probe `determinism` must succeed."""

LIMITS = Limits(wall_s=300, open_files=64, file_bytes=MIB)  # the survey is ours, and the machine may be busy
BEYOND = {"open_files": 256, "file_bytes": 4 * MIB}
"""How much the probes ask for, more than `LIMITS` allows."""

Answers = Mapping[str, Mapping[str, str | None]]


def interpreter() -> str:
    """The path of the interpreter itself, with links resolved."""
    return str(Path(sys.executable).resolve())


def python_job(name: str, told: Mapping[str, Any], *args: str) -> Job:
    """A job that runs the doctor's program `name` with `told` as JSON on its stdin."""
    return Job(
        argv=(interpreter(), "-S", "-s", "-B", PROGRAM, *args),
        files=(StagedFile(PROGRAM, (Path(__file__).parent / "inside" / name).read_bytes()),),
        stdin=json.dumps(told).encode(),
        readable=interpreter_folders(),
        env=ENVIRONMENT,
    )


def outside(name: str, told: Mapping[str, Any], *args: str) -> tuple[int, bytes]:
    """Exit code and stdout of the doctor's program `name` without a sandbox, as the control."""
    with scratch_folder() as folder, (folder / "stdout").open("w+b") as stdout:
        job = python_job(name, told, *args)
        (folder / job.files[0].path).write_bytes(job.files[0].data)
        done = subprocess.run(
            job.argv,
            input=job.stdin,
            cwd=folder,
            env={**os.environ, **ODD_ENV},
            stdout=stdout,  # not a pipe: the orphan keeps it open
            stderr=subprocess.DEVNULL,
            close_fds=False,
            check=False,
        )
        stdout.seek(0)
        return done.returncode, stdout.read()


def survey_job(bait: Bait, probes: Sequence[Probe]) -> Job:
    """The job that tries `probes` on `bait`."""
    plain = python_job(SCRIPT, _survey_input(bait, probes, PLACES))
    readable = (*plain.readable, bait.readable)
    return replace(plain, limits=LIMITS, readable=readable, hidden=(bait.hidden,))


def _survey_input(bait: Bait, probes: Sequence[Probe], places: tuple[str, ...]) -> dict[str, Any]:
    """The input of the survey."""
    most = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    names = [probe.id for probe in probes]
    return {**bait.settings(places), **BEYOND, "most_processes": most, "probes": names}


def reached_outside() -> dict[str, bool]:
    """The control: by probe, whether it succeeds without a sandbox.

    The bait's evidence counts if there is any, else the probe's own answer.
    """
    with laid_out() as bait:
        said = parsed(outside(SCRIPT, _survey_input(bait, PROBES, ()))[1])
        effects = bait.effects(patience_s=5)
    reached = {name: answer.get("reached") is not None for name, answer in said.items()}
    return {**dict.fromkeys((probe.id for probe in PROBES), False), **reached, **effects}


def parsed(stdout: bytes) -> Answers:
    """The answers of a survey by probe, one JSON object a line; a line that is no JSON is ignored."""
    answers = {}
    for line in stdout.split(b"\n"):
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        answers[str(answer.pop("probe"))] = answer
    return answers


def examined(backend: Backend, controls: Controls) -> tuple[list[Guarantee], dict[str, str]]:
    """Try every probe inside and compare it with its control; also what the probes reached, for people.

    Whether the sandbox records the attempts is told too; no other guarantee depends on this.
    """
    with laid_out() as bait:
        result = backend.run(survey_job(bait, PROBES))
        effects = bait.effects()
    said = parsed(result.stdout)
    seen = {name: str(answer["reached"]) for name, answer in said.items() if answer.get("reached")}
    if result.stderr:
        seen["survey"] = result.stderr.decode(errors="replace")[-500:]
    found = [judged(probe, said.get(probe.id), effects, controls) for probe in PROBES]
    noticed = bool(result.violations)
    detail = "named in the record" if noticed else "not named in the record"
    return [*found, Guarantee(*NOTICED, noticed, detail, required=False)], seen


def judged(
    probe: Probe,
    answer: Mapping[str, str | None] | None,
    effects: Mapping[str, bool],
    controls: Controls,
) -> Guarantee:
    """Judge one probe by its answer, the baits and the control; what is not proved does not hold."""
    ok, detail = False, REACHED
    if effects.get(probe.id) or (answer or {}).get("reached") is not None:
        pass
    elif answer is None:
        detail = "the probe gave no answer, so nothing is proved"
    elif "died" in answer:
        detail = f"the probe died ({answer['died']}), so nothing is proved"
    elif controls[probe.id]:
        ok, detail = True, HELD
    else:
        ok, detail = probe.anywhere, HELD_EVERYWHERE if probe.anywhere else NO_CONTROL
    return Guarantee(probe.id, probe.title, ok, detail, probe.required)


SCHEMA = "gograde/guarantees/v1"

HELD = "works outside, refused inside"
ENDED = "works outside, ended inside"
HELD_EVERYWHERE = "refused inside and outside"
REACHED = "a program inside got through"
NO_CONTROL = "the control outside failed, so nothing is proved"

Controls = Mapping[str, bool]
"""By guarantee, whether its action succeeds outside; the same for every back end of a machine."""


@dataclass(frozen=True)
class Guarantee:
    """One promise of the sandbox, and whether it was proved.

    `detail` says how it was proved or what broke it.  It contains no times, paths or pids, so that machines
    that behave alike have equal reports.
    """

    id: str
    title: str
    ok: bool
    detail: str
    required: bool = True


@dataclass(frozen=True)
class Survey:
    """The guarantees of one back end.

    `short` is what the back end does not hold by the kernel on this machine.
    `seen` (by probe, what it reached) and `seconds` (of the examination) are for people and not stored.
    """

    backend: str
    guarantees: tuple[Guarantee, ...]
    seen: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    short: tuple[Shortfall, ...] = ()

    @property
    def broken(self) -> tuple[Guarantee, ...]:
        """The required guarantees that do not hold."""
        return tuple(one for one in self.guarantees if one.required and not one.ok)

    @property
    def fit(self) -> bool:
        """Whether submissions may run under this back end."""
        return bool(self.guarantees) and not self.broken

    def to_json(self) -> dict[str, Any]:
        """The stored part, which is equal for all examinations with the same outcome."""
        return {
            "schema": SCHEMA,
            "backend": self.backend,
            "fit": self.fit,
            "guarantees": [asdict(one) for one in self.guarantees],
            "short": [asdict(one) for one in self.short],
        }


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
BY_LISTENER = Hold(How.KERNEL, Need.LISTENER)

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
    Row("attempts", "record of what it tries", (BY_LISTENER, BY_LISTENER, BY_LISTENER)),
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


LIBRARIES = ("snakemake", "numpy", "pandas", "numba", "matplotlib", "frictionless", "msgspec")


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
