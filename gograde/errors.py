"""Errors a person can mend, and the exit codes of the command line.

Every error says where it is, what is wrong and how to mend it.  Illegal moves
and malformed answers of students are values, never one of these.
"""

from __future__ import annotations

import errno
from enum import IntEnum


class ExitCode(IntEnum):
    """What a `gograde` process ends with."""

    DONE = 0
    FINDINGS = 1
    USAGE = 2
    BAD_DATA = 3
    JUDGE_ERROR = 4
    INTERRUPTED = 130


class GogradeError(Exception):
    """A mistake that a person can mend.

    `where` names the file, key or option; `what` the fault; `fix` the way out.
    """

    exit_code = ExitCode.BAD_DATA

    def __init__(self, where: str, what: str, fix: str) -> None:
        super().__init__(where, what, fix)
        self.where = where
        self.what = what
        self.fix = fix

    @property
    def fault(self) -> str:
        """Where and what, without the way out: for a remark or a list."""
        return f"{self.where}: {self.what}"

    def __str__(self) -> str:
        return f"{self.fault}\nFix: {self.fix}"


class UsageError(GogradeError):
    """The command line asks for something that does not exist."""

    exit_code = ExitCode.USAGE


class DataError(GogradeError):
    """A package or a class folder is not as it must be."""

    exit_code = ExitCode.BAD_DATA


class JudgeError(GogradeError):
    """The grader failed, not the student: never a mark."""

    exit_code = ExitCode.JUDGE_ERROR


def of_system(error: OSError) -> GogradeError:
    """What the system refused, as an error that a person can mend."""
    what, file = error.strerror or str(error), error.filename2 or error.filename
    if file is not None:
        odd = error.errno in {errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ELOOP}
        away = "move away what lies there, or in the place of a folder above it, and run the command again"
        look = "see that it is there and that you may read and write it"
        return DataError(str(file), what, away if odd else look)
    if error.errno in {errno.ENOSPC, errno.EIO}:
        return JudgeError("output", f"cannot be written ({what})", "make room, or write somewhere else")
    return JudgeError("gograde", what, "mend it, and run the command again")
