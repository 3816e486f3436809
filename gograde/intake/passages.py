"""The passages of a program's sources, by which programs are compared."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LENGTH = 16
"""Tokens of a passage."""

CERTAIN_LENGTH = 27
"""Tokens: a shared passage of this length is found wherever it begins."""

LONGEST = 256 * 1024
"""Bytes: a program whose sources are longer is not compared."""

HOLDS = struct.Struct(">8sII")
"""A passage of a source, as it comes out of the sandbox: its hash, its first and its last line."""


@dataclass(frozen=True)
class Passage:
    """Lines `first` to `last` of a source, counted from 1, both included."""

    path: str
    first: int
    last: int


@dataclass(frozen=True)
class Sources:
    """The sources of a submission, as text by path, and its passages by the hash of their tokens."""

    texts: Mapping[str, str]
    passages: Mapping[bytes, Sequence[Passage]]
