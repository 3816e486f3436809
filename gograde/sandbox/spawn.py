"""Forks the process that becomes the program, with nothing of the grader's left in it."""

from __future__ import annotations

import fcntl
import functools
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.errors import GogradeError
from gograde.sandbox.identity import Identity
from gograde.sandbox.reach import open_ways
from gograde.sandbox.streams import Capture

_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
FIX = "\nFix: "
"""Between the fault and the way to mend it, in what a child says that cannot become the program."""

Rights = tuple[Identity, Mapping[Path, Path]]
"""Who a program runs as, and the closed ways that are opened for it."""


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


def start_program(
    command: list[str], streams: tuple[int, int, int], extra: tuple[int, ...], rights: Rights
) -> int:
    """Start `command` with an empty environment and only these descriptors; its pid.

    It runs as the identity of `rights`, with its closed ways opened first.  This goes through
    C where it can: code in Python after a fork pays for every page of the grader it touches.
    """
    who, closed = rights
    options: dict[str, Any] = {}
    if closed:
        options["preexec_fn"] = functools.partial(_cross, who, closed)
    elif who.drop:
        options |= {"user": who.uid, "group": who.gid, "extra_groups": []}
    program = subprocess.Popen(
        command,
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        pass_fds=extra,
        env={},
        cwd="/",
        umask=0o022,
        start_new_session=True,
        **options,
    )
    program.returncode = 0  # whoever asked for the start also waits for the end
    return program.pid


def _cross(who: Identity, closed: Mapping[Path, Path]) -> None:
    try:
        open_ways(closed)
        who.assume()
    except (GogradeError, OSError) as error:
        os.write(2, _told(error).encode(errors="replace"))
        os._exit(125)


def _told(error: BaseException) -> str:
    if isinstance(error, GogradeError):
        return f"{error.what}{FIX}{error.fix}"
    return f"{type(error).__name__}: {error}"
