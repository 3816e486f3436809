"""The keys of a terminal, each as soon as it is pressed."""

from __future__ import annotations

import os
import sys
import termios
import tty
from types import TracebackType

MOST = 32
"""Bytes of one key: those of an arrow are several."""


class Keys:
    """The keyboard of standard input in a block, without echo; Ctrl-C still interrupts."""

    def __init__(self) -> None:
        self._terminal = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._terminal)

    def __enter__(self) -> Keys:
        tty.setcbreak(self._terminal, termios.TCSANOW)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)

    def forget(self) -> None:
        """Drop what was pressed already: it was meant for what stood there before."""
        termios.tcflush(self._terminal, termios.TCIFLUSH)

    def next(self) -> str:
        """The next key; empty when the terminal is gone or its input has ended."""
        try:
            pressed = os.read(self._terminal, MOST).decode("utf-8", "replace")
        except OSError:
            return ""
        return "" if pressed == "\x04" else pressed

    def line(self, question: str) -> str:
        """A line that is typed in answer to a question."""
        self.__exit__(None, None, None)
        try:
            return input(f"{question}: ").strip()
        except EOFError:
            return ""
        finally:
            self.__enter__()
