"""No program fails because the machine is busy: where that may have happened, it runs again, alone.

CPU time is the real limit.  The clock is a looser one, for programs that wait for something; waiting
for a CPU is not the program's own doing.
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
"""Of the time by the clock.  A program that had a CPU for so long came near its limit of CPU time anyway."""

DELAYED_SHARE = 0.25
"""Of the time by the clock.  A program that waited so long for a CPU was held up by others.

On a machine with a CPU to spare a program waits hundredths of the time, beside one busy program on
the same CPU half of it.
"""

_PATIENCE_S = 600.0  # seconds that a run waits for one that is alone; then it is a fault
_PATIENCE_ALONE_S = 60.0  # seconds to wait for being alone, which hold up all other runs
_STEP_S = 0.01  # seconds between two tries to lock
_CROWD = "crowd"


def must_repeat(result: RunResult) -> bool:
    """Whether the clock ended a run that used little CPU time and waited much for a CPU.

    A program that sleeps waits for no CPU, and one whose waiting is not known is not run again.
    """
    if result.killed_for is not Ended.WALL or result.delay_s is None:
        return False
    idle = result.cpu_s < BUSY_SHARE * result.wall_s
    return idle and result.delay_s >= DELAYED_SHARE * result.wall_s


def fairly(run: Callable[[], RunResult]) -> RunResult:
    """Call `run`, and once more with no other run beside it if the first may have been failed by others.

    They may have had the CPU, or all the processes of the one user whom they share.  The second
    run counts, however it ends, and though others may go on beside it when they do not end soon
    enough.  Raises JudgeError when nothing can be run for very long.
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
    """Leave word that a run had too many processes, where runs have no users of their own."""
    if not has_users():
        (lock_folder() / _CROWD).write_bytes(secrets.token_bytes(8))


def _last_crowd() -> bytes:
    """The last word that was left of too many processes; b"" when there is none."""
    if has_users():
        return b""
    try:
        return (lock_folder() / _CROWD).read_bytes()
    except FileNotFoundError:
        return b""


@contextmanager
def _among_others() -> Iterator[None]:
    """Let other runs of this user go on inside the block, but none that is to be alone."""
    with ExitStack() as kept:
        if not _pass(kept, fcntl.LOCK_SH, _PATIENCE_S):
            fault = f"other runs have held {lock_folder()} for {_PATIENCE_S:.0f} s"
            raise JudgeError("sandbox", fault, "end the other grading, or wait for it")
        yield


@contextmanager
def _alone() -> Iterator[None]:
    """Let no other run of this user, in any process, go on inside the block, if they end soon enough."""
    with ExitStack() as kept:
        if not _pass(kept, fcntl.LOCK_EX, _PATIENCE_ALONE_S):
            kept.enter_context(_among_others())
        yield


def _pass(kept: ExitStack, kind: int, patience_s: float) -> bool:
    """Lock the door, then the room, and leave the door open again; whether it could be done in time.

    A run that waits to be alone holds the door, so that no other comes in before it.  The kernel
    releases the locks of a process that dies.
    """
    folder = lock_folder()
    deadline = time.monotonic() + patience_s
    with ExitStack() as passing:
        passed = _lock(passing, folder / "door", kind, deadline)
        return passed and _lock(kept, folder / "room", kind, deadline)


def _lock(kept: ExitStack, path: Path, kind: int, deadline: float) -> bool:
    """Lock a file until `kept` closes; False when others hold it beyond the deadline."""
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
