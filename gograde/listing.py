"""Names and values in a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MOST_SHOWN = 400
"""The most characters of a value in a message."""


def named(names: Sequence[str], most: int) -> str:
    """The first `most` names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def shown(value: Any) -> str:
    """An input or an answer; bytes, which a program reads, as the text that they are."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return text[:MOST_SHOWN]


LEFT_OUT = " … "
"""Stands in the middle of a text that is shortened."""


def shortened(text: str, most: int = 160) -> str:
    """The text, or its beginning and its end."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}{LEFT_OUT}{text[3 - half :]}"
