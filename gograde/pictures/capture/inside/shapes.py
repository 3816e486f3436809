"""Draws the items of a canvas with Pillow, inside the sandbox, which has no gograde package.

A Tk pixel is a square of `scale` x `scale` pixels here; a coordinate is the centre of its pixel.
"""

from __future__ import annotations

import functools
import importlib.util
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from colours import rgb  # type: ignore[import-not-found]
from PIL import ImageDraw, ImageFont

Coords = list[float]
Point = tuple[float, float]
Colour = tuple[int, int, int]

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

    def held(self, at: Coords, anchor: str, size: tuple[int, int]) -> tuple[int, int]:
        """Left and top of a box of this size whose anchor lies at a point."""
        across = 0.0 if "w" in anchor else 1.0 if "e" in anchor and anchor != "center" else 0.5
        down = 0.0 if anchor.startswith("n") else 1.0 if anchor.startswith("s") else 0.5
        x, y = ((value + self.corner[axis]) * self.scale for axis, value in enumerate(at))
        return round(x - across * size[0]), round(y - down * size[1])

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
        left, top = self.held(coords[:2], str(options.get("anchor", "center")), whole)
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
    found = importlib.util.find_spec("matplotlib")
    for folder in (found.submodule_search_locations or []) if found else []:
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
