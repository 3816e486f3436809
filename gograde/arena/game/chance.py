"""Chance from a seed: the same on any machine, with any version of Python.

A draw depends on its words alone, not on earlier draws.  So a program that is started anew for each move
plays like one that keeps running.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

_T = TypeVar("_T")


def drawn(*words: str | int) -> int:
    """A number of 64 bits that looks random and depends on the words alone."""
    return int.from_bytes(blake2b("/".join(map(str, words)).encode(), digest_size=8).digest())


def one_of(options: Sequence[_T], *words: str | int) -> _T:
    """One of the options, each as likely as any."""
    return options[drawn(*words) * len(options) >> 64]
