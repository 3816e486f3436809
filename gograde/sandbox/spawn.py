"""Starts programs with the descriptors that are meant for them and nothing else of the grader's."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field

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


@dataclass(frozen=True)
class Program:
    """A command, its descriptors 0 to 2, those it inherits beside them, its environment and folder."""

    command: list[str]
    streams: tuple[int, int, int]
    extra: tuple[int, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    folder: str = "/"


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
