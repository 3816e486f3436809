"""Examines whether a back end can confine hostile programs.  Proved by trying, never by reading settings.

Each guarantee has a control: the forbidden action must succeed outside the sandbox, so that its failure
inside proves the guarantee.  A guarantee that cannot be proved counts as broken.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.doctor import survey
from gograde.sandbox.doctor.bait import laid_out
from gograde.sandbox.doctor.survey import (
    ENDED,
    NO_CONTROL,
    REACHED,
    Controls,
    Guarantee,
    Survey,
    python_job,
    shortfalls_of,
)
from gograde.sandbox.protocol import KIB, MIB, Backend, Collect, Ended, Job, Limits, RunResult, StagedFile

QUICK = ("canary-read", "canary-write", "tcp", "unix-path", "unix-abstract", "orphan")
"""The probes that every `gograde run` tries at its start."""


def run_controls() -> Controls:
    """Try every action outside the sandbox."""
    return {**survey.reached_outside(), **controls()}


def examine(backend: Backend, controls: Controls | None = None) -> Survey:
    """Prove each guarantee of `backend`, or report what breaks it.

    When the sandbox fails to start, the report has a single broken guarantee; nothing is raised.
    """
    outside = controls or run_controls()
    started = time.monotonic()
    try:
        guarantees, seen = survey.examined(backend, outside)
        guarantees.append(round_trip(backend))
        with laid_out() as bait:
            guarantees += strange_outputs(backend, outside, bait.canary)
        guarantees += [exceeded(backend, one, outside) for one in EXCESSES]
    except JudgeError as error:
        failed = Guarantee("sandbox", "The sandbox runs a program", False, "the sandbox itself failed")
        return Survey(backend.name, (failed,), {"sandbox": str(error)})
    seconds, short = time.monotonic() - started, shortfalls_of(backend)
    return Survey(backend.name, tuple(guarantees), seen, seconds, short)


def quick(backend: Backend, like: Job | None = None) -> None:
    """Try the probes `QUICK`, in a fraction of a second, with the interpreter and the folders of `like`.

    Raises JudgeError when a probe gets through or the sandbox does not run.
    """
    probes = [probe for probe in survey.PROBES if probe.id in QUICK]
    with laid_out() as bait:
        outside = {**dict.fromkeys(QUICK, True), **bait.call_listeners()}
        job = survey.survey_job(bait, probes)
        if like is not None:
            job = replace(like, files=job.files, stdin=job.stdin, limits=job.limits)
        result = backend.run(job)
        effects = bait.effects(patience_s=0)
    said = survey.parsed(result.stdout)
    for probe in probes:
        one = survey.judged(probe, said.get(probe.id), effects, outside)
        if not one.ok:
            raise JudgeError(
                f"sandbox {backend.name}",
                f"{one.title}: {one.detail}",
                "run `gograde doctor` to see what does not hold, and mend it before grading",
            )


SCRIPT = "overdo.py"

STOPPED = 3
"""The exit code of an excess that an error stopped before its end."""

BY_ERROR = (Ended.WORK_BYTES, Ended.WORK_FILES, Ended.PROCESSES)
"""The limits that also hold when the kernel refuses the program the excess.

