"""Removes the digests of code, packages and reports, which change with any source."""

from __future__ import annotations

import re

PLACE = b"<digest>"

# Without a letter from 16 to 63 digits are a number, such as the end of 0.3333333333333333.
_DIGEST = re.compile(rb"(?<![0-9A-Za-z])(?:[0-9a-f]{64}|(?=[0-9]*[a-f])[0-9a-f]{16,63})(?![0-9A-Za-z])")


def without_digests(data: bytes) -> bytes:
    """The same bytes with a mark in the place of each digest."""
    return _DIGEST.sub(PLACE, data)


def digests_that_differ(before: bytes, after: bytes) -> int:
    """How many digests of two files differ that are the same without them."""
    pairs = zip(_DIGEST.findall(before), _DIGEST.findall(after), strict=True)
    return sum(one != other for one, other in pairs)
