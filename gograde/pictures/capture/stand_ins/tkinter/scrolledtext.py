"""A text with a scroll bar."""

from __future__ import annotations

from typing import Any

from ._widgets import Frame, Scrollbar, Text

__all__ = ["ScrolledText"]


class ScrolledText(Text):
    """A text beside which a frame and a scroll bar are made, and not shown."""

    def __init__(self, master: Any = None, **kw: Any) -> None:
        self.frame = Frame(master)
        self.vbar = Scrollbar(self.frame)
        super().__init__(master, **kw)
