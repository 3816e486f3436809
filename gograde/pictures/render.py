"""Renders, inside the sandbox, the drawing of a window by the tkinter stand-in.

The drawing may come from a hostile program.  So lists are cut to the length that a board could need,
coordinates are clipped to `FAR`, and malformed data raises an error.

A Tk pixel is a square of `scale` x `scale` pixels here; a coordinate is the centre of its pixel.
"""

from __future__ import annotations

import base64
import functools
import importlib.util
import io
import json
import math
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.capture.stand_ins._tk_words import corner, rgb

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

MOST_LETTERS = 500  # of a line of text
MOST_LINES = 200  # of a text
MOST_FONT = 400  # pixels of the enlarged picture
MOST_WIDTH = 1000.0  # pixels of a line's width

MOST_INK = 1.5e9
"""The most pixels to colour for one picture; a picture of 500 x 500 takes about twenty million."""

# The costs of other work, in pixels that take the same time.
AN_ITEM = 5000
A_POINT = 2000  # of a line
A_ROW = 400  # of an oval or an arc

INK = {"gray75": 0.75, "gray50": 0.5, "gray25": 0.25, "gray12": 0.12}
"""The part of the pixels that a stipple colours."""

MONO = ("courier", "mono", "consol", "fixed", "menlo", "monaco", "terminal")


KINDS = ("line", "oval", "rectangle", "polygon", "arc", "text")
"""Kinds of items; `_line` draws a line, and so on.  A table of bound methods would keep layers in memory."""

Box = tuple[int, int, int, int]
Coords = list[float]
Point = tuple[float, float]
Colour = tuple[int, int, int]


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
    coords = [float(value) for value in values[:MOST_COORDS]]
    if not all(map(math.isfinite, coords)):
        raise ValueError("a coordinate is no number")
    return [max(-FAR, min(FAR, value)) for value in coords]


def _box(value: Any) -> Box:
    left, top, width, height = (round(number) for number in numbers(value))
    return left, top, width, height


def _within(box: Box, width: int, height: int) -> Box:
    left, top = max(0, box[0]), max(0, box[1])
    right, bottom = min(width, box[0] + box[2]), min(height, box[1] + box[3])
    return left, top, right - left, bottom - top


class Images:
    """The images of a drawing; each is decoded when it is first drawn."""

    def __init__(self, encoded: Any) -> None:
        self._encoded: dict[str, Any] = dict(encoded)
        self._made: dict[str, Image.Image] = {}

    def put(self, layer: Image.Image, coords: list[float], options: Any, pen: Pen) -> None:
        """Draw the visible piece of an image, whose anchor lies at `coords`."""
        image, scale = self._image(str(options["image"])), pen.ink.scale
        size = image.width * scale, image.height * scale
        left, top = pen.placed(coords[:2], str(options.get("anchor", "center")), size)
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
            self._made[name] = _decoded(self._encoded[name])
        return self._made[name]


def _decoded(encoded: Any) -> Image.Image:
    """An image in RGBA; raises ValueError when it has more than `MOST_IMAGE_PIXELS` pixels."""
    kind, width, height, text = encoded
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


# -- items --------------------------------------------------------------------------------------


class Ink:
    """The budget of pixels to colour in one picture; a pixel counts each time it is coloured."""

    def __init__(self, scale: int, pixels: float = MOST_INK) -> None:
        self.scale = scale
        self.left = pixels

    def spend(self, pixels: float) -> None:
        """Take pixels from the budget; raises ValueError when it is used up."""
        self.left -= pixels + AN_ITEM
        if self.left < 0:
            raise ValueError("too much is drawn")


