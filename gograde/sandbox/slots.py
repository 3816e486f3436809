"""Numbers for runs that go on at the same time, so that each has a user of its own.

A number is taken by a lock on a file, which the kernel lets go when the holder dies:
a killed grader leaves no number taken.
"""

from __future__ import annotations

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.identity import SLOTS, has_users

_PATIENCE_S = 60.0
_STEP_S = 0.05
_PLACES = (Path("/run/gograde"), Path("/var/tmp/gograde-0"))


@contextmanager
def slot() -> Iterator[int]:
    """The number of a free slot, held inside the block.

    A grader that cannot change its user needs none, since it has but one: it gets 0.
    Raises JudgeError when all stay taken for a minute.
    """
    if not has_users():
        yield 0
        return
    number, lock = _take(_lock_folder())
    try:
        yield number
    finally:
        os.close(lock)


def _take(folder: Path) -> tuple[int, int]:
    """A slot that was free, and the descriptor that holds its lock."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        for number in range(SLOTS):
            if (lock := _lock(folder / f"slot-{number}")) is not None:
                return number, lock
        time.sleep(_STEP_S)
    raise JudgeError("sandbox", f"all {SLOTS} slots are taken", "run fewer gradings at once on this machine")


def _lock(path: Path) -> int | None:
    """Lock a file, by a descriptor that holds the lock while it is open; None if another has it."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        return None
    return fd


def _lock_folder() -> Path:
    for folder in _PLACES:
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError:
            continue
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == 0 and not found.st_mode & 0o022:
            return folder
    places = " or ".join(map(str, _PLACES))
    raise JudgeError("sandbox", "no folder for lock files", f"make {places} a folder of root with mode 0700")
