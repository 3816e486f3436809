"""The kernel's limits of one process, derived from the limits of a run.

The watch samples the whole tree and names the exceeded limit.  The kernel's limits apply between samples.
"""

from __future__ import annotations

import math
import resource
from collections.abc import Mapping

from gograde.sandbox.protocol import KIB, MIB, Limits

SPARE_PROCESSES = 4
"""Processes beyond the limit that the kernel permits, so that the watch sees that the limit is exceeded."""

_LEAST_ADDRESS_SPACE = 4096 * MIB  # bytes; numba and BLAS reserve far more than they touch
_STACK = 8 * MIB  # bytes, the default of Linux
_TICKS = 1.5
"""Seconds of RLIMIT_CPU for each second of the run's limit.

The kernel counts whole ticks, on a shared CPU a tenth too much.  It must not kill a program before the
watch can name the limit.
"""
_SHELL_UNITS = {
    resource.RLIMIT_AS: ("v", KIB),
    resource.RLIMIT_CPU: ("t", 1),
    resource.RLIMIT_FSIZE: ("f", 512),
    resource.RLIMIT_NOFILE: ("n", 1),
    resource.RLIMIT_CORE: ("c", 512),
    resource.RLIMIT_MEMLOCK: ("l", KIB),
    resource.RLIMIT_STACK: ("s", KIB),
}


def process_limits(limits: Limits) -> Mapping[int, int]:
    """Limits by RLIMIT number, except the limit of processes; none exceeds the grader's own hard limit.

    The limit of address space is generous, because the watch limits the resident memory.
    """
    wanted = {
        resource.RLIMIT_AS: max(_LEAST_ADDRESS_SPACE, 4 * limits.memory_bytes),
        resource.RLIMIT_CPU: math.ceil(_TICKS * limits.cpu_s) + 1,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_STACK: _STACK,
    }
    return {number: _capped(number, value) for number, value in wanted.items()}


def shell_commands(limits: Limits, others: int) -> str:
    """Shell commands that set `process_limits`, and the limit of processes with `others` added."""
    commands = [
        f"ulimit -{letter} {value // unit}"
        for number, value in process_limits(limits).items()
        for letter, unit in [_SHELL_UNITS[number]]
    ]
    count = limits.processes + SPARE_PROCESSES + others
    # The letter is `u` in bash, `p` in dash and busybox.
    return " && ".join([*commands, f"{{ ulimit -u {count} 2>/dev/null || ulimit -p {count}; }}"])


def _capped(number: int, value: int) -> int:
    _, allowed = resource.getrlimit(number)
    return value if allowed == resource.RLIM_INFINITY else min(value, allowed)
