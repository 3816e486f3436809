"""Lists of names in a message."""

from __future__ import annotations

from collections.abc import Sequence


def named(names: Sequence[str], most: int) -> str:
    """The first `most` names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
