"""Message boxes, which are answered at once.

Questions are answered with yes, and after many questions with no, so that "once more?" ends.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from ._base.dialogs import Dialog

ERROR, INFO, QUESTION, WARNING = "error", "info", "question", "warning"
ABORTRETRYIGNORE, OKCANCEL, RETRYCANCEL = "abortretryignore", "okcancel", "retrycancel"
YESNO, YESNOCANCEL = "yesno", "yesnocancel"
ABORT, RETRY, IGNORE, OK, CANCEL, YES, NO = "abort", "retry", "ignore", "ok", "cancel", "yes", "no"

_PATIENCE = 50  # questions that are answered with yes; the same patience as for other libraries
_ASKED = count()


class Message(Dialog):
    """A box as an object."""

    answer = OK


def showinfo(title: Any = None, message: Any = None, **options: Any) -> str:
    return OK


showwarning = showerror = showinfo


def askokcancel(title: Any = None, message: Any = None, **options: Any) -> bool:
    return next(_ASKED) < _PATIENCE


askyesno = askyesnocancel = askokcancel


def askquestion(title: Any = None, message: Any = None, **options: Any) -> str:
    return YES if askokcancel() else NO


def askretrycancel(title: Any = None, message: Any = None, **options: Any) -> bool:
    return False
