"""The jobs of a class on a cluster with Slurm: how they are found, told and cancelled.

A file in the work folder says that there may be some, so that whoever grades next cancels what a killed
grader left, with Slurm or without.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from gograde.errors import JudgeError
from gograde.files import write_atomic

SENT = "slurm.jobs"
"""The file that says that there may be jobs, and what their names begin with."""

LEAST_S = 30
"""Seconds that Slurm must remember a job: three looks of Snakemake's executor."""

EVERY_S = 5.0
"""Seconds between two looks at the queue."""

_FIX = "mend Slurm (sinfo must answer here; docs/cluster.md), or grade without --profile"


def check_slurm() -> None:
    """Raise `JudgeError` unless Slurm's controller answers, and remembers jobs until they are looked at."""
    _ask("scontrol", "ping")  # tells at once what other commands try for ten seconds
    kept = re.search(r"^MinJobAge *= *(\d+)", _ask("scontrol", "show", "config"), re.MULTILINE)
    if kept and 0 < int(kept[1]) < LEAST_S:
        fix = f"set MinJobAge to {LEAST_S} or more in slurm.conf (docs/cluster.md)"
        raise JudgeError("Slurm", f"it forgets a job {kept[1]} s after its end", fix)


def job_prefix(work: Path) -> str:
    """What the names of a class's jobs begin with."""
    return f"gograde-{hashlib.sha256(bytes(work.resolve())).hexdigest()[:12]}"


def cancel_jobs(work: Path) -> None:
    """Cancel the jobs of a class, if it may have any; raises `JudgeError` when Slurm does not answer."""
    if not (work / SENT).exists():
        return
    try:
        if jobs := [job for job, *_ in _jobs((work / SENT).read_text())]:
            _ask("scancel", *jobs)
    except JudgeError as error:
        fix = "mend Slurm, or delete this file when its squeue shows none of them"
        raise JudgeError(str(work / SENT), f"jobs may be left on a cluster ({error.what})", fix) from None
    (work / SENT).unlink()


@contextmanager
def jobs_of(work: Path, note: Callable[[str], None]) -> Iterator[None]:
    """In the block the class may have jobs, of which `note` hears; none is left after it."""
    over = Event()

    def look() -> None:
        before = Counter[str]()
        while not over.wait(EVERY_S):
            with suppress(JudgeError):
                states = ((state.lower(), why) for _, state, why in _jobs(job_prefix(work)))
                now = Counter(f"queued ({why})" if state == "pending" else state for state, why in states)
                if now and now != before:
                    note(f"Slurm: {', '.join(f'{now[words]} {words}' for words in sorted(now))}")
                    before = now

    write_atomic(work / SENT, job_prefix(work).encode())
    watch = Thread(target=look, daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()
        cancel_jobs(work)


def _jobs(prefix: str) -> list[list[str]]:
    """Number, state and reason of each job whose name begins so and that has not ended."""
    lines = _ask("squeue", "--me", "--noheader", "--format=%j|%i|%T|%r").splitlines()
    return [line.split("|")[1:] for line in lines if line.startswith(f"{prefix}_")]


def _ask(*command: str) -> str:
    """What a command of Slurm prints; raises `JudgeError` when it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        told = getattr(error, "stderr", "") or getattr(error, "stdout", "") or str(error)
        first = told.strip().partition("\n")[0].rpartition("error: ")[2]
        raise JudgeError("Slurm", f"{command[0]}: {first}", _FIX) from None
