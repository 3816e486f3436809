"""Exceeds each limit: the excess must succeed outside, and the sandbox must end it."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from gograde.sandbox.doctor.findings import ENDED, NO_CONTROL, REACHED, Guarantee
from gograde.sandbox.doctor.survey import interpreter, python_job, script
from gograde.sandbox.protocol import KIB, MIB, Backend, Collect, Ended, Job, Limits, RunResult, StagedFile

SCRIPT = "overdo.py"

STOPPED = 3
"""The exit code of an excess that an error stopped before its end."""

_SEEN_S = 1.5
"""Seconds that an excess lasts if the grader finds it by sampling: the grader may wait for a CPU."""


@dataclass(frozen=True)
class Excess:
    """One resource, a limit for it, and a program that uses more than the limit.

    `by_error`: the limit also holds when the kernel refuses the program the excess.  Whether the kernel
    or the grader acts first is a race, so the outcome is the same.
    """

    id: str
    title: str
    action: str
    measure: Mapping[str, float]
    limits: Limits
    ends: Ended
    by_error: bool = False


EXCESSES = (
    Excess("cpu", "CPU time is limited", "spin", {"seconds": 0.4}, Limits(cpu_s=0.1), Ended.CPU),
    Excess("wall", "Time by the clock is limited", "wait", {"seconds": 0.5}, Limits(wall_s=0.2), Ended.WALL),
    Excess(
        "stdout",
        "Standard output is limited",
        "flood",
        {"stream": 1, "bytes": MIB},
        Limits(stdout_bytes=64 * KIB),
        Ended.STDOUT,
    ),
    Excess(
        "stderr",
        "Standard error is limited",
        "flood",
        {"stream": 2, "bytes": MIB},
        Limits(stderr_bytes=64 * KIB),
        Ended.STDERR,
    ),
    Excess(
        "tree-memory",
        "Memory of all processes is limited",
        "hoard",
        {"children": 4, "bytes": 40 * MIB, "seconds": _SEEN_S},
        Limits(memory_bytes=96 * MIB),
        Ended.MEMORY,
    ),
    Excess(
        "work-bytes",
        "Bytes in the working folder are limited",
        "fill",
        {"bytes": 6 * MIB, "seconds": 0.4},
        Limits(work_bytes=2 * MIB),
        Ended.WORK_BYTES,
        by_error=True,
    ),
    Excess(
        "work-files",
        "Files in the working folder are limited",
        "litter",
        {"files": 600, "seconds": 0.4},
        Limits(work_files=100),
        Ended.WORK_FILES,
        by_error=True,
    ),
    Excess(
        "processes",
        "Processes are limited",
        "multiply",
        {"children": 24, "seconds": _SEEN_S},
        Limits(processes=8),
        Ended.PROCESSES,
        by_error=True,
    ),
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

ROUND_TRIP = ("round-trip", "Files, streams, exit code come through")
NAME = "in 棋.bin"
DATA = bytes(range(256))
TEXT = "black ● white ○\n"
ARGS = ("a b", "棋", "", "*")
EXIT_CODE = 7


def controls() -> dict[str, bool]:
    """By guarantee, whether the excess or the output of a wrong kind succeeds outside."""
    with ThreadPoolExecutor(len(EXCESSES)) as pool:
        kinds = pool.submit(_kinds_outside)
        ran = pool.map(lambda excess: _outside(excess.action, excess.measure)[0] == 0, EXCESSES)
        return {**dict(zip((excess.id for excess in EXCESSES), ran, strict=True)), **kinds.result()}


def _kinds_outside() -> dict[str, bool]:
    made = _outside("kinds", _kinds_told("/"))[1].decode().split()
    return {key: name in made and PLAIN in made for key, name, _ in KINDS}


def _kinds_told(canary: str) -> dict[str, object]:
    return {"canary": canary, "bytes": 2 * COLLECTED_BYTES}


def _outside(action: str, told: Mapping[str, object]) -> tuple[int, bytes]:
    """Exit code and stdout of an action without a sandbox, in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "doctor.py").write_bytes(script(SCRIPT))
        done = subprocess.run(
            [interpreter(), "-S", "-s", "-B", "doctor.py", action],
            input=json.dumps(told).encode(),
            cwd=folder,
            capture_output=True,
            check=False,
        )
    return done.returncode, done.stdout


def exceeded(backend: Backend, excess: Excess, outside: Mapping[str, bool]) -> Guarantee:
    """Run one excess in the sandbox and judge its end."""
    job = replace(python_job(SCRIPT, excess.measure, excess.action), limits=excess.limits)
    ok, detail = _verdict(excess, backend.run(job), outside[excess.id])
    return Guarantee(excess.id, excess.title, ok, detail)


def _verdict(excess: Excess, result: RunResult, control: bool) -> tuple[bool, str]:
    if not control:
        return False, NO_CONTROL
    stopped = result.killed_for is None and result.exit_code == STOPPED and excess.by_error
    if stopped or result.killed_for is excess.ends:
        return True, ENDED
    if result.killed_for is not None:
        return False, f"ended for {result.killed_for.value} instead of {excess.ends.value}"
    if result.exit_code == 0:
        return False, REACHED
    return False, f"the probe died ({_end(result)}), so nothing is proved"


def _end(result: RunResult) -> str:
    return f"signal {result.signal}" if result.signal is not None else f"exit {result.exit_code}"


def strange_outputs(backend: Backend, outside: Mapping[str, bool], canary: Path) -> list[Guarantee]:
    """Make an output of every wrong kind in the sandbox; none may be collected."""
    collect = Collect(patterns=("*.txt",), file_bytes=COLLECTED_BYTES)
    job = replace(python_job(SCRIPT, _kinds_told(str(canary)), "kinds"), collect=collect)
    result = backend.run(job)
    return [_kind(*kind, result=result, control=outside[kind[0]]) for kind in KINDS]


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
    job: Job = replace(
        plain, files=(*plain.files, StagedFile(NAME, DATA)), collect=Collect(patterns=("out.*",))
    )
    result = backend.run(job)
    faults = {
        "files": dict(result.files) != {"out.bin": DATA},
        "stdout": result.stdout != TEXT.encode(),
        "stderr or arguments": result.stderr != "|".join(ARGS).encode(),
        "exit code": result.exit_code != EXIT_CODE,
    }
    wrong = [name for name, fault in faults.items() if fault]
    detail = f"not as sent: {', '.join(wrong)}" if wrong else "what was sent came back"
    return Guarantee(*ROUND_TRIP, not wrong, detail)
