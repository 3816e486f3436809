"""Who a submission runs as: a user of its own when the grader is root, else the grader's user."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel

FIRST_UID = 64321
"""The first of the uids used for submissions when the grader is root; one a slot."""

SLOTS = 3 * 64
"""Runs and servers of runs that there may be at once when the grader is root: in 64 games, three each."""


@dataclass(frozen=True)
class Identity:
    """User and group of a sandboxed program; `drop` when the grader must change into them."""

    uid: int
    gid: int
    drop: bool

    def assume_in_thread(self) -> None:
        """Become this user for good and without capabilities, in this thread and in what it starts."""
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
    """The user for the runs of `slot`: its own for root, so that no two runs share one.

    Raises JudgeError where root is root of the machine and has no other users to give.
    """
    if has_users():
        return Identity(FIRST_UID + slot, FIRST_UID + slot, drop=True)
    if os.geteuid() == 0 and _is_root_of_the_machine():
        fault = "this user namespace gives root of the machine no other user for submissions"
        raise JudgeError("sandbox", fault, "run gograde outside of it, or as an ordinary user")
    return Identity(os.getuid(), os.getgid(), drop=False)


def has_users() -> bool:
    """Whether the grader is root and can be the users of submissions.

    In a user namespace root may be one ordinary user of the machine and be able to be nobody else,
    as in a container started without further ids.  Raises JudgeError without /proc.
    """
    return os.geteuid() == 0 and _are_mapped(_namespace())


def _namespace() -> Path:
    """The name of our user namespace, whose ids never change; raises JudgeError without /proc."""
    try:
        return Path("/proc/self/ns/user").readlink()
    except OSError as error:
        raise JudgeError("sandbox", "/proc cannot be read", "mount -t proc proc /proc") from error


@lru_cache(maxsize=4)
def _are_mapped(namespace: Path) -> bool:
    """Whether our user namespace knows all ids of submissions."""
    return all(
        any(first <= wanted < first + count for first, _, count in _ranges(kind))
        for kind in ("uid", "gid")
        for wanted in (FIRST_UID, FIRST_UID + SLOTS - 1)
    )


def outer_uid() -> int:
    """The number of this user outside of our user namespace: others may have the same inside of theirs.

    Raises JudgeError without /proc.
    """
    return _outer(_namespace(), os.geteuid())


@lru_cache(maxsize=4)
def _outer(namespace: Path, uid: int) -> int:
    outer = (start + uid - first for first, start, count in _ranges("uid") if first <= uid < first + count)
    return next(outer, uid)


def _ranges(kind: str) -> list[tuple[int, int, int]]:
    """The ids of our user namespace: the first inside, the first outside, and how many."""
    with Path(f"/proc/self/{kind}_map").open("rb", buffering=0) as file:
        rows = [[int(word) for word in line.split()] for line in file.read().splitlines()]
    return [(first, start, count) for first, start, count in rows]


def _is_root_of_the_machine() -> bool:
    """Settings of the kernel belong to root of the machine; in a user namespace of another, to nobody."""
    return Path("/proc/sys/kernel").stat().st_uid == 0
