"""Checks a submitted picture file before its pixels are decoded; runs inside the sandbox."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PIL import Image

from gograde.pictures.decode.names import OF_FORMAT, SUFFIXES, VECTORS
from gograde.pictures.picture import MOST_PIXELS, PNG_SIGNATURE, Refused

MOST_BYTES = 1024 * 1024
"""A larger file is refused."""

MOST_DRAWING_PIXELS = 4_000_000
"""The most pixels of a window, twice those of its screen."""

SCENE = b"gograde scene\0"
"""Begins the scene that a stand-in writes behind the end of a picture (`_scene_files.with_scene`)."""

BROKEN = "it cannot be decoded"

STARTS: Mapping[str, tuple[bytes, ...]] = MappingProxyType(
    {
        "PNG": (PNG_SIGNATURE,),
        "JPEG": (b"\xff\xd8\xff",),
        "GIF": (b"GIF87a", b"GIF89a"),
        "BMP": (b"BM",),
        "WEBP": (b"RIFF",),
        "PPM": tuple(b"P%d" % kind for kind in range(1, 7)),
        "drawing": (b"gograde drawing 1 ",),
    }
)
"""The first bytes of files by format."""

_DRAWING = re.compile(rb"gograde drawing 1 ([0-9]{1,5}) ([0-9]{1,5})\n")

# The limit of pixels is `MOST_PIXELS`, which is checked before pixels are decoded.
Image.MAX_IMAGE_PIXELS = None


@dataclass(frozen=True)
class Bare:
    """A file that may be decoded: its format, its size in pixels, and its bytes without the scene.

    `scene` is what the file says of its shapes (`gograde.pictures.shapes`), unchecked.
    """

    format: str
    width: int
    height: int
    data: bytes
    scene: bytes = b""


def inspect(name: str, data: bytes) -> Bare | Refused:
    """The file with the size that its header says, or why it must not be decoded.

    The name decides the format.  No pixel is decoded.
    """
    wanted = next((form for form, endings in OF_FORMAT.items() if name.lower().endswith(endings)), None)
    if name.lower().endswith(VECTORS):
        return Refused("lines and shapes are not read, only pixels, as in a .png")
    if wanted is None:
        return Refused(f"its name does not end with {', '.join(SUFFIXES)}")
    if not data:
        return Refused("it is empty")
    if len(data) > MOST_BYTES:
        return Refused(f"larger than {MOST_BYTES // 1024} KiB")
    if not data.startswith(STARTS[wanted]):
        other = next((form for form, starts in STARTS.items() if data.startswith(starts)), "")
        return Refused(f"its name says {wanted}, but it is {f'a {other}' if other else 'none'}")
    return _drawing(data) if wanted == "drawing" else _pixels(wanted, data)


def _drawing(data: bytes) -> Bare | Refused:
    """The drawing of a window: a line with the size, then a JSON value, which the renderer reads."""
    head = _DRAWING.match(data)
    if head is None:
        return Refused("its first line is not that of a drawing")
    return _sized(Bare("drawing", int(head[1]), int(head[2]), data), MOST_DRAWING_PIXELS)


def _pixels(form: str, data: bytes) -> Bare | Refused:
    """A file of pixels; of one that moves, the first frame is decoded."""
    bare, mark, scene = data.rpartition(SCENE)
    bare, scene = (bare, scene) if mark else (data, b"")
    try:
        with Image.open(io.BytesIO(bare), formats=[form]) as image:
            width, height = image.size
            moves = form == "WEBP" and getattr(image, "is_animated", False)
    except Exception:  # Pillow raises errors of many kinds
        return Refused(BROKEN)
    if moves:
        return Refused("it moves")
    return _sized(Bare(form, width, height, bare, scene), MOST_PIXELS)


def _sized(bare: Bare, most: int) -> Bare | Refused:
    """The file, if it has from 1 to `most` pixels."""
    size = f"{bare.width} x {bare.height} pixels"
    if bare.width < 1 or bare.height < 1:
        return Refused(f"its header says {size}")
    if bare.width * bare.height > most:
        return Refused(f"{size}, at most {most // 1_000_000} million are read")
    return bare
