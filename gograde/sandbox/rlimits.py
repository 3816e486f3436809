"""The kernel's own limits of one process, derived from those of a run.

They are the backstop: the watch measures the whole tree and names the limit that
was passed; these hold between two of its looks.
"""

from __future__ import annotations

import math
import resource
from collections.abc import Mapping

from gograde.sandbox.protocol import MIB, Limits

SPARE_PROCESSES = 4
"""Beyond the allowed number, so that a fork bomb is seen above it and named."""

_LEAST_ADDRESS_SPACE = 4096 * MIB
_STACK = 8 * MIB
_QUEUED_SIGNALS = 256


def process_limits(limits: Limits) -> Mapping[int, tuple[int, int]]:
    """Soft and hard limit by RLIMIT number, without the number of processes.

    Address space is generous (numba and BLAS reserve far more than they touch): the
    memory that counts is what the tree has resident.
    """
    seconds = math.ceil(limits.cpu_s) + 1
    address_space = max(_LEAST_ADDRESS_SPACE, 4 * limits.memory_bytes)
    return {
        resource.RLIMIT_AS: (address_space, address_space),
        resource.RLIMIT_CPU: (seconds, seconds + 1),
        resource.RLIMIT_FSIZE: (limits.file_bytes, limits.file_bytes),
        resource.RLIMIT_NOFILE: (limits.open_files, limits.open_files),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_MEMLOCK: (0, 0),
        resource.RLIMIT_MSGQUEUE: (0, 0),
        resource.RLIMIT_RTPRIO: (0, 0),
        resource.RLIMIT_NICE: (0, 0),
        resource.RLIMIT_SIGPENDING: (_QUEUED_SIGNALS, _QUEUED_SIGNALS),
        resource.RLIMIT_STACK: (_STACK, _STACK),
    }


def apply(wanted: Mapping[int, tuple[int, int]]) -> None:
    """Set the limits of this process, never above what it already may have."""
    for number, (soft, hard) in wanted.items():
        _, allowed = resource.getrlimit(number)
        ceiling = hard if allowed == resource.RLIM_INFINITY else min(hard, allowed)
        resource.setrlimit(number, (min(soft, ceiling), ceiling))


def limit_processes(count: int) -> None:
    """Let the user of this process have at most `count` processes and threads in all."""
    apply({resource.RLIMIT_NPROC: (count, count)})
