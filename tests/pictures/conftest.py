"""Pictures to read: small boards in every format, and a sandbox that reads them."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import pytest
from PIL import Image

RED, WHITE = (255, 0, 0), (255, 255, 255)
NAMES = {
    "a.png": "PNG", "b.jpg": "JPEG", "c.jpeg": "JPEG", "D.GIF": "GIF",
    "e.bmp": "BMP", "f.webp": "WEBP", "g.ppm": "PPM",
}  # fmt: skip

Encode = Callable[..., bytes]


def encoded(form: str, size: tuple[int, int] = (40, 20), mode: str = "RGB", **options: object) -> bytes:
    """A picture with a red left half on white."""
    image = Image.new("RGB", size, WHITE)
    image.paste(RED, (0, 0, size[0] // 2, size[1]))
    out = io.BytesIO()
    image.convert(mode).save(out, form, **options)
    return out.getvalue()


@pytest.fixture
def encode() -> Encode:
    return encoded


@pytest.fixture
def whole() -> Mapping[str, bytes]:
    """A picture of 40 x 20 in each format, by file name."""
    return {name: encoded(form) for name, form in NAMES.items()}
