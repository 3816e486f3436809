"""Helpers of the checks of all formats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gograde.pictures.picture import MOST_PIXELS


@dataclass(frozen=True)
class Bare:
    """A file that may be decoded: Pillow's name of the format, the size in pixels, the needed bytes.

    `scene` is what the file says of its shapes (`gograde.pictures.shapes`), unchecked.
    """

    format: str
    width: int
    height: int
    data: bytes
    scene: bytes = b""


SCENE = b"gograde scene\0"
"""Begins the text in which a stand-in writes the shapes of a picture into its file."""


def scene_in(texts: Iterable[bytes]) -> bytes:
    """The first scene among texts, without the bytes that it begins with."""
    return next((text[len(SCENE) :] for text in texts if text.startswith(SCENE)), b"")


class UnfitError(Exception):
    """Says why a file must not be decoded; `inspect` turns the error into a value."""


def check_size(width: int, height: int, most: int = MOST_PIXELS) -> None:
    """Raise `UnfitError` unless a picture has from 1 to `most` pixels."""
    if width < 1 or height < 1:
        raise UnfitError(f"its header says {width} x {height} pixels")
    if width * height > most:
        raise UnfitError(f"{width} x {height} pixels, at most {most // 1_000_000} million are read")


def part(data: bytes, start: int, length: int) -> bytes:
    """`length` bytes from `start` on; raises `UnfitError` if the file is shorter."""
    if length < 0 or start + length > len(data):
        raise UnfitError("it is cut off")
    return data[start : start + length]
