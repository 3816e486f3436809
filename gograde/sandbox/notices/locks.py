"""Decides about locks: only on the run's own files, and no more than a number of them.

A lock on a file of the system could be seen by another run.  The kernel keeps locks in memory that no
limit of the program covers.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

MOST = 4096  # locks of a run at the same time; the kernel keeps each in some 200 bytes

_MADE = 2  # the most locks by which one call increases their number: it may split a lock into three
_HELD = Path("/proc/locks")


@dataclass
class Locks:
    """The locks of one run, on files whose path `owns` accepts.

    `holders` are the processes that may hold locks.  `made` is at least the number of locks that they hold.
    """

    owns: Callable[[str], bool]
    holders: set[bytes] = field(default_factory=set)
    made: int = 0
    full: bool = False

    def permits(self, pid: int, fd: int) -> bool:
        """Whether the process of the thread `pid` may lock or unlock what its descriptor `fd` refers to."""
        try:
            path = os.fspath(Path(f"/proc/{pid}/fd/{fd}").readlink())
            holder = _process_of(pid)
        except OSError:  # the process has gone, or hides its descriptors
            return False
        if self.full or not self.owns(path):
            return False
        self.holders.add(holder)
        self.made += _MADE
        if self.made > MOST:
            self.made = self._counted()
            self.full = self.made > MOST // 2
        return not self.full

    def _counted(self) -> int:
        """How many locks the holders have; forgets those that have none."""
        rows = [line.split() for line in _HELD.read_bytes().splitlines()]
        pids = [row[4] for row in rows if row[1] == b"POSIX"]
        self.holders &= set(pids)
        return sum(pid in self.holders for pid in pids)


def _process_of(thread: int) -> bytes:
    lines = Path(f"/proc/{thread}/status").read_bytes().split(b"\n")
    return next(line.split()[1] for line in lines if line.startswith(b"Tgid:"))
