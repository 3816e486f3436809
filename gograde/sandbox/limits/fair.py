"""Repeats a run alone when it may have failed only because the machine was busy.

CPU time is the main limit.  The limit by the clock is looser and meant for programs that sleep or wait,
but a program cannot help waiting for a CPU.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host.identity import has_users
from gograde.sandbox.host.slots import lock_folder
from gograde.sandbox.protocol import Ended, RunResult

BUSY_SHARE = 0.5
"""A fraction of the time by the clock.  A program that used more CPU time was near its CPU limit anyway."""

DELAYED_SHARE = 0.25
"""A fraction of the time by the clock.  Other programs delayed a program that waited longer for a CPU.

On a machine with a free CPU, a program waits for hundredths of the time; next to one busy program on
the same CPU it waits for half of the time.
"""

_PATIENCE_S = 600.0  # seconds that a run waits for a run that is alone, before it fails
_PATIENCE_ALONE_S = 60.0  # seconds that a repeated run waits to be alone, during which no other run starts
_STEP_S = 0.01  # seconds between two tries to lock
_CROWD = "crowd"


def must_repeat(result: RunResult) -> bool:
    """Whether the clock ended a run that used little CPU time and waited much for a CPU.

    Time asleep is no waiting for a CPU.  A run with an unknown waiting time is not repeated.
    """
    if result.killed_for is not Ended.WALL or result.delay_s is None:
        return False
    idle = result.cpu_s < BUSY_SHARE * result.wall_s
    return idle and result.delay_s >= DELAYED_SHARE * result.wall_s


def fairly(run: Callable[[], RunResult]) -> RunResult:
    """Call `run`; repeat it with no other run beside it if other runs may have made it fail.

    Other runs may have used the CPU, or all the processes that the kernel permits to a shared user.  The
    result of the second run counts.  Other runs go on beside it if they do not end in time.
    Raises JudgeError when the run cannot start within ten minutes.
    """
    with _among_others():
        before = _last_crowd()
        result = run()
    if result.killed_for is Ended.PROCESSES:
        _note_crowd()
        return result
    crowded = result.exit_code != 0 and _last_crowd() != before
    if not (crowded or must_repeat(result)):
        return result
    with _alone():
        return replace(run(), repeated=True)


def _note_crowd() -> None:
    """Record that a run had too many processes, if runs share one user."""
    if not has_users():
        (lock_folder() / _CROWD).write_bytes(secrets.token_bytes(8))


def _last_crowd() -> bytes:
    """The last record of `_note_crowd`; b"" when there is none."""
    if has_users():
        return b""
    try:
        return (lock_folder() / _CROWD).read_bytes()
    except FileNotFoundError:
        return b""


@contextmanager
def _among_others() -> Iterator[None]:
    """Let other runs of this user go on during the block, but no run that must be alone."""
    with ExitStack() as kept:
        if not _pass(kept, fcntl.LOCK_SH, _PATIENCE_S):
            fault = f"other runs have held {lock_folder()} for {_PATIENCE_S:.0f} s"
            raise JudgeError("sandbox", fault, "end the other grading, or wait for it")
        yield


@contextmanager
def _alone() -> Iterator[None]:
    """Let no other run of this user go on during the block, if the others end in time."""
    with ExitStack() as kept:
        if not _pass(kept, fcntl.LOCK_EX, _PATIENCE_ALONE_S):
            kept.enter_context(_among_others())
        yield


def _pass(kept: ExitStack, kind: int, patience_s: float) -> bool:
    """Lock the file `door`, then `room`, and unlock `door`; returns whether it succeeded in time.

    A run that waits to be alone keeps `door` locked, so that no other run starts before it.  The kernel
    releases the locks of a process that dies.
    """
    folder = lock_folder()
    deadline = time.monotonic() + patience_s
    with ExitStack() as passing:
        passed = _lock(passing, folder / "door", kind, deadline)
        return passed and _lock(kept, folder / "room", kind, deadline)


def _lock(kept: ExitStack, path: Path, kind: int, deadline: float) -> bool:
    """Lock a file until `kept` closes; returns False when the lock is not free before the deadline."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    kept.callback(os.close, fd)
    while True:
        try:
            fcntl.flock(fd, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                return False
            time.sleep(_STEP_S)
        else:
            return True
