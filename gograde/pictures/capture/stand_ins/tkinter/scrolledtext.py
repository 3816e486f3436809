"""A text with a scroll bar."""

from __future__ import annotations

from typing import Any

from ._text import Text
from ._widgets import Frame, Scrollbar

__all__ = ["ScrolledText"]


class ScrolledText(Text):
    """A text in a frame with a scroll bar beside it."""

    def __init__(self, master: Any = None, **kw: Any) -> None:
        self.frame = Frame(master)
        self.vbar = Scrollbar(self.frame)
        super().__init__(self.frame, **kw)
