"""Moves share the machine, or have it alone: those that failed while it was busy are played again alone.

Locks of the operating system hold between all processes of a user, and fall with their process.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gograde.private import lock_folder, open_lock
from gograde.sandbox.protocol import Ended, Limits, RunResult

BUSY = 0.9
"""The share of a CPU below which the machine was busy; an idle machine gives programs 97 % and more."""


def share_of_cpu(result: RunResult) -> float | None:
    """The share of a CPU that a program had of what it wanted, 0 to 1; None when unknown."""
    if result.delay_s is None or not result.cpu_s + result.delay_s:
        return None
    return result.cpu_s / (result.cpu_s + result.delay_s)


def depends_on_load(result: RunResult, limits: Limits) -> bool:
    """Might this run have ended otherwise on an idle machine?

    A run that failed by the clock might have been in time.  A run that answered might have failed, if the
    CPU time that it waited for would have been too much with what it had: a program that thinks until some
    moment uses less of it when others run too.
    """
    if result.killed_for is Ended.WALL:
        return result.delay_s is None or result.delay_s > (1 - BUSY) * limits.wall_s
    if result.killed_for is not None or result.delay_s is None:
        return False
    wanted_s = result.cpu_s + result.delay_s
    return wanted_s > limits.cpu_s and result.cpu_s < BUSY * wanted_s


@contextmanager
def on_machine(*, alone: bool, folder: Path | None = None) -> Iterator[None]:
    """Hold the machine while a move is made: together with others, or alone.

    Who wants it alone holds the gate meanwhile, so that no other begins; the others' moves end first.
    """
    locks = folder or lock_folder()
    with ExitStack() as held:
        leave_gate = held.enter_context(_lock(locks / "gate", fcntl.LOCK_EX))
        held.enter_context(_lock(locks / "moves", fcntl.LOCK_EX if alone else fcntl.LOCK_SH))
        if not alone:
            leave_gate()
        yield


@contextmanager
def _lock(path: Path, how: int) -> Iterator[Callable[[], None]]:
    """A lock on a file; yields a function that releases it early."""
    fd = open_lock(path)
    try:
        fcntl.flock(fd, how)
        yield lambda: fcntl.flock(fd, fcntl.LOCK_UN)
    finally:
        # A child that was just forked may have the file open for a moment longer.
        fcntl.flock(fd, fcntl.LOCK_UN)
        os.close(fd)
