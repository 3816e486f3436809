"""Starts programs with the descriptors that are meant for them and nothing else of the grader's."""

from __future__ import annotations

import fcntl
import os
import subprocess
from dataclasses import dataclass

from gograde.sandbox.streams import Capture

_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL


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
