"""Tries to reach out of a sandbox: each probe must succeed outside and fail inside."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from gograde.private import scratch_folder
from gograde.sandbox.doctor.bait import PLACES, Bait, laid_out
from gograde.sandbox.doctor.guarantees import Shortfall
from gograde.sandbox.host.system import ENVIRONMENT, interpreter_folders
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
    plain = python_job(SCRIPT, _told(bait, probes, PLACES))
    readable = (*plain.readable, bait.readable)
    return replace(plain, limits=LIMITS, readable=readable, hidden=(bait.hidden,))


def _told(bait: Bait, probes: Sequence[Probe], places: tuple[str, ...]) -> dict[str, Any]:
    """The input of the survey."""
    most = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    names = [probe.id for probe in probes]
    return {**bait.settings(places), **BEYOND, "most_processes": most, "probes": names}


def reached_outside() -> dict[str, bool]:
    """The control: by probe, whether it succeeds without a sandbox.

    The bait's evidence counts if there is any, else the probe's own answer.
    """
    with laid_out() as bait:
        said = parsed(outside(SCRIPT, _told(bait, PROBES, ()))[1])
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
class Report:
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
