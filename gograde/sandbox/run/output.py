"""Captures a program's output: counts it, keeps the beginning, and replaces paths of the host."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from gograde.sandbox.protocol import BOX, KEPT_BYTES

_CHUNK = 64 * 1024  # bytes of one read, the size of a pipe


@dataclass
class Capture:
    """One stream of a program, read from the non-blocking descriptor `fd`.

    `folder` is the host's path of the working directory.  `/box` replaces it in the kept text, even when
    the path arrives in two chunks.
    """

    fd: int
    folder: bytes = b""
    kept: bytearray = field(default_factory=bytearray)
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
        self.kept += data[: max(0, KEPT_BYTES - len(self.kept))]


def _overlap(data: bytes, needle: bytes) -> int:
    """Length of the longest suffix of `data` that is a proper prefix of `needle`."""
    return next((n for n in range(min(len(data), len(needle) - 1), 0, -1) if data.endswith(needle[:n])), 0)
