# ruff: noqa: F403  (the real one exports the whole of tkinter, and programs use that)
"""Dialogs that ask for a value, which are always cancelled."""

from __future__ import annotations

from typing import Any

from . import *
from . import messagebox  # noqa: F401
from ._window import Toplevel


def askstring(title: Any, prompt: Any, **kw: Any) -> None:
    return None


askinteger = askfloat = askstring


class Dialog(Toplevel):
    """A dialog to subclass; it builds its body, and is then cancelled."""

    def __init__(self, parent: Any = None, title: Any = None) -> None:
        super().__init__(parent)
        self.parent, self.result = parent, None
        self.body(self)
        self.buttonbox()
        self.cancel()

    def body(self, master: Any) -> Any:
        return None

    def buttonbox(self) -> None:
        return None

    apply = buttonbox

    def validate(self) -> bool:
        return True

    def ok(self, event: Any = None) -> None:
        self.cancel()

    def cancel(self, event: Any = None) -> None:
        self.destroy()


class SimpleDialog:
    """A question with buttons; the default button is pressed."""

    def __init__(self, master: Any, text: str = "", buttons: Any = (), default: Any = 0, **kw: Any) -> None:
        self.root, self.num = Toplevel(master), default

    def go(self) -> Any:
        self.root.destroy()
        return self.num
