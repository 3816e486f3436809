"""The connections between the grader and one program, and the shell that becomes the program."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from gograde.errors import JudgeError
from gograde.sandbox.attempts import Notices, awaited
from gograde.sandbox.collect import Usage
from gograde.sandbox.host.processes import Tree, scheduled
from gograde.sandbox.host.spawn import PATIENCE_S
from gograde.sandbox.protocol import BOX, KEPT_BYTES

_READY = b"ready\n"
_GO = b"go\n"
_MESSAGE = 1 << 16  # bytes of the longest message of a server
_MOST_FDS = 16  # of a message: one, and room for the credentials that the kernel may add
_CREDENTIALS = struct.Struct("3i")


@dataclass(frozen=True)
class Wires:
    """The grader's ends: the socket to the shell that becomes the program, and the program's streams."""

    control: socket.socket
    out: Capture
    err: Capture

    def give_listener(self, notices: Notices) -> None:
        """Pass the listener that the forked process sends to `notices`."""
        with suppress(ConnectionError):  # `await_ready` reports what went wrong
            _, (notices.listener,) = received(self.control)

    def await_ready(self, backend: str, notices: Notices | None) -> int:
        """Wait for "ready"; returns the host's pid of the process that becomes the program.

        Raises JudgeError, with the process's error output, when no "ready" comes.
        """
        word, ancillary = b"", list[tuple[int, int, bytes]]()
        if awaited([self.control.fileno()], notices):
            word, ancillary, _, _ = self.control.recvmsg(64, socket.CMSG_SPACE(_CREDENTIALS.size))
        if word == _READY and ancillary:
            return int(_CREDENTIALS.unpack(ancillary[0][2][: _CREDENTIALS.size])[0])
        self.err.read()
        said = bytes(self.err.head).decode(errors="replace").strip() or "it ended without a word"
        raise JudgeError(f"sandbox {backend}", said, "gograde doctor tells what this machine lacks")

    def go(self) -> None:
        """Let the shell become the program."""
        self.control.sendall(_GO)


def send(channel: socket.socket, words: Mapping[str, Any], fds: Sequence[int]) -> None:
    """Send a message to a server of runs, with descriptors, whose number it says: some might get lost."""
    socket.send_fds(channel, [json.dumps({**words, "descriptors": len(fds)}).encode()], fds)


def received(channel: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """A message of a server or a forked process, and the descriptors that came with it.

    Raises TimeoutError, and ConnectionError when the other side is gone.
    """
    data, fds, _, _ = socket.recv_fds(channel, _MESSAGE, _MOST_FDS, socket.MSG_CMSG_CLOEXEC)
    if not data:
        raise ConnectionError("it ended without a word")
    return json.loads(data), fds


@contextmanager
def wires(kept: ExitStack, folder: bytes = b"") -> Iterator[tuple[Wires, tuple[int, int, int]]]:
    """New wires, which `kept` closes, and a program's descriptors 0 to 2, which are closed after the block.

    `folder` is the host's path of the working directory, which `/box` replaces in the streams.
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


_CHUNK = 64 * 1024  # bytes of one read, the size of a pipe


@dataclass
class Capture:
    """One stream of a program, read from the non-blocking descriptor `fd`.

    `folder` is the host's path of the working directory.  `/box` replaces it in the kept text, even when
    the path arrives in two chunks.
    """

    fd: int
    folder: bytes = b""
    head: bytearray = field(default_factory=bytearray)
    total: int = 0
    open: bool = True
    _pending: bytes = b""

    def read(self) -> None:
        """Read one chunk if there is one; at the end of the stream, `open` becomes False."""
        try:
            chunk = os.read(self.fd, _CHUNK)
        except BlockingIOError:
            return
        self._take(chunk)
        self.open = bool(chunk)

    def drain(self) -> None:
        """Read the rest of the stream after the last writer has ended."""
        while self.open:
            before = self.total + len(self._pending)
            self.read()
            if self.total + len(self._pending) == before:
                break
        self._take(b"")
        self.open = False

    def _take(self, chunk: bytes) -> None:
        data = self._pending + chunk
        self._pending = b""
        if self.folder:
            data = data.replace(self.folder, os.fsencode(BOX))
            cut = len(data) - (_overlap(data, self.folder) if chunk else 0)
            data, self._pending = data[:cut], data[cut:]
        self.total += len(data)
        self.head += data[: max(0, KEPT_BYTES - len(self.head))]


