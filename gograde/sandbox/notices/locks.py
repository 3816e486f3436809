"""Decides about locks: only on the run's own files, and no more than a number of them.

A lock on a file of the system could be seen by another run.  The kernel keeps locks in memory that no
limit of the program covers.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gograde.sandbox.host import kernel
from gograde.sandbox.notices.notify import status_of
from gograde.sandbox.seccomp.rules import F_GETLK

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

    def judge(self, pid: int, name: str, words: tuple[int, int]) -> int | None:
        """The errno of a call of the thread `pid` on a descriptor; 0: it is done; None: the kernel does it.

        `words` are the descriptor, and the operation or command.  Another thread could put another file
        behind the descriptor before the kernel looks.  So of a process with threads, `flock` is done here,
        without waiting, and nobody is told who holds a lock.
        """
        try:
            found = status_of(pid, b"Tgid", b"Threads")
            (holder,), threads = found[b"Tgid"], int(found[b"Threads"][0])
            if threads > 1 and name == "flock":
                return self._flock(int(holder), *words)
            own = self.owns(os.fspath(Path(f"/proc/{pid}/fd/{words[0]}").readlink()))
        except OSError:  # the process has gone, or hides its descriptors
            return errno.ENOLCK
        told = threads > 1 and words[1] == F_GETLK
        return None if own and not told and self._has_room(holder) else errno.ENOLCK

    def _flock(self, process: int, fd: int, operation: int) -> int:
        copy = kernel.copy_descriptor(process, fd)
        try:
            if not self.owns(os.fspath(Path(f"/proc/self/fd/{copy}").readlink())):
                return errno.ENOLCK
            fcntl.flock(copy, operation | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno or errno.ENOLCK
        finally:
            os.close(copy)
        return 0

    def _has_room(self, holder: bytes) -> bool:
        """Whether one more call of the process `holder` may lock."""
        self.holders.add(holder)
        self.made += _MADE
        if self.made > MOST:
            self.made = self._counted()
            self.full = self.full or self.made > MOST // 2
        return not self.full

    def _counted(self) -> int:
        """How many locks the holders have; forgets those that have none."""
        rows = [line.split() for line in _HELD.read_bytes().splitlines()]
        pids = [row[4] for row in rows if row[1] == b"POSIX"]
        self.holders &= set(pids)
        return sum(pid in self.holders for pid in pids)
