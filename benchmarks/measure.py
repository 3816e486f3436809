"""What a call or a command uses: seconds of CPU and by the clock, peak memory, and medians of repeats."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PARENT, _TIMES = 1, slice(11, 15)
"""Fields of /proc/PID/stat after the name: the parent; the CPU times of the process and its children."""


@dataclass(frozen=True)
class Used:
    """Seconds of CPU (user and system) of a process and all that it started, and seconds by the clock.

    `peak_mib` is the most memory that one of the processes had; 0 for a call.  `output` is what it printed.
    """

    cpu_s: float = 0.0
    wall_s: float = 0.0
    peak_mib: float = 0.0
    output: str = ""

    def __add__(self, other: Used) -> Used:
        """One after the other."""
        peak = max(self.peak_mib, other.peak_mib)
        return Used(self.cpu_s + other.cpu_s, self.wall_s + other.wall_s, peak)


Measured = Callable[[], Used]


def run(argv: Sequence[object], env: Mapping[str, str] | None = None) -> Used:
    """What a command uses; raises `RuntimeError` with what it said when it does not end with 0."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.perf_counter()
        words = [os.fspath(one) if isinstance(one, Path) else str(one) for one in argv]
        process = subprocess.Popen(words, env={**os.environ, **(env or {})}, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall_s = time.perf_counter() - began
        for file in (out, err):
            file.seek(0)
        said, complained = (file.read().decode("utf-8", "replace") for file in (out, err))
    if process.returncode:
        raise RuntimeError(f"{' '.join(words)} ended with {process.returncode}: {said}{complained}")
    return Used(usage.ru_utime + usage.ru_stime, wall_s, usage.ru_maxrss / 1024, said)


def command(argv: Sequence[object], env: Mapping[str, str] | None = None) -> Measured:
    """A call of `run`."""
    return lambda: run(argv, env)


def called(function: Callable[[], object]) -> Measured:
    """A call that measures a function of this process, and all processes that it starts or has started."""

    def measured() -> Used:
        cpu_s, began = _cpu_s(), time.perf_counter()
        function()
        return Used(_cpu_s() - cpu_s, time.perf_counter() - began)

    return measured


def _cpu_s() -> float:
    """CPU seconds so far of this process, its children that ended, and all living descendants."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    stats: dict[int, list[str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            stats[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
    ours = {os.getpid()}
    while more := {pid for pid, words in stats.items() if int(words[_PARENT]) in ours} - ours:
        ours |= more
    ticks = sum(int(word) for pid in ours - {os.getpid()} for word in stats[pid][_TIMES])
    return time.process_time() + ended.ru_utime + ended.ru_stime + ticks / os.sysconf("SC_CLK_TCK")


def median(seen: Iterable[Used]) -> Used:
    """The median of each number."""
    found = list(seen)
    numbers = zip(*((one.cpu_s, one.wall_s, one.peak_mib) for one in found), strict=True)
    cpu_s, wall_s, peak_mib = map(statistics.median, numbers)
    return Used(cpu_s, wall_s, peak_mib, found[-1].output)


def in_turn(calls: Mapping[str, Measured], repeats: int) -> dict[str, Used]:
    """The medians by name; each round makes every call once, against drift, after one that does not count."""
    for call in calls.values():
        call()
    rounds = [{name: call() for name, call in calls.items()} for _ in range(repeats)]
    return {name: median(each[name] for each in rounds) for name in calls}