Whether the kernel or the grader acts first is a race, so the outcome is the same.
"""


@dataclass(frozen=True)
class Excess:
    """A limit of `limits`, and how it ends a program that uses more of its resource."""

    id: str
    title: str
    ends: Ended
    limits: Limits


EXCESSES = (
    Excess("cpu", "CPU time is limited", Ended.CPU, Limits(cpu_s=0.1)),
    Excess("wall", "Time by the clock is limited", Ended.WALL, Limits(wall_s=0.2)),
    Excess("stdout", "Standard output is limited", Ended.STDOUT, Limits(stdout_bytes=64 * KIB)),
    Excess("stderr", "Standard error is limited", Ended.STDERR, Limits(stderr_bytes=64 * KIB)),
    Excess("tree-memory", "Memory of all processes is limited", Ended.MEMORY, Limits(memory_bytes=96 * MIB)),
    Excess(
        "work-bytes", "Bytes in the working folder are limited", Ended.WORK_BYTES, Limits(work_bytes=2 * MIB)
    ),
    Excess("work-files", "Files in the working folder are limited", Ended.WORK_FILES, Limits(work_files=100)),
    Excess("processes", "Processes are limited", Ended.PROCESSES, Limits(processes=8)),
)

KINDS = (
    ("output-symlink", "symlink.txt", "A symbolic link is not taken out"),
    ("output-fifo", "fifo.txt", "A pipe is not taken out, blocks nobody"),
    ("output-twin", "twin.txt", "A file with two names is not taken out"),
    ("output-large", "large.txt", "A too large file is not taken out"),
    ("output-folder", "folder.txt", "A folder is not taken out"),
)
PLAIN = "plain.txt"
COLLECTED_BYTES = 4 * KIB
_TOO_LARGE = {"bytes": 2 * COLLECTED_BYTES}

ROUND_TRIP = ("round-trip", "Files, streams, exit code come through")
NAME = "in 棋.bin"
DATA = bytes(range(256))
TEXT = "black ● white ○\n"
ARGS = ("a b", "棋", "", "*")
EXIT_CODE = 7


def controls() -> dict[str, bool]:
    """By guarantee, whether the excess or the output of a wrong kind succeeds outside."""
    with ThreadPoolExecutor(len(EXCESSES)) as pool:
        made = pool.submit(survey.outside, SCRIPT, {"canary": "/", **_TOO_LARGE}, "kinds")
        ran = pool.map(lambda one: survey.outside(SCRIPT, asdict(one.limits), one.ends)[0] == 0, EXCESSES)
        names = made.result()[1].decode().split()
        kinds = {key: name in names and PLAIN in names for key, name, _ in KINDS}
        return {**dict(zip((one.id for one in EXCESSES), ran, strict=True)), **kinds}


def exceeded(backend: Backend, excess: Excess, control: Controls) -> Guarantee:
    """Run one excess in the sandbox and judge its end."""
    job = replace(python_job(SCRIPT, asdict(excess.limits), excess.ends), limits=excess.limits)
    result = backend.run(job)
    stopped = result.killed_for is None and result.exit_code == STOPPED and excess.ends in BY_ERROR
    ok = control[excess.id] and (stopped or result.killed_for is excess.ends)
    if not control[excess.id]:
        detail = NO_CONTROL
    elif ok:
        detail = ENDED
    elif result.killed_for is not None:
        detail = f"ended for {result.killed_for.value} instead of {excess.ends.value}"
    elif result.exit_code == 0:
        detail = REACHED
    else:
        end = f"signal {result.signal}" if result.signal is not None else f"exit {result.exit_code}"
        detail = f"the probe died ({end}), so nothing is proved"
    return Guarantee(excess.id, excess.title, ok, detail)


def strange_outputs(backend: Backend, control: Controls, canary: Path) -> list[Guarantee]:
    """Make an output of every wrong kind in the sandbox; none may be collected."""
    collect = Collect(patterns=("*.txt",), file_bytes=COLLECTED_BYTES)
    job = replace(python_job(SCRIPT, {"canary": str(canary), **_TOO_LARGE}, "kinds"), collect=collect)
    result = backend.run(job)
    return [_kind(*kind, result=result, control=control[kind[0]]) for kind in KINDS]


def _kind(key: str, name: str, title: str, *, result: RunResult, control: bool) -> Guarantee:
    made = result.stdout.decode(errors="replace").split()
    ok, detail = False, REACHED
    if name in result.files:
        pass
    elif not control:
        detail = NO_CONTROL
    elif result.files.get(PLAIN) != b"plain":
        detail = "an ordinary file did not come out either, so nothing is proved"
    elif name not in made:
        ok, detail = True, "cannot be made inside"
    elif name in result.refused:
        ok, detail = True, f"refused: {result.refused[name]}"
    else:
        detail = "left out without a word"
    return Guarantee(key, title, ok, detail)


def round_trip(backend: Backend) -> Guarantee:
    """Pass a file, a text and arguments to a job, and compare what comes back."""
    plain = python_job(SCRIPT, {"name": NAME, "text": TEXT}, "echo", *ARGS)
    files, collect = (*plain.files, StagedFile(NAME, DATA)), Collect(patterns=("out.*",))
    result = backend.run(replace(plain, files=files, collect=collect))
    faults = {
        "files": dict(result.files) != {"out.bin": DATA},
        "stdout": result.stdout != TEXT.encode(),
        "stderr or arguments": result.stderr != "|".join(ARGS).encode(),
        "exit code": result.exit_code != EXIT_CODE,
    }
    wrong = [name for name, fault in faults.items() if fault]
    detail = f"not as sent: {', '.join(wrong)}" if wrong else "what was sent came back"
    return Guarantee(*ROUND_TRIP, not wrong, detail)
