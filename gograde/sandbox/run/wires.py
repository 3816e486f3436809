"""The connections between the grader and one program: a control socket and the program's streams."""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from gograde.errors import JudgeError
from gograde.sandbox.host.spawn import PATIENCE_S
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.run.output import Capture

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
            _, (listener,) = received(self.control)
            notices.take(listener)

    def await_ready(self, backend: str) -> int:
        """Wait for "ready"; returns the host's pid of the process that becomes the program.

        Raises JudgeError, with the process's error output, when no "ready" comes.
        """
        try:
            word, ancillary, _, _ = self.control.recvmsg(64, socket.CMSG_SPACE(_CREDENTIALS.size))
        except TimeoutError:
            word, ancillary = b"", []
        if word == _READY and ancillary:
            return int(_CREDENTIALS.unpack(ancillary[0][2][: _CREDENTIALS.size])[0])
        self.err.read()
        said = bytes(self.err.kept).decode(errors="replace").strip() or "it ended without a word"
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
