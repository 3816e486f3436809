"""Starts programs that inherit only the descriptors listed for them, from threads that give up rights."""

from __future__ import annotations

import fcntl
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from gograde.sandbox.host import kernel

PATIENCE_S = 30.0
"""Seconds that one step of the grader may take on a busy machine; a longer step is a sandbox fault."""

LEAST_KEPT = 3
"""The lowest descriptor above a program's three streams."""

_RESTORED = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}

_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL


@dataclass(frozen=True)
class SpawnCommand:
    """A command, its streams from 0 on, further descriptors it inherits, its environment and its folder."""

    command: list[str]
    streams: tuple[int, ...]
    extra: tuple[int, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""


@contextmanager
def sealed_files(*contents: bytes) -> Iterator[tuple[int, ...]]:
    """Descriptors, positioned at the start, of read-only files in memory with `contents`."""
    with ExitStack() as kept:
        made: list[int] = []
        for data in contents:
            low = os.memfd_create("data", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            made.append(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, LEAST_KEPT))
            os.close(low)
            kept.callback(os.close, made[-1])
            view = memoryview(data)
            while view:
                view = view[os.write(made[-1], view) :]
            os.lseek(made[-1], 0, os.SEEK_SET)
            fcntl.fcntl(made[-1], fcntl.F_ADD_SEALS, _SEALS)
        yield tuple(made)


def start_program(
    program: SpawnCommand, *, group: int = 0, confine: Callable[[], object] | None = None
) -> int:
    """Start a program in the process group `group` (0: a new one); returns its pid.

    `confine` is called last: a filter that it loads for this thread sees nothing of what comes before.

    `posix_spawn` does not copy the grader's memory.  Before its exec, the child makes no call that the
    kernel asks the grader about.  Since the child has copies of all the grader's descriptors, the listener
    among them, a call of this kind would wait forever if the grader were killed.
    A program with a `folder` needs a separate thread, because the calling thread changes into the folder.
    """
    if program.folder:
        kernel.unshare(kernel.CLONE_FS)
        os.chdir(program.folder)
    kernel.close_on_exec(LEAST_KEPT)
    with ExitStack() as kept:
        streams = [_above_streams(fd, kept) for fd in program.streams]
        actions = [(os.POSIX_SPAWN_DUP2, fd, place) for place, fd in enumerate(streams)]
        actions += [(os.POSIX_SPAWN_DUP2, fd, fd) for fd in program.extra]
        if confine is not None:
            confine()
        return os.posix_spawn(
            program.command[0],
            program.command,
            program.env,
            file_actions=actions,
            setpgroup=group,
            setsigmask=(),
            setsigdef=_RESTORED,
        )


def _above_streams(fd: int, kept: ExitStack) -> int:
    """A descriptor of the same open file with a number of at least `LEAST_KEPT`."""
    if fd == subprocess.DEVNULL:
        fd = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        kept.callback(os.close, fd)
    if fd >= LEAST_KEPT:
        return fd
    higher = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, LEAST_KEPT)
    kept.callback(os.close, higher)
    return higher


def in_thread(work: Callable[[], int], kept: ExitStack | None = None) -> int:
    """Call `work` in a new thread; returns what `work` returns and raises what it raises.

    The thread lives until `kept` closes, if that is given: a program that it starts may have asked the kernel
    to kill it when the thread ends.
    """
    results: queue.SimpleQueue[int | BaseException] = queue.SimpleQueue()
    over = threading.Event()

    def call() -> None:
        try:
            results.put(work())
        except BaseException as error:
            results.put(error)
        over.wait()

    thread = threading.Thread(target=call, name="start", daemon=True)
    thread.start()
    with ExitStack() as own:
        (kept or own).callback(thread.join)
        (kept or own).callback(over.set)
        result = results.get()
    if isinstance(result, BaseException):
        raise result
    return result
