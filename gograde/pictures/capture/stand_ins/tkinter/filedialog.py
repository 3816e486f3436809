"""Dialogs for files, which are always cancelled."""

from __future__ import annotations

from typing import Any


def askopenfilename(**options: Any) -> str:
    return ""


asksaveasfilename = askdirectory = askopenfilename


def askopenfilenames(**options: Any) -> tuple[str, ...]:
    return ()


askopenfiles = askopenfilenames


def askopenfile(mode: str = "r", **options: Any) -> None:
    return None


asksaveasfile = askopenfile


class FileDialog:
    """A dialog as an object."""

    def __init__(self, master: Any = None, title: Any = None, **options: Any) -> None:
        self.master, self.options = master, options

    def go(self, *args: Any, **options: Any) -> None:
        return None

    def show(self, **options: Any) -> str:
        return ""


LoadFileDialog = SaveFileDialog = Open = SaveAs = Directory = FileDialog
