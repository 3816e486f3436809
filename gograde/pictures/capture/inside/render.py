"""Renders, inside the sandbox, the drawing of a window by the tkinter stand-in.

The drawing may come from a hostile program.  So lists are cut to the length that a board could need,
coordinates are clipped to `FAR`, and malformed data raises an error.

The sandbox has no gograde package; the files `colours` and `shapes` lie beside this program.
"""

from __future__ import annotations

import base64
import io
import json
import math
import zlib
from typing import Any

from colours import rgb  # type: ignore[import-not-found]
from PIL import Image, ImageDraw
from shapes import Ink, Pen  # type: ignore[import-not-found]

MOST_PIXELS = 9_000_000
"""The most pixels of the enlarged picture, which is drawn twice as large for smooth edges."""

MOST_PARTS = 5000
"""The most widgets that are drawn."""

MOST_COORDS = 2000
"""The most coordinates of an item that are read."""

MOST_IMAGE_PIXELS = 4_000_000
"""The most pixels of an image; a larger image raises an error."""

FAR = 10_000.0
"""Pixels; coordinates farther out are clipped to this distance."""

GREY = (217, 217, 217)
"""Tk's background, for colours that Tk does not know."""

Box = tuple[int, int, int, int]


def render(data: bytes) -> Image.Image:
    """The picture of a drawing; raises an error of any kind for malformed data."""
    head, _, body = data.partition(b"\n")
    width, height = (int(word) for word in head.split()[-2:])
    scale = next(scale for scale in (2, 1) if width * height * scale**2 <= MOST_PIXELS or scale == 1)
    value = json.loads(body)
    picture = Image.new("RGB", (width * scale, height * scale), rgb(str(value["ground"])) or GREY)
    images, ink = Images(value["images"]), Ink(scale)
    for part in value["parts"][:MOST_PARTS]:
        draw_part(picture, part, images, ink)
    return picture.reduce(scale)


def draw_part(picture: Image.Image, part: Any, images: Images, ink: Ink) -> None:
    """Draw one widget: its background and its items, inside its visible box."""
    box, seen, ground, items = part
    scale = ink.scale
    left, top, width, height = _within(_box(seen), picture.width // scale, picture.height // scale)
    if width < 1 or height < 1:
        return
    ink.spend(width * height * scale**2)
    layer = Image.new("RGB", (width * scale, height * scale), rgb(str(ground)) or GREY)
    x, y, *_ = _box(box)
    pen = Pen(ImageDraw.Draw(layer), ink, (x - left, y - top))
    for kind, coords, options in items:
        if kind == "image":
            images.put(layer, numbers(coords), options, pen)
        else:
            pen.item(str(kind), numbers(coords), options)
    picture.paste(layer, (left * scale, top * scale))


def numbers(values: Any) -> list[float]:
    """Clipped coordinates; raises ValueError or TypeError when `values` is no list of finite numbers."""
    found = [float(value) for value in values[:MOST_COORDS]]
    if not all(math.isfinite(value) for value in found):
        raise ValueError("a coordinate is no number")
    return [max(-FAR, min(FAR, value)) for value in found]


def _box(value: Any) -> Box:
    left, top, width, height = (round(number) for number in numbers(value))
    return left, top, width, height


def _within(box: Box, width: int, height: int) -> Box:
    left, top = max(0, box[0]), max(0, box[1])
    right, bottom = min(width, box[0] + box[2]), min(height, box[1] + box[3])
    return left, top, right - left, bottom - top


class Images:
    """The images of a drawing; each is decoded when it is first drawn."""

    def __init__(self, told: Any) -> None:
        self._told: dict[str, Any] = dict(told)
        self._made: dict[str, Image.Image] = {}

    def put(self, layer: Image.Image, coords: list[float], options: Any, pen: Pen) -> None:
        """Draw the visible piece of an image, whose anchor lies at `coords`."""
        image, scale = self._image(str(options["image"])), pen.ink.scale
        size = image.width * scale, image.height * scale
        left, top = pen.held(coords[:2], str(options.get("anchor", "center")), size)
        first, last = (
            (max(0, -left // scale), max(0, -top // scale)),
            (layer.width - left, layer.height - top),
        )
        end = min(image.width, -(-last[0] // scale)), min(image.height, -(-last[1] // scale))
        if end[0] <= first[0] or end[1] <= first[1]:
            return
        pen.ink.spend((end[0] - first[0]) * (end[1] - first[1]) * scale**2)
        piece = image.crop((*first, *end))
        piece = piece.resize((piece.width * scale, piece.height * scale), Image.Resampling.NEAREST)
        layer.paste(piece, (left + first[0] * scale, top + first[1] * scale), piece)

    def _image(self, name: str) -> Image.Image:
        if name not in self._made:
            self._made[name] = _decoded(self._told[name])
        return self._made[name]


def _decoded(told: Any) -> Image.Image:
    """An image in RGBA; raises ValueError when it has more than `MOST_IMAGE_PIXELS` pixels."""
    kind, width, height, text = told
    width, height = int(width), int(height)
    _check(width, height)
    data = base64.b64decode(text, validate=True)
    if kind == "rgba":
        pixels = zlib.decompressobj().decompress(data, 4 * width * height)
        return Image.frombytes("RGBA", (width, height), pixels)
    with Image.open(io.BytesIO(data), formats=["PNG", "GIF", "PPM"]) as image:
        _check(*image.size)
        return image.convert("RGBA").resize((width, height), Image.Resampling.NEAREST)


def _check(width: int, height: int) -> None:
    if width < 1 or height < 1 or width * height > MOST_IMAGE_PIXELS:
        raise ValueError("an image is too large")
