"""A sandbox that holds one program: what every back end must offer to the run around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gograde.sandbox.limits.process_tree import Scheduled, Tree
from gograde.sandbox.output import Capture

_FREE_SOCKETS = 64
_SOCKET_BYTES = 2 * 212_992
"""What one holds at most where nobody may ask for a larger buffer: two messages as large as it."""


@dataclass(frozen=True)
class Usage:
    """What a run has in the kernel's keeping.

    Its working directory takes bytes on disk, and files and folders; `sockets` are open or on their way.
    """

    bytes: int
    files: int
    sockets: int = 0


def in_sockets(count: int) -> int:
    """Bytes of memory that sockets may hold: no process's figures show them.  A few are not counted."""
    return max(0, count - _FREE_SOCKETS) * _SOCKET_BYTES


@dataclass(frozen=True)
class Ending:
    """How a program ended: the status of wait(2), and what the kernel counted.

    `cpu_s` counts the buried processes of the tree only, from the start of the program.  `attempts`
    are what it tried that the sandbox forbids; `delay_s` is how long the grader, asked about calls of the
    program, waited for a CPU meanwhile.
    """

    status: int
    cpu_s: float
    attempts: tuple[str, ...] = ()
    delay_s: float = 0.0


class Cell(Protocol):
    """A sandbox whose program waits for `start`.

    `box` is a descriptor of the working directory, `program` a pidfd that becomes readable when
    the program's main process has ended, `pid` the number that the host gives that process, and
    `before` what it used before `start`.  After `finish`, which may be called more than once,
    nothing of the program lives; `close` calls it and gives back every descriptor.
    """

    box: int
    program: int
    pid: int
    before: Scheduled

    @property
    def tree(self) -> Tree: ...

    out: Capture
    err: Capture

    def start(self) -> None: ...
    def usage(self) -> Usage: ...
    def finish(self) -> Ending: ...
    def close(self) -> None: ...
