"""The jobs of a class on a cluster with Slurm: how they are found, told and cancelled.

Their names begin with a name of the class.  A file in its work folder says that there may be some, so that
whoever grades next cancels what a killed grader left, with Slurm or without.
"""

from __future__ import annotations

import hashlib
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from gograde.errors import JudgeError

SENT = "slurm.jobs"
"""The file that says that there may be jobs."""

EVERY_S = 5.0
"""Seconds between two looks at the queue."""

ANSWER_S = 60
"""The most seconds that a command of Slurm is waited for."""

_QUEUED = "PENDING"
_FIX = "mend Slurm (sinfo must answer here; docs/cluster.md), or grade without --profile"


def check_slurm() -> None:
    """Raise `JudgeError` unless Slurm's controller answers, and takes jobs of this user."""
    _ask("scontrol", "ping")  # tells at once what other commands try for ten seconds
    _ask("squeue", "--me", "--noheader")


def job_prefix(work: Path) -> str:
    """What the names of a class's jobs begin with."""
    return f"gograde-{hashlib.sha256(bytes(work.resolve())).hexdigest()[:12]}"


def cancel_jobs(work: Path) -> None:
    """Cancel the jobs of a class, if it may have any; raises `JudgeError` when Slurm does not answer."""
    if not (work / SENT).exists():
        return
    if jobs := [job for job, *_ in _jobs(work)]:
        _ask("scancel", *jobs)
    (work / SENT).unlink()


@contextmanager
def jobs_of(work: Path, note: Callable[[str], None]) -> Iterator[None]:
    """In the block the class may have jobs, of which `note` hears; none is left after it."""
    (work / SENT).touch()
    over = Event()
    watch = Thread(target=_watch, args=(work, note, over), daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()
        cancel_jobs(work)


def _watch(work: Path, note: Callable[[str], None], over: Event) -> None:
    """Note how many jobs are queued and running, whenever that changes."""
    noted = ""
    while not over.wait(EVERY_S):
        with suppress(JudgeError):
            found = Counter(_in_words(state, why) for _, state, why in _jobs(work))
            told = ", ".join(f"{count} {words}" for words, count in sorted(found.items()))
            if told and told != noted:
                note(f"Slurm: {told}")
                noted = told


def _in_words(state: str, why: str) -> str:
    return f"queued ({why})" if state == _QUEUED else state.lower()


def _jobs(work: Path) -> list[list[str]]:
    """Number, state and reason of each job of a class that has not ended."""
    lines = _ask("squeue", "--me", "--noheader", "--format=%j|%i|%T|%r").splitlines()
    found = (line.split("|") for line in lines if line.startswith(job_prefix(work)))
    return [rest for _, *rest in found]


def _ask(*command: str) -> str:
    """What a command of Slurm prints; raises `JudgeError` when it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ANSWER_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise JudgeError("Slurm", f"{command[0]}: {error}", _FIX) from None
    if done.returncode:
        told = (done.stderr or done.stdout).strip().split("\n")[0]
        raise JudgeError("Slurm", f"{command[0]}: {told}", _FIX)
    return done.stdout
