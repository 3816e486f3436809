"""Random numbers from a secret key: the same on every machine, unpredictable without the key."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_CONTEXT = b"gograde.stream.1"
_BLOCK = struct.Struct(">8Q")
_BITS = 64
"""The bits of a word; a hash gives eight words, and the last word is used first."""


class Stream:
    """An endless stream of numbers for one purpose: keyed BLAKE2b of the purpose and a counter.

    Streams for different purposes are independent, so that a change in one part of a generator does
    not change the other parts.
    """

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key = hashlib.blake2b(key, person=_CONTEXT).digest()
        self._purpose = purpose.encode()
        self._counter = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A uniform number from 0 to limit - 1; `limit` is at least 1."""
        unused = _BITS - (limit - 1).bit_length()
        words = self._words
        while True:
            if not words:
                words.extend(self._block())
            number = words.pop() >> unused
            if number < limit:
                return number

    def numbers(self, limit: int, count: int) -> list[int]:
        """`count` numbers, the same as from `count` calls of `below`."""
        return [self.below(limit) for _ in range(count)]

    def chance(self, percent: int) -> bool:
        """True with a probability of `percent` / 100."""
        return self.below(100) < percent

    def choice(self, items: Sequence[T]) -> T:
        """A uniform choice of one item."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a uniform random order (Fisher and Yates)."""
        rest = list(items)
        for end in range(len(rest) - 1, 0, -1):
            other = self.below(end + 1)
            rest[end], rest[other] = rest[other], rest[end]
        return rest

    def _block(self) -> tuple[int, ...]:
        message = self._purpose + self._counter.to_bytes(8, "big")
        self._counter += 1
        return _BLOCK.unpack(hashlib.blake2b(message, key=self._key, person=_CONTEXT).digest())
