"""What a reader finds in the sources of a program, and what decides how it is built and started."""

from __future__ import annotations

from enum import StrEnum


class Mark(StrEnum):
    """A finding: a `main` without a result, a first line that asks for bash, the word python, a window,
    names that only an older numpy has, a translation from Python 2."""

    VOID_MAIN = "void_main"
    BASH = "bash"
    PYTHON = "python"
    SHOWS = "shows"
    OLD_NUMPY = "old_numpy"
    PYTHON_2 = "python_2"
