"""Starts programs with the descriptors that are meant for them and nothing else of the grader's."""

from __future__ import annotations

import fcntl
import os
import queue
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from gograde.sandbox.output import Capture
from gograde.sandbox.prologue import GO, READY

PATIENCE_S = 30.0
"""How long a step of ours may take on a busy machine before it is a fault of the sandbox."""

LEAST_KEPT = 3
"""Descriptors below are the streams of a program."""

_RESTORED = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}

_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
_CREDENTIALS = struct.Struct("3i")


@dataclass(frozen=True)
class Program:
    """A command, its descriptors 0 to 2, those it inherits beside them, its environment and folder."""

    command: list[str]
    streams: tuple[int, int, int]
    extra: tuple[int, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""


@dataclass(frozen=True)
class Wires:
    """The grader's ends: the socket to the shell before the program, and the program's streams."""

    control: socket.socket
    out: Capture
    err: Capture

    def await_ready(self, backend: str) -> int:
        """The pid, as the host knows it, of the process that says it is ready to become the program.

        Raises JudgeError with what was written instead.
        """
        try:
            word, ancillary, _, _ = self.control.recvmsg(64, socket.CMSG_SPACE(_CREDENTIALS.size))
        except TimeoutError:
            word, ancillary = b"", []
        if word == READY and ancillary:
            return int(_CREDENTIALS.unpack(ancillary[0][2][: _CREDENTIALS.size])[0])
        self.err.read()
        said = bytes(self.err.kept).decode(errors="replace").strip() or "it ended without a word"
        raise JudgeError(f"sandbox {backend}", said, "gograde doctor tells what this machine lacks")

    def go(self) -> None:
        """Let the shell become the program."""
        self.control.sendall(GO)


@contextmanager
def wires(kept: ExitStack, folder: bytes = b"") -> Iterator[tuple[Wires, tuple[int, int, int]]]:
    """New wires, closed with `kept`, and a program's descriptors 0 to 2, closed after the block.

    `folder` is what the program may call its working directory beside `/box`.
    """
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    ours.settimeout(PATIENCE_S)
    kept.callback(ours.close)
    pipes = os.pipe(), os.pipe()
    for reader, _ in pipes:
        os.set_blocking(reader, False)
        kept.callback(os.close, reader)
    (out, out_end), (err, err_end) = pipes
    try:
        yield Wires(ours, Capture(out, folder), Capture(err, folder)), (theirs.fileno(), out_end, err_end)
    finally:
        theirs.close()
        os.close(out_end)
        os.close(err_end)


@contextmanager
def sealed_files(*contents: bytes) -> Iterator[tuple[int, ...]]:
    """Descriptors, open at the beginning, of files in memory that can never be changed."""
    with ExitStack() as kept:
        yield tuple(_sealed(kept, data) for data in contents)


def _sealed(kept: ExitStack, data: bytes) -> int:
    made = os.memfd_create("data", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    fd = fcntl.fcntl(made, fcntl.F_DUPFD_CLOEXEC, LEAST_KEPT)
    os.close(made)
    kept.callback(os.close, fd)
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SEALS)
    return fd


def start_program(program: Program, *, group: int = 0) -> int:
    """Start a program in the process group `group` (0: a new one); its pid.

    Without a fork, whose cost grows with the grader's memory.  Between the start and the exec
    nothing is called that the kernel might ask the grader about: the child holds a copy of all
    that the grader has open, also of the listener, and would wait for ever for one that was killed.
    With a `folder` this must be a thread of its own, since the thread changes into it.
    """
    if program.folder:
        kernel.leave_shared_folder()
        os.chdir(program.folder)
    kernel.close_on_exec(LEAST_KEPT)
    with ExitStack() as kept:
        streams = [_above_streams(fd, kept) for fd in program.streams]
        actions = [(os.POSIX_SPAWN_DUP2, fd, place) for place, fd in enumerate(streams)]
        actions += [(os.POSIX_SPAWN_DUP2, fd, fd) for fd in program.extra]
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
    """The same open file under a number that no stream of the program will have."""
    if fd == subprocess.DEVNULL:
        fd = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        kept.callback(os.close, fd)
    if fd >= LEAST_KEPT:
        return fd
    higher = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, LEAST_KEPT)
    kept.callback(os.close, higher)
    return higher


def in_thread(work: Callable[[], int]) -> int:
    """Call `work` in a thread of its own, which then ends; its result or what it raises."""
    with ExitStack() as kept:
        return in_lasting_thread(work, kept)


def in_lasting_thread(work: Callable[[], int], kept: ExitStack) -> int:
    """Call `work` in a thread that lives until `kept` closes; its result or what it raises.

    What the thread has started may have asked to be killed at the thread's end.
    """
    outcomes: queue.SimpleQueue[int | BaseException] = queue.SimpleQueue()
    over = threading.Event()

    def call() -> None:
        try:
            outcomes.put(work())
        except BaseException as error:
            outcomes.put(error)
        over.wait()

    thread = threading.Thread(target=call, name="start", daemon=True)
    thread.start()
    kept.callback(thread.join)
    kept.callback(over.set)
    outcome = outcomes.get()
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome
