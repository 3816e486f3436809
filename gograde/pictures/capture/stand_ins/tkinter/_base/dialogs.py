"""A dialog as an object, which is answered at once."""

from __future__ import annotations

from typing import Any, ClassVar


class Dialog:
    """A dialog; `answer` is what a person answers."""

    answer: ClassVar[Any] = ""

    def __init__(self, master: Any = None, *args: Any, **options: Any) -> None:
        self.master, self.options = master, options

    def show(self, *args: Any, **options: Any) -> Any:
        return self.answer

    def go(self, *args: Any, **options: Any) -> None:
        return None
