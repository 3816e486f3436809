"""What a person saw in a picture, as one word: it fits no other picture, and no other board."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

Settled = Mapping[str, tuple[str, ...]]
"""By student the words for boards that a person saw in pictures."""


def seen_in(picture: str, board: Sequence[str]) -> str:
    """The word for a board (rows of `.XO`) that was seen in a picture, which its SHA-256 names."""
    return hashlib.sha256("\n".join((picture, *board)).encode()).hexdigest()
