"""Slots: numbers for simultaneous runs, so that each run has a separate user.

A run takes a slot by locking a file.  The kernel releases the lock when the grader dies, but the program
may live longer.  So an unlocked file that is not empty belongs to a killed grader, and its slot is free
only when the slot's user has no process.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gograde.errors import JudgeError
from gograde.private import lock_folder, open_lock
from gograde.sandbox.host.identity import FIRST_UID, SLOTS, has_account, has_users
from gograde.sandbox.host.processes import count_threads

_PATIENCE_S = 60.0  # seconds to wait for a free slot
_STEP_S = 0.05  # seconds between two searches


@contextmanager
def slot() -> Iterator[int]:
    """The number of a free slot, reserved for the block.

    A grader that cannot change its user gets 0 and reserves nothing.
    Raises JudgeError when all slots stay taken for a minute.
    """
    if not has_users():
        yield 0
        return
    number, lock = _take(lock_folder())
    try:
        yield number
    finally:
        os.ftruncate(lock, 0)
        os.close(lock)


def _take(folder: Path) -> tuple[int, int]:
    """The number of a slot that was free, and the descriptor that keeps its lock."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        for number in range(SLOTS):
            if (lock := _lock(folder / f"slot-{number}")) is None:
                continue
            if _is_vacant(lock, number):
                os.pwrite(lock, b"taken\n", 0)
                return number, lock
            os.close(lock)
        time.sleep(_STEP_S)
    raise JudgeError("sandbox", f"all {SLOTS} slots are taken", "run fewer gradings at once on this machine")


def _is_vacant(lock: int, number: int) -> bool:
    """Whether no account has the slot's uid, and the last grader released it or its user has no process."""
    uid = FIRST_UID + number
    return not has_account(uid) and (not os.fstat(lock).st_size or not count_threads(uid))


def _lock(path: Path) -> int | None:
    """Lock a file.  The lock lasts while the returned descriptor is open; None if the file is locked."""
    fd = open_lock(path)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        return None
    return fd
