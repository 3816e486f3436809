"""The CPU time of a process and of all its descendants, counted by the kernel (perf task clock).

The clock includes children that no parent waits for, whose CPU time is lost otherwise.
An ordinary user may use it for processes of the same user, unless `kernel.perf_event_paranoid` is above 2,
as on Debian and Ubuntu, or a container forbids it.
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
        """Seconds of CPU time of living and dead processes since the clock's start."""
        return int.from_bytes(os.read(self.fd, 8), "little") / 1e9


@contextmanager
def task_clock(pid: int) -> Iterator[TaskClock | None]:
    """A clock, open for the block, of a process and its later children; None where it is not permitted."""
    try:
        fd = kernel.open_task_clock(pid)
    except OSError:
        yield None
        return
    try:
        yield TaskClock(fd)
    finally:
        os.close(fd)
