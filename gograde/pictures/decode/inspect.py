"""Checks a submitted picture file before anything decodes it; runs inside the sandbox."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple

from gograde.pictures.decode.formats import bmp, drawing, gif, jpeg, png, ppm, webp
from gograde.pictures.decode.formats.common import Bare, UnfitError
from gograde.pictures.decode.names import OF_FORMAT, SUFFIXES, VECTORS
from gograde.pictures.picture import PNG_SIGNATURE, Refused

MOST_BYTES = 1024 * 1024
"""A larger file is refused."""


class Format(NamedTuple):
    """A format: the first bytes of its files, and its check."""

    name: str
    starts: tuple[bytes, ...]
    check: Callable[[bytes], Bare]


FORMATS = (
    Format("PNG", (PNG_SIGNATURE,), png.check),
    Format("JPEG", (b"\xff\xd8\xff",), jpeg.check),
    Format("GIF", (b"GIF87a", b"GIF89a"), gif.check),
    Format("BMP", (b"BM",), bmp.check),
    Format("WEBP", (b"RIFF",), webp.check),
    Format("PPM", tuple(b"P%d" % kind for kind in range(1, 7)), ppm.check),
    Format("drawing", (drawing.START,), drawing.check),
)


def inspect(name: str, data: bytes) -> Bare | Refused:
    """The file reduced to the pixels of its first frame, or why it must not be decoded.

    The name decides the format.  Only headers and sizes of parts are read: no pixel is decoded and nothing is
    inflated, so the check takes no more memory than the file.
    """
    wanted = next((form for form in FORMATS if name.lower().endswith(OF_FORMAT[form.name])), None)
    if name.lower().endswith(VECTORS):
        return Refused("lines and shapes are not read, only pixels, as in a .png")
    if wanted is None:
        return Refused(f"its name does not end with {', '.join(SUFFIXES)}")
    if not data:
        return Refused("it is empty")
    if len(data) > MOST_BYTES:
        return Refused(f"larger than {MOST_BYTES // 1024} KiB")
    if not data.startswith(wanted.starts):
        return Refused(_other_format(wanted, data))
    try:
        return wanted.check(data)
    except UnfitError as error:
        return Refused(str(error))
    except struct.error:
        return Refused("it is cut off")


def _other_format(wanted: Format, data: bytes) -> str:
    found = next((form.name for form in FORMATS if data.startswith(form.starts)), "")
    return f"its name says {wanted.name}, but it is {f'a {found}' if found else 'none'}"
