"""The dialog for colours, which is always cancelled."""

from __future__ import annotations

from typing import Any


def askcolor(color: Any = None, **options: Any) -> tuple[None, None]:
    return (None, None)


class Chooser:
    """The dialog as an object."""

    def __init__(self, master: Any = None, **options: Any) -> None:
        self.master, self.options = master, options

    def show(self, **options: Any) -> tuple[None, None]:
        return (None, None)
