"""A terminal for the grader, as a person has who grades by hand."""

import fcntl
import os
import pty
import struct
import termios
from contextlib import ExitStack
from dataclasses import dataclass

_SIZE = struct.pack("HHHH", 24, 80, 0, 0)


@dataclass(frozen=True)
class Terminal:
    """The two ends of a pseudo-terminal; programs have `slave`."""

    master: int
    slave: int
    at_first: object

    def take(self) -> None:
        """Make it the controlling terminal of this process, in a session of its own."""
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def harm(self) -> str:
        """What was done to it; "" when nothing was."""
        try:
            written = os.read(self.master, 4096)
        except BlockingIOError:
            written = b""
        if written:
            return f"written to the terminal: {written[:60]!r}"
        return "" if _settings(self.slave) == self.at_first else "the terminal was changed"


def open_terminal(stack: ExitStack) -> Terminal:
    """A new terminal, closed with `stack`."""
    master, slave = pty.openpty()
    for fd in (master, slave):
        stack.callback(os.close, fd)
    os.set_blocking(master, False)
    fcntl.ioctl(slave, termios.TIOCSWINSZ, _SIZE)
    return Terminal(master, slave, _settings(slave))


def _settings(slave: int) -> object:
    return termios.tcgetattr(slave), fcntl.ioctl(slave, termios.TIOCGWINSZ, bytes(8))
