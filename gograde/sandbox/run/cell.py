"""The interface of a back end's sandbox for one program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gograde.sandbox.host.processes import Scheduled, Tree
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.run.wires import Wires
from gograde.sandbox.workdir.usage import Usage


@dataclass(frozen=True)
class Ending:
    """The end of a program: `status` is that of wait(2).

    `cpu_s` is the CPU time of the reaped processes since the program's start.
    `attempts` are the recorded attempts.  `lost` means that somebody outside killed the whole sandbox.
    """

    status: int
    cpu_s: float
    attempts: tuple[str, ...] = ()
    lost: bool = False


class Cell(Protocol):
    """A sandbox whose program waits for `start`.

    `box` is a descriptor of the working directory.  `program` is a pidfd that becomes readable when
    the program's main process has ended.  `pid` is the host's pid of that process, and `before` the CPU time
    it used before `start`.  `others` is how many other processes the kernel counts with the program's.
    `notices` answers the calls that the filter passes to the grader, if any.
    `finish` may be called more than once; after it no process of the program lives.  `close` calls
    `finish` and closes every descriptor.
    """

    box: int
    program: int
    pid: int
    before: Scheduled
    others: int
    notices: Notices | None
    ends: Wires

    @property
    def tree(self) -> Tree: ...

    def start(self) -> None: ...
    def usage(self) -> Usage: ...
    def finish(self) -> Ending: ...
    def close(self) -> None: ...
