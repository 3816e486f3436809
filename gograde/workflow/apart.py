"""Does work in a forked process, and tells the grader of this machine how far a step is."""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from gograde.errors import ExitCode, JudgeError
from gograde.files import TEMPORARY
from gograde.workflow.lock import end_with

_PIPE = f"{TEMPORARY}progress"
"""A named pipe in the work folder; like a half-written file, the next plan deletes one that was left."""

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)

_LONGEST = 4096
"""Bytes of a line; pipes keep lines of so many bytes whole."""


def apart(what: str, work: Callable[[], int | None]) -> None:
    """Do `work` in a forked process; raises `JudgeError`, with `what` it was, unless that ends well."""
    if code := forked(work):
        ended = f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with {code}"
        raise JudgeError(what, f"its process {ended}", "run gograde run again")


def forked(work: Callable[[], int | None]) -> int:
    """The exit code of `work` in a forked process, which ends when this one does; negative for a signal."""
    this = os.getpid()
    sys.stdout.flush()
    sys.stderr.flush()
    # What a signal handler raises while a process forks, Python prints and forgets: the interrupt is lost.
    signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    child = os.fork()
    if child == 0:
        _work_and_exit(this, work)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
        _, status = os.waitpid(child, 0)
    except BaseException:
        with suppress(ProcessLookupError):  # it has ended already
            os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)
        raise
    return os.waitstatus_to_exitcode(status)


def _work_and_exit(parent: int, work: Callable[[], int | None]) -> None:
    """Work and exit at once: what the parent keeps open is the parent's to close."""
    code = int(ExitCode.JUDGE_ERROR)
    try:
        signal.set_wakeup_fd(-1)
        end_with(parent)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
        code = work() or 0
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def tell(work: Path, event: str, what: str) -> None:
    """Tell the grader, if one listens on this machine, that something has `started` or `finished`."""
    line = json.dumps([event, what]).encode() + b"\n"
    with suppress(OSError):
        pipe = os.open(work / _PIPE, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            os.write(pipe, line[:_LONGEST])
        finally:
            os.close(pipe)


@contextmanager
def listening(work: Path, hear: Callable[[str, str], None]) -> Iterator[None]:
    """In the block, `hear` is called, in a thread of its own, with what steps tell."""
    path = work / _PIPE
    try:
        path.unlink(missing_ok=True)
        os.mkfifo(path, 0o600)
        ours = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:  # a file system without pipes: steps are seen when they end
        yield
        return
    thread = Thread(target=_hear, args=(ours, hear), daemon=True)
    thread.start()
    try:
        yield
    finally:
        os.write(ours, b"\n")
        thread.join()
        os.close(ours)
        path.unlink(missing_ok=True)


def _hear(pipe: int, hear: Callable[[str, str], None]) -> None:
    """Hear lines until an empty one."""
    with open(pipe, "rb", closefd=False) as lines:
        for line in iter(lines.readline, b"\n"):
            with suppress(ValueError):
                event, what = json.loads(line)
                hear(event, what)
