"""A command that a script uses like a person at a terminal: it reads what is shown, and presses keys."""

from __future__ import annotations

import os
import pty
import select
import signal
import time
from collections.abc import Mapping, Sequence

LONGEST_S = 60
"""Seconds to wait for a text: more than any program takes on a busy machine."""

READ = 65536
"""Bytes that are read at once."""


class Terminal:
    """A running command with a terminal of its own; `text` is all that it has shown."""

    def __init__(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # what started us in the background ignores it
            os.execvpe(argv[0], [*argv], env)
        self.text = ""
        self._seen = 0

    def until(self, text: str) -> None:
        """Wait until a text is shown after those that were waited for; raises `TimeoutError`."""
        self.until_any((text,))

    def until_any(self, texts: Sequence[str]) -> None:
        """Wait like `until` for one of several texts."""
        end = time.monotonic() + LONGEST_S
        while not (found := [text for text in texts if text in self.text[self._seen :]]):
            if not self._read(end - time.monotonic()):
                raise TimeoutError(f"none of {texts} came after {self.text[self._seen :]!r}")
        self._seen = self.text.index(found[0], self._seen) + len(found[0])

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._terminal, keys.encode())

    def ended(self) -> int:
        """Read the rest, and return the exit code."""
        end = time.monotonic() + LONGEST_S
        while self._read(end - time.monotonic()):
            pass
        os.close(self._terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def kill(self, number: int) -> None:
        """Send a signal to the command."""
        os.kill(self._pid, number)

    def _read(self, seconds: float) -> bool:
        """Read what there is; False when nothing came, or when the command has ended."""
        if not select.select([self._terminal], [], [], max(0, seconds))[0]:
            return False
        try:
            data = os.read(self._terminal, READ)
        except OSError:  # Linux says EIO once the other end is closed
            return False
        self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)
