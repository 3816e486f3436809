"""What the checks of all formats share."""

from __future__ import annotations

from dataclasses import dataclass

MOST_PIXELS = 4_000_000
"""Pixels of one picture, 2,000 x 2,000; a board of 500 x 500 has 250,000."""


@dataclass(frozen=True)
class Bare:
    """A file that may be decoded: the format by Pillow's name, the size in pixels, the needed bytes."""

    format: str
    width: int
    height: int
    data: bytes


class UnfitError(Exception):
    """A file is not to be decoded; the text says why.  `inspect` turns it into a value."""


def check_size(width: int, height: int) -> None:
    """Raises `UnfitError` unless there are pixels, and no more than `MOST_PIXELS`."""
    if width < 1 or height < 1:
        raise UnfitError(f"its header says {width} x {height} pixels")
    if width * height > MOST_PIXELS:
        raise UnfitError(f"{width} x {height} pixels, at most {MOST_PIXELS // 1_000_000} million are read")


def part(data: bytes, start: int, length: int) -> bytes:
    """`length` bytes from `start` on; raises `UnfitError` where the file has fewer."""
    if length < 0 or start + length > len(data):
        raise UnfitError("it is cut off")
    return data[start : start + length]
