"""CPU seconds of whole processes and of calls: repeats in turn, medians."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence

Timed = Callable[[], object]


def children_cpu() -> float:
    """CPU seconds (user and system) of all children waited for so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def command(argv: Sequence[str], env: Mapping[str, str] | None = None) -> Timed:
    """A call that runs the command and waits for it, its output thrown away."""

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
    """CPU seconds that the call used, in this process and in its children."""
    before = time.process_time() + children_cpu()
    call()
    return time.process_time() + children_cpu() - before


def in_turn(calls: Mapping[str, Timed], repeats: int) -> dict[str, float]:
    """Median CPU seconds a call, each measured once a round so that drift hits all alike."""
    seen: dict[str, list[float]] = {name: [] for name in calls}
    for name, call in calls.items():
        call()
        seen[name].clear()
    for _ in range(repeats):
        for name, call in calls.items():
            seen[name].append(cpu_of(call))
    return {name: statistics.median(values) for name, values in seen.items()}
