"""Who a submission runs as: a user of its own when the grader is root, else the grader's user."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gograde.sandbox import kernel

FIRST_UID = 64321
"""The first of the uids used for submissions when the grader is root; one a slot."""


@dataclass(frozen=True)
class Identity:
    """User and group of a sandboxed program; `drop` when the grader must change into them."""

    uid: int
    gid: int
    drop: bool

    def assume_in_thread(self) -> None:
        """Become this user for good, in this thread and in what it starts."""
        if self.drop:
            kernel.set_thread_identity((self.uid,) * 3, (self.gid,) * 3, [])

    @contextmanager
    def for_start(self) -> Iterator[None]:
        """Let a program that is started inside the block, without a fork, be this user for good.

        Only this thread changes, and it keeps root as its saved user to come back by; in a
        program that it starts, the saved user becomes the effective one like the others.
        """
        if not self.drop:
            yield
            return
        groups, others = os.getresgid(), os.getgroups()
        kernel.set_thread_identity((self.uid, self.uid, 0), (self.gid, self.gid, self.gid), [])
        try:
            yield
        finally:
            kernel.set_thread_identity((0, 0, 0), groups, others)

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
    """The user for the runs of `slot`: its own for root, so that no two runs share one."""
    if os.geteuid() == 0:
        return Identity(FIRST_UID + slot, FIRST_UID + slot, drop=True)
    return Identity(os.getuid(), os.getgid(), drop=False)
