"""Dialogs for files, which are always cancelled."""

from __future__ import annotations

from typing import Any

from ._base.dialogs import Dialog


def askopenfilename(**options: Any) -> str:
    return ""


def askopenfilenames(**options: Any) -> tuple[str, ...]:
    return ()


def askopenfile(mode: str = "r", **options: Any) -> None:
    return None


asksaveasfilename = askdirectory = askopenfilename
askopenfiles, asksaveasfile = askopenfilenames, askopenfile
FileDialog = LoadFileDialog = SaveFileDialog = Open = SaveAs = Directory = Dialog
