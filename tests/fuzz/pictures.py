"""Malformed pictures in every format, inspected and decoded in the sandbox like those of a run."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Mapping
from functools import cache
from random import Random

from PIL import Image, ImageDraw

from gograde.grading.contracts.files import SHOWN_SIDE, decode
from gograde.pictures.picture import PNG_SIGNATURE, Picture, png
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend
from tests.fuzz.mutate import mutated
from tests.fuzz.trial import BrokenError, Trial

SIDE = 60
FORMS: Mapping[str, tuple[str, str, Mapping[str, object]]] = {
    "grey.png": ("PNG", "L", {}), "rgba.png": ("PNG", "RGBA", {}),
    "colours.png": ("PNG", "P", {"transparency": 0}), "one_bit.png": ("PNG", "1", {}),
    "plain.jpg": ("JPEG", "RGB", {}), "scans.jpeg": ("JPEG", "RGB", {"progressive": True}),
    "four.jpg": ("JPEG", "CMYK", {}), "still.gif": ("GIF", "P", {}),
    "laced.gif": ("GIF", "P", {"interlace": 1, "transparency": 1}), "rgb.bmp": ("BMP", "RGB", {}),
    "colours.bmp": ("BMP", "P", {}), "lossy.webp": ("WEBP", "RGBA", {"quality": 60}),
    "lossless.webp": ("WEBP", "RGB", {"lossless": True}), "raw.ppm": ("PPM", "RGB", {}),
    "bits.pbm": ("PPM", "1", {}),
}  # fmt: skip


DRAWING = b"""gograde drawing 1 60 60
{"ground":"#d9d9d9","parts":[[[0,0,60,60],[0,0,60,60],"#F7DCB4",[["line",[0,30,59,30],{"width":"2"}],
["oval",[15,15,45,45],{"fill":"white"}],["text",[30,30],{"text":"1","size":12}],["arc",[1,1,9,9],{}],
["line",[0,0,9,9,0,9],{"smooth":"1","dash":["3","2"]}],["image",[5,50],{"image":"a","anchor":"nw"}]]]],
"images":{"a":["rgba",1,1,"eJz7z8Dw/z8ABwEC/w=="]}}
"""


@cache
def sandbox() -> Backend:
    """The back end of all cases, tried once."""
    return choose_backend()


@cache
def whole(name: str) -> bytes:
    """A picture of a stone on crossing lines, unharmed."""
    if name.endswith(".drawing"):
        return DRAWING
    form, mode, options = FORMS[name]
    image = Image.new("RGB", (SIDE, SIDE), "#F7DCB4")
    draw = ImageDraw.Draw(image)
    draw.line([0, 30, 59, 30], fill="black")
    draw.line([30, 0, 30, 59], fill="black")
    draw.ellipse([15, 15, 45, 45], fill="white", outline="black")
    out = io.BytesIO()
    image.convert(mode).save(out, form, **options)
    return out.getvalue()


def trial(random: Random) -> Trial:
    """A picture after a few changes, most often with its check sums made right again."""
    name = random.choice([*FORMS, "window.drawing"])
    data = mutated(random, whole(name))
    if name.endswith(".png") and random.random() < 0.8:
        data = _summed(data)
    return Trial(name, data, lambda: taken(name, data))


def taken(name: str, data: bytes) -> str:
    """What became of the picture; `BrokenError` when what was decoded is not as it must be."""
    ((_, seen),) = decode({name: data}, sandbox(), SHOWN_SIDE)
    if not isinstance(seen, Picture):
        return seen.reason
    if len(seen.rgb) != 3 * seen.width * seen.height or max(seen.width, seen.height) > SHOWN_SIDE:
        raise BrokenError(f"{seen.width} x {seen.height} pixels in {len(seen.rgb)} bytes")
    with Image.open(io.BytesIO(png(seen)), formats=["PNG"]) as again:
        if again.convert("RGB").tobytes() != seen.rgb:
            raise BrokenError("the PNG made of it shows something else")
    return f"{seen.width} x {seen.height}"


def _summed(data: bytes) -> bytes:
    """The chunks of a PNG, as far as they can be followed, each with its right sum."""
    made, place = bytearray(data[:8]), len(PNG_SIGNATURE)
    while place + 12 <= len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        body = data[place + 4 : place + 8 + length]
        made += data[place : place + 4] + body + struct.pack(">I", zlib.crc32(body))
        place += 12 + length
    return bytes(made)
