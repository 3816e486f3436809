"""Starts programs with the descriptors that are meant for them and nothing else of the grader's."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from gograde.sandbox.streams import Capture

_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
_CHANGED_SIGNALS = (
    *(signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT),
    *(signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD),
)


@dataclass(frozen=True)
class Pipes:
    """Both ends, for reading and for writing, of the streams that a program writes."""

    out: tuple[int, int]
    err: tuple[int, int]

    def captures(self, folder: bytes = b"") -> tuple[Capture, Capture]:
        """The supervisor's ends, to read from, once the program's ends are closed here."""
        for fd in (self.out[1], self.err[1]):
            os.close(fd)
        return Capture(self.out[0], folder), Capture(self.err[0], folder)


def open_pipes() -> Pipes:
    """New pipes for what a program writes, which are never waited for when read."""
    pipes = Pipes(os.pipe(), os.pipe())
    for reader in (pipes.out[0], pipes.err[0]):
        os.set_blocking(reader, False)
    return pipes


def sealed_file(data: bytes) -> int:
    """A descriptor, open at the beginning, of a file in memory that can never be changed."""
    fd = os.memfd_create("data", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SEALS)
    return fd


def start_program(command: list[str], streams: tuple[int, int, int], extra: tuple[int, ...]) -> int:
    """Start `command` with an empty environment and only these descriptors; its pid.

    Without a fork, whose cost grows with the grader's memory: the grader waits for the exec.
    """
    program = subprocess.Popen(
        command,
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        pass_fds=extra,
        env={},
        cwd="/",
        start_new_session=True,
    )
    program.returncode = 0  # whoever asked for the start also waits for the end
    return program.pid


def fork_program(become: Callable[[], NoReturn], wanted: tuple[int, ...]) -> int:
    """Fork; in the child the descriptors `wanted` are 0, 1, 2, 3 … and no other is open.

    `become` must not return: it gives up its rights and executes the program.  What it
    raises is written to the child's descriptor 3, and the child ends with 125.
    """
    child = os.fork()
    if child:
        return child
    try:
        _arrange(wanted)
        _default_signals()
        os.setsid()
        os.umask(0o022)
        become()
    except BaseException as error:
        os.write(3, f"{type(error).__name__}: {error}".encode(errors="replace"))
    finally:
        os._exit(125)


def _arrange(wanted: tuple[int, ...]) -> None:
    """Give the descriptors `wanted` the numbers 0, 1, 2 … and close all others."""
    safe = [fcntl.fcntl(fd, fcntl.F_DUPFD, 64 + len(wanted)) for fd in wanted]
    for number, fd in enumerate(safe):
        os.dup2(fd, number)
    os.closerange(len(wanted), os.sysconf("SC_OPEN_MAX"))


def _default_signals() -> None:
    """Undo what Python and the grader have changed about signals; an exec would hand it on."""
    for number in _CHANGED_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
