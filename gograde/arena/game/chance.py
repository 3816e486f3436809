"""Random numbers from a seed: the same on any machine, with any version of Python.

A draw depends only on its words, not on earlier draws.  So a program that is restarted for each move plays
like a program that keeps running.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

_T = TypeVar("_T")


def drawn(*words: str | int) -> int:
    """A pseudo-random 64-bit number that depends only on the words."""
    return int.from_bytes(blake2b("/".join(map(str, words)).encode(), digest_size=8).digest())


def one_of(options: Sequence[_T], *words: str | int) -> _T:
    """One of the options, drawn uniformly."""
    return options[drawn(*words) * len(options) >> 64]
