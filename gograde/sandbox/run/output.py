"""What a program writes: all of it is counted, the beginning is kept, paths of the host are replaced."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from gograde.sandbox.protocol import BOX, KEPT_BYTES

_CHUNK = 64 * 1024  # bytes of one read, the size of a pipe


@dataclass
class Capture:
    """One stream of a program, read from the non-blocking descriptor `fd`.

    `folder` is the host's name of the working directory.  The kept text has `/box` in its place, also
    when the name arrives in two pieces.
    """

    fd: int
    folder: bytes = b""
    kept: bytearray = field(default_factory=bytearray)
    total: int = 0
    open: bool = True
    _pending: bytes = b""

    def read(self) -> None:
        """Take in one chunk if there is one; at the end of the stream, `open` becomes false."""
        try:
            chunk = os.read(self.fd, _CHUNK)
        except BlockingIOError:
            return
        self._take(chunk)
        self.open = bool(chunk)

    def drain(self) -> None:
        """Read what is left once no writer lives, and finish."""
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
    """Length of the longest end of `data` that begins `needle` without being the whole of it."""
    return next((n for n in range(min(len(data), len(needle) - 1), 0, -1) if data.endswith(needle[:n])), 0)
