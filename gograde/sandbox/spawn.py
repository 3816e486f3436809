"""Forks the process that becomes the program, with nothing of the grader's left in it."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from gograde.errors import GogradeError
from gograde.sandbox.streams import Capture

_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
_CHANGED_SIGNALS = (
    *(signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT),
    *(signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD),
)

FIX = "\nFix: "
"""Between the fault and the way to mend it, in what a child says that cannot become the program."""

CONTROL = 3
"""The descriptor over which a program's start is arranged."""


@dataclass(frozen=True)
class Pipes:
    """Both ends of a program's standard streams; `stdin` is a file that nobody can write."""

    stdin: int
    out: tuple[int, int]
    err: tuple[int, int]

    def captures(self, folder: bytes = b"") -> tuple[Capture, Capture]:
        """The supervisor's ends, to read from, once the program's ends are closed here."""
        for fd in (self.stdin, self.out[1], self.err[1]):
            os.close(fd)
        return Capture(self.out[0], folder), Capture(self.err[0], folder)


def open_pipes(stdin: bytes) -> Pipes:
    """New pipes for what a program writes, and a sealed file of what it reads."""
    pipes = Pipes(sealed_file(stdin), os.pipe(), os.pipe())
    for reader in (pipes.out[0], pipes.err[0]):
        os.set_blocking(reader, False)
    return pipes


def sealed_file(data: bytes) -> int:
    """A descriptor, open at the beginning, of a file in memory that can never be changed."""
    fd = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SEALS)
    return fd


def fork_program(become: Callable[[], NoReturn], pipes: Pipes, extra: tuple[int, ...]) -> int:
    """Fork; in the child, descriptors 0 to 2 are the streams, 3 … are `extra`, and no other is open.

    `become` must not return: it gives up its rights and executes the program.  What it
    raises is written to the child's standard error, and the child ends with 125.
    """
    child = os.fork()
    if child:
        return child
    try:
        _arrange((pipes.stdin, pipes.out[1], pipes.err[1], *extra))
        _default_signals()
        os.setsid()
        os.umask(0o022)
        become()
    except BaseException as error:
        os.write(2, _told(error).encode(errors="replace"))
    finally:
        os._exit(125)


def _told(error: BaseException) -> str:
    if isinstance(error, GogradeError):
        return f"{error.what}{FIX}{error.fix}"
    return f"{type(error).__name__}: {error}"


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