def _overlap(data: bytes, needle: bytes) -> int:
    """Length of the longest suffix of `data` that is a proper prefix of `needle`."""
    return next((n for n in range(min(len(data), len(needle) - 1), 0, -1) if data.endswith(needle[:n])), 0)


_FOLDER = re.compile(rb"""(?:file://)?/box/(?:\./)*|(?<![^\s"'(])\./(?=[^\s:"'()]+(?::|"?,? line ))""")


def authors_words(stderr: bytes, frames: re.Pattern[bytes] | None) -> bytes:
    """What a program wrote on standard error, without `frames`, and with files as their author names them."""
    return _FOLDER.sub(b"", frames.sub(b"", stderr) if frames else stderr)


KILLED = 128 + signal.SIGKILL
"""The status of a first process that somebody outside its namespace killed."""


def prologue(stdin: str = "<&3 3<&-") -> str:
    """The script of a shell that becomes the program.

    `stdin` redirects its standard input; by default it is the fourth of the shell's streams.
    """
    return f"""\
umask 022
echo ready >&0 && read -r go || exit 125
unset PWD OLDPWD
[ -f "$1" ] || {{ echo "$1: not found" >&2; exit 127; }}
[ -x "$1" ] || {{ echo "$1: permission denied" >&2; exit 126; }}
exec "$@" {stdin}"""


def prologue_of_first(stdin: str) -> str:
    """The script of the first process of a pid namespace, whose child becomes the program and reads `stdin`.

    The program may wake this shell, which then ends by itself, but not with the status `KILLED`.
    """
    return f"""\
({prologue(f"<{shlex.quote(stdin)}")})
code=$?
[ "$code" -ne {KILLED} ] || code={KILLED - 1}
exit "$code\""""


@dataclass(frozen=True)
class ProgramEnd:
    """The end of a program: `status` is that of wait(2).

    `cpu_s` is the CPU time of the reaped processes since the program's start.
    `attempts` are the recorded attempts.  `lost` means that somebody outside killed the whole sandbox.
    """

    status: int
    cpu_s: float
    attempts: tuple[str, ...] = ()
    lost: bool = False


@dataclass
class Cell(ABC):
    """A sandbox whose program, with the pid `pid` on the host, waits for `start`.

    `notices` answers the calls that the filter passes to the grader, if any.  The cell takes over `stack`.
    `program` is a pidfd of the program, and `before` the CPU time it used before `start`.  `box` is
    a descriptor of the working directory, and `tree` are the processes of the run.
    """

    ends: Wires
    notices: Notices | None
    pid: int
    stack: ExitStack
    _ending: ProgramEnd | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.before = scheduled(self.pid)
        self.program = self.keep(os.pidfd_open(self.pid))
        self.box, self.tree = self.opened()
        self.stack = self.stack.pop_all()

    def keep(self, fd: int) -> int:
        """The descriptor `fd`, which is closed with this cell."""
        self.stack.callback(os.close, fd)
        return fd

    def start(self) -> None:
        if self.notices is not None:
            self.notices.begin()
        self.ends.go()

    def finish(self) -> ProgramEnd:
        """Kill the program's processes; after it none lives.  May be called more than once."""
        if self._ending is None:
            self._ending = self.end()
        return self._ending

    def close(self) -> None:
        """Finish and close all descriptors, even if `finish` fails."""
        try:
            self.finish()
        finally:
            self.stack.close()

    @abstractmethod
    def opened(self) -> tuple[int, Tree]: ...
    @abstractmethod
    def usage(self) -> Usage: ...
    @abstractmethod
    def end(self) -> ProgramEnd: ...
