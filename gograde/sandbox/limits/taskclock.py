"""The CPU time of a process and of all that descends from it, as the kernel itself counts it.

A child that nobody waits for takes its CPU time along when it ends; this clock has counted it.
An ordinary user may have it for what runs as the same user, unless the machine's owner forbids it
(`kernel.perf_event_paranoid` above 2, as Debian and Ubuntu ship it) or a container does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gograde.sandbox.host import kernel


@dataclass(frozen=True)
class TaskClock:
    """The clock behind the descriptor `fd`."""

    fd: int

    def cpu_s(self) -> float:
        """Seconds since it was started, of living and of dead processes."""
        return int.from_bytes(os.read(self.fd, 8), "little") / 1e9


@contextmanager
def task_clock(pid: int) -> Iterator[TaskClock | None]:
    """Count a process, and what it starts from here on, inside the block; None where it is not permitted."""
    try:
        fd = kernel.open_task_clock(pid)
    except OSError:
        yield None
        return
    try:
        yield TaskClock(fd)
    finally:
        os.close(fd)
