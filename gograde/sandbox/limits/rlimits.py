"""The kernel's limits of one process, derived from the limits of a run.

The watch samples the whole tree and names the exceeded limit.  The kernel's limits apply between samples.
"""

from __future__ import annotations

import math
import resource
from collections.abc import Mapping

from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.spawn import in_thread
from gograde.sandbox.protocol import MIB, Limits

SPARE_PROCESSES = 4
"""Processes beyond the limit that the kernel permits, so that the watch sees that the limit is exceeded."""

_STACK = 8 * MIB  # bytes, the default of Linux
_TICKS = 1.5
"""Seconds of RLIMIT_CPU for each second of the run's limit.

The kernel counts whole ticks, on a shared CPU a tenth too much.  It must not kill a program before the
watch can name the limit.
"""


def set_limits(pid: int, limits: Limits, others: int, who: Identity) -> None:
    """Set the limits of a process of `who` that waits for its start; all that it starts has them too.

    A thread with the program's user sets them: root may lack the right to set those of other users.
    """

    def work() -> int:
        who.assume_in_thread()
        for number, value in process_limits(limits, others).items():
            resource.prlimit(pid, number, (value, value))
        return 0

    in_thread(work)


def process_limits(limits: Limits, others: int) -> Mapping[int, int]:
    """Limits by RLIMIT number; none exceeds the grader's own hard limit.

    `others` is the number of the user's other processes, which the kernel counts too.
    The limit of address space is generous, because the watch limits the resident memory.
    """
    wanted = {
        resource.RLIMIT_AS: max(limits.address_bytes, 4 * limits.memory_bytes),
        resource.RLIMIT_CPU: math.ceil(_TICKS * limits.cpu_s) + 1,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_STACK: _STACK,
        resource.RLIMIT_NPROC: limits.processes + SPARE_PROCESSES + others,
    }
    return {number: _capped(number, value) for number, value in wanted.items()}


def _capped(number: int, value: int) -> int:
    _, allowed = resource.getrlimit(number)
    return value if allowed == resource.RLIM_INFINITY else min(value, allowed)
