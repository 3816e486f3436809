"""Pictures as pages show them: what takes many bytes is drawn with 256 colours.

A board with a wooden ground has thousands of colours, and a class of 300 draws some thousand of them.  The
whole pictures stay with the records: they are judged, and `gograde review` shows them.
"""

from __future__ import annotations

import struct
import zlib

from gograde.pictures.picture import PNG_SIGNATURE, Picture, chunk, read_png

LARGE = 32_000
"""Bytes from which a picture is drawn with fewer colours; one without a pattern has a third of it."""

COLOURS = 256

_LEVEL = 4  # of zlib: a third of the CPU time of 6 for a tenth more bytes
_EIGHT_BIT_PALETTE = b"\x08\x03\x00\x00\x00"


def small(png: bytes) -> bytes:
    """A PNG of ours as it is, or with fewer colours if it is large; the same bytes give the same bytes."""
    return _reduced(read_png(png)) if len(png) >= LARGE else png


def _reduced(picture: Picture) -> bytes:
    """The picture with the colours that fit it best, as a PNG with a palette."""
    from PIL import Image

    size = picture.width, picture.height
    whole = Image.frombytes("RGB", size, picture.rgb)
    made = whole.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    pixels, wide = made.tobytes(), picture.width
    lines = b"".join(b"\0" + pixels[at : at + wide] for at in range(0, len(pixels), wide))
    palette = bytes(made.getpalette() or b"")
    chunks = (
        (b"IHDR", struct.pack(">II", *size) + _EIGHT_BIT_PALETTE),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(lines, _LEVEL)),
        (b"IEND", b""),
    )
    return PNG_SIGNATURE + b"".join(chunk(kind, data) for kind, data in chunks)
