"""A back end's sandbox for one program."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from contextlib import ExitStack
from dataclasses import dataclass, field

from gograde.sandbox.host.processes import Tree, scheduled
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.run.wires import Wires
from gograde.sandbox.workdir.folder import Usage


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


@dataclass
class Cell(ABC):
    """A sandbox whose program, with the pid `pid` on the host, waits for `start`.

    `notices` answers the calls that the filter passes to the grader, if any.  The cell takes over what `kept`
    closes.  `program` is a pidfd of the program, and `before` the CPU time it used before `start`.  `box` is
    a descriptor of the working directory, and `tree` are the processes of the run.  `others` is how many
    other processes the kernel counts with the program's, since they have its user.
    """

    ends: Wires
    notices: Notices | None
    pid: int
    kept: ExitStack
    others: int = field(default=0, kw_only=True)
    _ending: Ending | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.before = scheduled(self.pid)
        self.program = self.keep(os.pidfd_open(self.pid))
        self.box, self.tree = self.opened()
        self.kept = self.kept.pop_all()

    def keep(self, fd: int) -> int:
        """The descriptor `fd`, which is closed with this cell."""
        self.kept.callback(os.close, fd)
        return fd

    def start(self) -> None:
        if self.notices is not None:
            self.notices.begin()
        self.ends.go()

    def finish(self) -> Ending:
        """Kill the program's processes; after it none lives.  May be called more than once."""
        if self._ending is None:
            self._ending = self.end()
        return self._ending

    def close(self) -> None:
        """Finish and close all descriptors, even if `finish` fails."""
        try:
            self.finish()
        finally:
            self.kept.close()

    @abstractmethod
    def opened(self) -> tuple[int, Tree]: ...
    @abstractmethod
    def usage(self) -> Usage: ...
    @abstractmethod
    def end(self) -> Ending: ...
