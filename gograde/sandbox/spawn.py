"""Starts programs with the descriptors that are meant for them and nothing else of the grader's."""

from __future__ import annotations

import fcntl
import os
import queue
import socket
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from gograde.errors import JudgeError
from gograde.sandbox.prologue import GO, READY
from gograde.sandbox.streams import Capture

PATIENCE_S = 30.0
"""How long a step of ours may take on a busy machine before it is a fault of the sandbox."""

_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
_CREDENTIALS = struct.Struct("3i")


@dataclass(frozen=True)
class Program:
    """A command, its descriptors 0 to 2, those it inherits beside them, its environment and folder."""

    command: list[str]
    streams: tuple[int, int, int]
    extra: tuple[int, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    folder: str = "/"


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
    fd = os.memfd_create("data", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    kept.callback(os.close, fd)
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SEALS)
    return fd


def start_program(program: Program, *, new_session: bool = False, group: int = -1) -> int:
    """Start a program in a session of its own, or in the process group `group` (0: a new one); its pid.

    Without a fork, whose cost grows with the grader's memory: the grader waits for the exec.
    """
    stdin, stdout, stderr = program.streams
    started = subprocess.Popen(
        program.command,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=program.extra,
        env=program.env,
        cwd=program.folder,
        start_new_session=new_session,
        process_group=None if group < 0 else group,
    )
    started.returncode = 0  # whoever asked for the start also waits for the end
    return started.pid


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
