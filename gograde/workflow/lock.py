"""Locks: a class has one grader at a time, and no step outlives its grader."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import NoReturn

from gograde.errors import DataError, ExitCode, JudgeError, UsageError
from gograde.files import FILE_MODE, make_folder, private_files
from gograde.sandbox.host.kernel import send_at_death_of_parent

GRADER_LOCK = "grader.lock"
STEPS_LOCK = "steps.lock"


@contextlib.contextmanager
def grader(work: Path, wait_s: float = 15.0) -> Iterator[int]:
    """Lock the class for one grader, after the steps of a killed one have ended; gives the lock's descriptor.

    Raises `UsageError` while another grader works, `JudgeError` when old steps run longer than `wait_s`.
    """
    from gograde.workflow.slurm import cancel_jobs  # a step takes another lock, and has no jobs

    descriptor = _open(work / GRADER_LOCK)
    try:
        _lock_grader(descriptor, work)
        os.truncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        cancel_jobs(work)
        _wait_for_steps(work, wait_s)
        with private_files():
            yield descriptor
    finally:
        os.close(descriptor)


def is_ours(work: Path) -> bool:
    """Whether this process has locked the class as its grader."""
    path = work / GRADER_LOCK
    if not path.exists():
        return False
    descriptor = _open(path)
    try:
        return not _locked(descriptor) and os.pread(descriptor, 20, 0) == str(os.getpid()).encode()
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    if (work := path.parent).is_symlink():
        what = "a link: steps look for the class above it"
        raise DataError(str(work), what, "move it away, and put the folder itself there")
    make_folder(work)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)


def _lock_grader(descriptor: int, work: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
            raise
        owner = os.pread(descriptor, 20, 0).decode("ascii", "replace") or "unknown"
        raise UsageError(
            str(work.parent),
            f"another gograde run is grading this class (process {owner})",
            "wait until it has ended, or stop it",
        ) from None


def _wait_for_steps(work: Path, wait_s: float) -> None:
    descriptor = _open(work / STEPS_LOCK)
    deadline = time.monotonic() + wait_s
    try:
        while not _locked(descriptor):
            if time.monotonic() > deadline:
                raise JudgeError(
                    str(work / STEPS_LOCK),
                    "steps of an earlier gograde run are still at work",
                    "wait for them, or end them",
                )
            time.sleep(0.05)
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextlib.contextmanager
def step(work: Path) -> Iterator[None]:
    """Mark a step of a class as running; a new grader waits for it."""
    descriptor = _open(work / STEPS_LOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        with private_files():
            yield
    finally:
        os.close(descriptor)


# -- a step ends with its grader --------------------------------------------------------------


def end_with(parent: int | None) -> None:
    """Let the kernel end this process cleanly when its parent dies; end now if the parent is already dead.

    `parent` is the expected parent process; None accepts any.
    """
    signal.signal(signal.SIGTERM, _interrupt)
    send_at_death_of_parent(signal.SIGTERM)
    if parent is not None and os.getppid() != parent:
        sys.exit(int(ExitCode.INTERRUPTED))


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the grader repeats the signal until the step ends
    raise KeyboardInterrupt


def end_children() -> None:
    """Ask every child of this process to end."""
    for child in _children():
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGTERM)


def _children() -> list[int]:
    found: list[int] = []
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            found += map(int, (task / "children").read_text().split())
    return found
