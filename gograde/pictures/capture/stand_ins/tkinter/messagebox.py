"""Message boxes, which are answered at once.

Questions are answered with yes, and after many questions with no, so that "once more?" ends.
"""

from __future__ import annotations

from itertools import count
from typing import Any

ERROR = "error"
INFO = "info"
QUESTION = "question"
WARNING = "warning"
ABORTRETRYIGNORE = "abortretryignore"
OK = "ok"
OKCANCEL = "okcancel"
RETRYCANCEL = "retrycancel"
YESNO = "yesno"
YESNOCANCEL = "yesnocancel"
ABORT = "abort"
RETRY = "retry"
IGNORE = "ignore"
CANCEL = "cancel"
YES = "yes"
NO = "no"

_PATIENCE = 50  # questions that are answered with yes; the same patience as for other libraries
_ASKED = count()


class Message:
    """A box as an object."""

    def __init__(self, master: Any = None, **options: Any) -> None:
        self.master, self.options = master, options

    def show(self, **options: Any) -> str:
        return OK


def _agrees() -> bool:
    return next(_ASKED) < _PATIENCE


def showinfo(title: Any = None, message: Any = None, **options: Any) -> str:
    return OK


showwarning = showerror = showinfo


def askquestion(title: Any = None, message: Any = None, **options: Any) -> str:
    return YES if _agrees() else NO


def askokcancel(title: Any = None, message: Any = None, **options: Any) -> bool:
    return _agrees()


askyesno = askyesnocancel = askokcancel


def askretrycancel(title: Any = None, message: Any = None, **options: Any) -> bool:
    return False
