"""Pictures as values: rows of pixels, or the reason why there are none; and the names of their files."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gograde.pictures.capture.stand_ins import _window_files

PNG_SIGNATURE, chunk = _window_files.PNG_SIGNATURE, _window_files.chunk

MOST_PIXELS = 40_000_000
"""The most pixels of one picture; one for print, of 20 inches at 300 dots per inch, has 36 million."""

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
class NoPicture:
    """Why a picture was not read; the reason quotes nothing from the file."""

    reason: str


def png(picture: Picture) -> bytes:
    """The picture as a PNG that holds pixels and nothing else; the same pixels give the same bytes."""
    return _window_files.png(picture.width, picture.height, picture.rgb, _LEVEL)


def read_png(data: bytes) -> Picture:
    """The inverse of `png`; raises ValueError for a PNG that `png` did not make."""
    width, height = struct.unpack(">II", data[16:24])
    length = int.from_bytes(data[33:37], "big")
    lines = zlib.decompress(data[41 : 41 + length])
    row = 3 * width
    if (
        data[24:29] != _window_files.EIGHT_BIT_RGB
        or len(lines) != height * (row + 1)
        or any(lines[:: row + 1])
    ):
        raise ValueError("not a PNG of our own making")
    pixels = (lines[start + 1 : start + 1 + row] for start in range(0, len(lines), row + 1))
    return Picture(width, height, b"".join(pixels))


# -- files, into which nothing here looks ------------------------------------------------------

OF_FORMAT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "PNG": (".png",),
        "JPEG": (".jpg", ".jpeg"),
        "GIF": (".gif",),
        "BMP": (".bmp",),
        "WEBP": (".webp",),
        "PPM": (".ppm", ".pgm", ".pbm", ".pnm"),
        "drawing": (".drawing",),
    }
)
"""The endings of file names by format."""

SUFFIXES = tuple(suffix for suffixes in OF_FORMAT.values() for suffix in suffixes)


VECTORS = (".svg", ".pdf", ".eps", ".ps")
"""The endings of pictures that nothing here reads, so that a person looks at them."""

LIBRARY = "what a library shows"
"""The name of what is missing because our stand-in for the library failed."""

NOTE = ".note"
"""The ending of a file whose name tells why a picture may be missing."""


def is_picture_name(name: str) -> bool:
    """Whether a file's name has the ending of a picture, or of a note about pictures."""
    return name.lower().endswith((*SUFFIXES, *VECTORS, NOTE))
