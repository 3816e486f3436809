"""Names and values in a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

CUT = " … "
"""Stands for what is left out in the middle of a text."""


def named(names: Sequence[str], most: int = 4) -> str:
    """The first `most` names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def shown(value: Any) -> str:
    """An input or an answer as a text, of bytes too that a program reads, of at most 400 characters."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return shortened(text, 400)


def shortened(text: str, most: int = 160) -> str:
    """The text, or its beginning and its end."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}{CUT}{text[3 - half :]}"


def gist(message: str) -> str:
    """The line of a message that says most, shortened: a compiler's first error, else the first."""
    first, *more = message.split("\n")
    return shortened(next((one for one in (first, *more) if more and "error:" in one), first).strip(), 400)


def excerpt(text: str, lines: int = 40, wide: int = 400) -> str:
    """The first and the last lines of a text, each shortened, and how many are left out between them."""
    every = text.rstrip().split("\n")
    if (left := len(every) - lines) > 0:
        every[lines // 2 : lines // 2 + left] = [f"[… {left} lines left out …]"]
    return "\n".join(shortened(one, wide) for one in every)


def in_python(value: Any, most: int = 60) -> str:
    """An input or an answer as Python writes it, shortened in the middle."""
    return shortened(repr(value), most)
