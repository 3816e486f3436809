"""CPU seconds of processes and of calls, as medians of alternating repeats."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

Timed = Callable[[], object]

_PARENT, _TIMES = 1, slice(11, 15)
"""Fields of /proc/PID/stat after the name: the parent; the CPU times of the process and its children."""


def children_cpu() -> float:
    """CPU seconds (user and system) of all children waited for so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def living_cpu() -> float:
    """CPU seconds so far of all living descendants of this process, and of children they waited for."""
    stats: dict[int, list[str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            stats[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
    ours = {os.getpid()}
    while more := {pid for pid, words in stats.items() if int(words[_PARENT]) in ours} - ours:
        ours |= more
    ticks = sum(int(word) for pid in ours - {os.getpid()} for word in stats[pid][_TIMES])
    return ticks / os.sysconf("SC_CLK_TCK")


def command(argv: Sequence[str], env: Mapping[str, str] | None = None) -> Timed:
    """A call that runs the command, waits for it and discards its output."""

    def run() -> None:
        subprocess.run(
            argv,
            env={**os.environ, **(env or {})},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )

    return run


def cpu_of(call: Timed) -> float:
    """CPU seconds that the call used in this process and in all processes it started."""
    before = time.process_time() + children_cpu() + living_cpu()
    call()
    return time.process_time() + children_cpu() + living_cpu() - before


def in_turn(calls: Mapping[str, Timed], repeats: int) -> dict[str, float]:
    """Median CPU seconds per call; each round measures every call once, which evens out drift."""
    seen: dict[str, list[float]] = {name: [] for name in calls}
    for name, call in calls.items():
        call()
        seen[name].clear()
    for _ in range(repeats):
        for name, call in calls.items():
            seen[name].append(cpu_of(call))
    return {name: statistics.median(values) for name, values in seen.items()}