class Pen:
    """Draws items on one layer; `corner` is the origin of the coordinates on it, in pixels of the window."""

    def __init__(self, draw: ImageDraw.ImageDraw, ink: Ink, corner: tuple[int, int]) -> None:
        self.draw, self.ink, self.scale, self.corner = draw, ink, ink.scale, corner

    def item(self, kind: str, coords: Coords, options: Any) -> None:
        """Draw an item; unknown kinds are ignored."""
        if kind in KINDS and len(coords) >= 2:
            self.ink.spend(self._area(coords, _width(options)) + A_POINT * len(coords))
            if kind in ("oval", "arc"):
                self.ink.spend(A_ROW * self.scale * (abs(coords[-1] - coords[1]) + _width(options)))
            draw: Callable[[Coords, Any], None] = getattr(self, f"_{kind}")
            draw(coords, options)

    def _side(self) -> float:
        """The longer side of the layer."""
        return float(max(self.draw.im.size))

    def _area(self, coords: Coords, width: float) -> float:
        """Pixels of the layer in the box around an item."""
        whole = self.draw.im.size
        sides = []
        for axis in (0, 1):
            values = coords[axis::2]
            start = self._at(min(values) - width, axis)
            end = self._at(max(values) + width, axis)
            sides.append(max(0.0, min(end, whole[axis]) - max(start, 0.0)))
        return float(sides[0] * sides[1])

    def _points(self, coords: Coords) -> list[Point]:
        """Coordinates as points of the layer."""
        return [(self._at(x, 0), self._at(y, 1)) for x, y in zip(coords[::2], coords[1::2], strict=False)]

    def _at(self, value: float, axis: int) -> float:
        return (value + self.corner[axis] + 0.5) * self.scale - 0.5

    def placed(self, at: Coords, anchor: str, size: tuple[int, int]) -> tuple[int, int]:
        """Left and top of a box of this size whose anchor lies at a point."""
        scaled = [(value + self.corner[axis]) * self.scale for axis, value in enumerate(at)]
        left, top = corner(anchor, scaled, size)
        return round(left), round(top)

    def _fill(self, coords: Coords, options: Any, otherwise: str) -> Colour | None:
        """The colour of the inside; a stipple mixes it with what lies below the middle."""
        colour, ink = _colour(options, "fill", otherwise), INK.get(str(options.get("stipple")), 1.0)
        if colour is None or ink == 1.0:
            return colour
        x, y = (
            max(0, min(round(self._at((min(coords[axis::2]) + max(coords[axis::2])) / 2, axis)), side - 1))
            for axis, side in enumerate(self.draw.im.size)
        )
        below = self.draw.im.getpixel((x, y))
        red, green, blue = (
            round(ink * part + (1 - ink) * under) for part, under in zip(colour, below, strict=True)
        )
        return red, green, blue

    # -- shapes -----------------------------------------------------------------------------

    def _line(self, coords: Coords, options: Any) -> None:
        colour, width = _colour(options, "fill", "black"), _width(options)
        points = self._points(coords)
        if colour is None:
            return
        self._stroke(points, colour, width, str(options.get("capstyle", "butt")))

    def _stroke(self, points: Sequence[Point], colour: Colour, width: float, cap: str) -> None:
        thick = max(1, round(width * self.scale))
        self.ink.spend(len(points) * (8 * thick * thick + thick * self._side() / 10))
        if len(points) > 1:
            self.draw.line(points, fill=colour, width=thick, joint="curve" if len(points) > 2 else None)
        if cap == "round" and thick > 2:
            for x, y in (points[0], points[-1]):
                self.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=colour)

    def _oval(self, coords: Coords, options: Any) -> None:
        self._framed(coords, options, self.draw.ellipse)

    def _rectangle(self, coords: Coords, options: Any) -> None:
        self._framed(coords, options, self.draw.rectangle)

    def _framed(self, coords: Coords, options: Any, shape: Callable[..., None]) -> None:
        """Draw a shape by its box; the outline lies half inside and half outside of the box."""
        outline, width = _colour(options, "outline", "black"), _width(options)
        fill, half = self._fill(coords, options, ""), width / 2
        outline = None if width == 0 else outline
        if outline is None:
            shape(self._frame(coords, -0.5, -0.5), fill=fill)
        else:
            thick = max(1, round(width * self.scale))
            shape(self._frame(coords, -half, half), fill=fill, outline=outline, width=thick)

    def _frame(self, coords: Coords, before: float, behind: float) -> tuple[float, ...]:
        """The box of a shape on the layer, enlarged on both sides; corners may come in any order."""
        xs, ys = sorted(coords[:4:2]), sorted(coords[1:4:2])
        starts = [(side[0] + self.corner[i] + 0.5 + before) * self.scale for i, side in enumerate((xs, ys))]
        ends = [
            (side[-1] + self.corner[i] + 0.5 + behind) * self.scale - 1 for i, side in enumerate((xs, ys))
        ]
        return (*starts, *(max(pair) for pair in zip(starts, ends, strict=True)))

    def _polygon(self, coords: Coords, options: Any) -> None:
        points = self._points(coords)
        fill, outline = self._fill(coords, options, "black"), _colour(options, "outline", "")
        self.ink.spend(10 * self._side() * len(points))
        if fill is not None and len(points) > 2:
            self.draw.polygon(points, fill=fill)
        if outline is not None:
            self._stroke([*points, points[0]], outline, _width(options), "butt")

    def _arc(self, coords: Coords, options: Any) -> None:
        start, extent = _number(options.get("start"), 0.0), _number(options.get("extent"), 90.0)
        extent = max(-360.0, min(360.0, extent))
        fill, outline = self._fill(coords, options, ""), _colour(options, "outline", "black")
        width = max(1, round(_width(options) * self.scale))
        first, last = sorted((-start, -(start + extent)))
        box, style = (
            self._frame(coords, -_width(options) / 2, _width(options) / 2),
            str(options.get("style", "")),
        )
        if style == "arc":
            if outline is not None:
                self.draw.arc(box, first, last, fill=outline, width=width)
            return
        shape = self.draw.chord if style == "chord" else self.draw.pieslice
        shape(box, first, last, fill=fill, outline=outline, width=width if outline else 0)

    # -- text -------------------------------------------------------------------------------

    def _text(self, coords: Coords, options: Any) -> None:
        colour = _colour(options, "fill", "black")
        lines = [line[:MOST_LETTERS] for line in str(options.get("text", "")).split("\n")[:MOST_LINES]]
        size = max(1, min(MOST_FONT, round(_number(options.get("size"), 13.0) * self.scale)))
        self.ink.spend(4 * size * size * sum(map(len, lines)))
        font = _font(size, _face(str(options.get("family", "")), str(options.get("style", ""))))
        ascent, descent = font.getmetrics()
        widths = [math.ceil(font.getlength(line)) for line in lines]
        high = ascent + descent
        whole = max(widths), high * len(lines)
        left, top = self.placed(coords[:2], str(options.get("anchor", "center")), whole)
        for number, (line, width) in enumerate(zip(lines, widths, strict=True)):
            free = whole[0] - width
            shift = {"center": free // 2, "right": free}.get(str(options.get("justify", "left")), 0)
            if colour is not None:
                self.draw.text((left + shift, top + number * high), line, fill=colour, font=font, anchor="la")


def _face(family: str, style: str) -> str:
    mono = any(word in family.lower() for word in MONO)
    return f"DejaVuSans{'Mono' if mono else ''}{'-Bold' if 'bold' in style else ''}"


@functools.lru_cache(maxsize=64)
def _font(size: int, face: str) -> Any:
    """matplotlib's fonts, since they have discs and circles; Pillow's own font without matplotlib."""
    spec = importlib.util.find_spec("matplotlib")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder) / "mpl-data" / "fonts" / "ttf" / f"{face}.ttf"
        if path.is_file():
            return ImageFont.truetype(str(path), size)
    return ImageFont.load_default(size)


# -- options --------------------------------------------------------------------------------


def _colour(options: Any, name: str, otherwise: str) -> Colour | None:
    """A colour, or None for no drawing; names that Tk does not know are grey."""
    text = str(options.get(name, otherwise))
    return (rgb(text) or (128, 128, 128)) if text else None


def _width(options: Any) -> float:
    return max(0.0, min(MOST_WIDTH, _number(options.get("width"), 1.0)))


def _number(value: Any, otherwise: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return otherwise
    return number if math.isfinite(number) else otherwise
