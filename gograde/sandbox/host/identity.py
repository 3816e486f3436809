"""The user of a submission: a separate user when the grader is root, else the grader's user."""

from __future__ import annotations

import fcntl
import os
import pwd
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gograde.errors import JudgeError
from gograde.private import lock_folder, open_lock
from gograde.sandbox.host import kernel
from gograde.sandbox.host.processes import count_threads

FIRST_UID = 64321
"""The uid of slot 0 when the grader is root.  Each slot has the next uid."""

GROUP = FIRST_UID
"""The group of all slots' users.  What they and root alone may reach belongs to it."""

SLOTS = 3 * 64
"""How many runs and warm servers may exist at once when the grader is root: 64 games with three each."""


@dataclass(frozen=True)
class Identity:
    """User and group of a sandboxed program; `drop` is True when they are not the grader's own."""

    uid: int
    gid: int
    drop: bool

    def assume_in_thread(self) -> None:
        """Become this user permanently and without capabilities, in this thread and its children."""
        if self.drop:
            kernel.set_thread_identity((self.uid,) * 3, (self.gid,) * 3, [])
        kernel.give_up_capabilities()

    @contextmanager
    def for_files(self) -> Iterator[None]:
        """Open and create files as this user inside the block."""
        if self.drop:
            kernel.set_file_identity(self.uid, self.gid)
        try:
            yield
        finally:
            if self.drop:
                kernel.set_file_identity(os.geteuid(), os.getegid())


def identity(slot: int) -> Identity:
    """The user for the runs of `slot`.  When the grader is root, no two slots share a user, but all a group.

    Raises JudgeError when the grader is root of the machine in a user namespace without other users.
    """
    if has_users():
        return Identity(FIRST_UID + slot, GROUP, drop=True)
    if os.geteuid() == 0 and Path("/proc/sys/kernel").stat().st_uid == 0:  # the settings are his
        fault = "this user namespace gives root of the machine no other user for submissions"
        raise JudgeError("sandbox", fault, "run gograde outside of it, or as an ordinary user")
    return Identity(os.getuid(), os.getgid(), drop=False)


def has_users() -> bool:
    """Whether the grader is root and can change into the users of submissions.

    Root of a user namespace may have no other users, as in a container that was started without further
    ids.  Raises JudgeError without /proc.
    """
    try:
        return os.geteuid() == 0 and _are_mapped(os.readlink("/proc/self/ns/user"))  # noqa: PTH115 - asked at each run
    except OSError as error:
        raise JudgeError("sandbox", "/proc cannot be read", "mount -t proc proc /proc") from error


@lru_cache(maxsize=SLOTS)
def has_account(uid: int) -> bool:
    """Whether a user or a service of the machine has this uid."""
    try:
        return bool(pwd.getpwuid(uid))
    except KeyError:
        return False


@lru_cache(maxsize=4)
def _are_mapped(namespace: str) -> bool:
    """Whether the user namespace maps the uids and gids of all slots.  A namespace's map never changes."""
    for kind in ("uid", "gid"):
        # Its rows are the first id inside, the first id outside, and their count.
        with Path(f"/proc/self/{kind}_map").open("rb", buffering=0) as file:
            rows = [[int(word) for word in line.split()] for line in file.read().splitlines()]
        for wanted in (FIRST_UID, FIRST_UID + SLOTS - 1):
            if not any(first <= wanted < first + count for first, _, count in rows):
                return False
    return True


_PATIENCE_S = 60.0  # seconds to wait for a free slot
_STEP_S = 0.05  # seconds between two searches


@contextmanager
def slot() -> Iterator[int]:
    """The number of a free slot, reserved for the block by the lock of a file.

    The kernel releases the lock when the grader dies, but the program may live longer.  So an unlocked file
    that is not empty is free only when the slot's user has no process.

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
