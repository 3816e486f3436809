"""Pictures as values: rows of pixels, or the reason why there are none."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

MOST_PIXELS = 40_000_000
"""The most pixels of one picture; one for print, of 20 inches at 300 dots per inch, has 36 million."""

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_RGB = bytes((8, 2, 0, 0, 0))  # the end of a PNG's header
_LEVEL = 6  # of zlib; higher ones hardly make boards smaller


@dataclass(frozen=True)
class Picture:
    """Decoded pixels: `height` rows of `width` pixels, three bytes (red, green, blue) each, top first.

    `shapes` is the scene that was drawn (`gograde.pictures.shapes`), empty when nobody recorded it.
    """

    width: int
    height: int
    rgb: bytes
    shapes: bytes = b""


@dataclass(frozen=True)
class Refused:
    """Why a picture was not read; the reason quotes nothing from the file."""

    reason: str


def png(picture: Picture) -> bytes:
    """The picture as a PNG that holds pixels and nothing else; the same pixels give the same bytes."""
    row = 3 * picture.width
    lines = (picture.rgb[start : start + row] for start in range(0, len(picture.rgb), row))
    pixels = zlib.compress(b"".join(b"\0" + line for line in lines), _LEVEL)
    header = struct.pack(">II", picture.width, picture.height) + _EIGHT_BIT_RGB
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return PNG_SIGNATURE + b"".join(chunk(kind, data) for kind, data in chunks)


def read_png(data: bytes) -> Picture:
    """The inverse of `png`; raises ValueError for a PNG that `png` did not make."""
    width, height = struct.unpack(">II", data[16:24])
    length = int.from_bytes(data[33:37], "big")
    lines = zlib.decompress(data[41 : 41 + length])
    row = 3 * width
    if data[24:29] != _EIGHT_BIT_RGB or len(lines) != height * (row + 1) or any(lines[:: row + 1]):
        raise ValueError("not a PNG of our own making")
    pixels = (lines[start + 1 : start + 1 + row] for start in range(0, len(lines), row + 1))
    return Picture(width, height, b"".join(pixels))


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG, with its length and check sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
