"""The names of picture files; nothing here looks into a file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

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
