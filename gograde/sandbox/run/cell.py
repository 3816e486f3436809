"""What a back end offers to a run: a sandbox that holds one program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gograde.sandbox.host.processes import Scheduled, Tree
from gograde.sandbox.run.output import Capture
from gograde.sandbox.workdir.usage import Usage


@dataclass(frozen=True)
class Ending:
    """How a program ended: the status of wait(2), and what the kernel counted.

    `cpu_s` counts only the processes of the tree that were reaped, from the start of the program.
    `attempts` tell what it tried that the sandbox forbids.  `delay_s` is how long the grader's thread
    that answers the program's calls waited for a CPU.
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
