"""The shapes of what Pillow pastes on an image: a colour, an image with known shapes, or a disc."""

from __future__ import annotations

from typing import Any, NamedTuple

from _drawn_shapes import (  # type: ignore[import-not-found]
    CLEAR,
    OPAQUE,
    Drawing,
    Rgba,
    moved,
    shown,
    told,
)
from _scene_files import Told  # type: ignore[import-not-found]

MOST_SIDE = 400
"""Pixels: the most of a side of an image without known shapes that is looked at, whether it is a disc."""

SOLID = 127
"""The opacity from which a pixel belongs to a disc."""

UNLIKE = 0.08
"""The most part of the pixels in which a sprite and a disc may differ; corners of a square are 0.21 of it."""

MIDDLE = 0.6
"""The part of the width of a disc from which its colour is taken."""

MOST_SPREAD = 60.0
"""Steps of 255: the most spread of the lightness in the middle of a disc; one with a letter has more."""

INK, PAPER = "#ffffff", "#000000"
"""Inside and outside of a mask."""


class Paste(NamedTuple):
    """An image or a colour, where it is pasted, and the mask."""

    im: Any
    box: Any
    mask: Any

    def copied(self) -> tuple[Any, Any, Any]:
        """The same, which the program cannot change any more."""
        im = self.im.copy() if self.is_image else self.im
        mask = im if self.mask is self.im else self.mask.copy() if self.mask is not None else None
        return im, self.box, mask

    @property
    def is_image(self) -> bool:
        return hasattr(self.im, "mode")

    @property
    def place(self) -> tuple[float, float]:
        return (float(self.box[0]), float(self.box[1])) if self.box else (0.0, 0.0)

    @property
    def size(self) -> tuple[float, float]:
        if self.is_image or self.mask is not None:
            width, height = (self.im if self.is_image else self.mask).size
            return float(width), float(height)
        return float(self.box[2] - self.box[0]), float(self.box[3] - self.box[1])

    def around(self, colour: Rgba) -> Told:
        """The whole place in one colour."""
        (x, y), (width, height) = self.place, self.size
        return told("rect", (x, y, x + width, y + height), colour, None, 0)


def shapes(recorder: Any, image: Any, paste: Paste) -> list[Told]:
    """What a paste adds to an image; raises ValueError when that is not known."""
    from _pillow_shapes import colour  # type: ignore[import-not-found]

    plain = None if paste.is_image else colour(image.mode, paste.im)
    if plain and plain[3] < OPAQUE:
        raise ValueError("a hole")
    if paste.mask is None:
        return [paste.around(plain)] if plain else _whole(recorder, paste)
    if paste.is_image and _is_own(paste.im, paste.mask):
        found = _known(recorder, paste.im)
        if found is not None:
            ground = [paste.around(found.ground)] if found.ground[3] > CLEAR else []
            return [*ground, *(moved(shape, (1, 1), paste.place) for shape in found.shapes)]
    elif paste.mask.mode in ("L", "1"):
        found = _known(recorder, paste.mask)
        source = _known(recorder, paste.im) if paste.is_image else None
        plain = source.ground if source is not None and not source.shapes else plain
        if found is not None and plain is not None:
            return [moved(_cut(shape, shown(plain)), (1, 1), paste.place) for shape in _holes(found)]
    return [_disc(paste, plain)]


def _known(recorder: Any, image: Any) -> Drawing | None:
    drawing: Drawing | None = recorder.drawing(image)
    return drawing


def _whole(recorder: Any, paste: Paste) -> list[Told]:
    """An image without holes, in its box."""
    found = _known(recorder, paste.im)
    if found is None or found.ground[3] < OPAQUE:
        raise ValueError("an image whose shapes are not known")
    return [paste.around(found.ground), *(moved(shape, (1, 1), paste.place) for shape in found.shapes)]


def _is_own(im: Any, mask: Any) -> bool:
    """Whether a mask is the opacity of the image itself."""
    if not im.mode.endswith("A"):
        return False
    return mask is im or _opacity(mask).tobytes() == _opacity(im).tobytes()


def _opacity(image: Any) -> Any:
    return image.getchannel("A") if image.mode.endswith("A") else image


def _holes(mask: Drawing) -> list[Told]:
    """The shapes of a mask, all of which let the colour through."""
    clear = shown((*mask.ground[:3], 255)) == PAPER
    if not clear or any({shape[2], shape[3]} - {"", INK} or shape[0] == "other" for shape in mask.shapes):
        raise ValueError("a mask of several shades")
    shapes: list[Told] = mask.shapes
    return shapes


def _cut(shape: Told, colour: str) -> Told:
    kind, coords, fill, outline, *rest = shape
    return [kind, coords, colour if fill else "", colour if outline else "", *rest]


def _disc(paste: Paste, plain: Rgba | None) -> Told:
    """A sprite as a disc of the colour of its middle; raises ValueError when it is none."""
    from PIL import Image, ImageChops, ImageDraw

    opacity = _opacity(paste.mask).convert("L").point(lambda value: 255 if value > SOLID else 0)
    box = opacity.getbbox()
    if box is None or max(opacity.size) > MOST_SIDE:
        raise ValueError("no sprite")
    left, top, right, bottom = box
    other = Image.new("L", opacity.size)
    ImageDraw.Draw(other).ellipse((left, top, right - 1, bottom - 1), fill=255)
    unlike = ImageChops.difference(opacity, other).histogram()[255]
    if unlike > UNLIKE * (right - left) * (bottom - top):
        raise ValueError("a sprite of another form")
    x, y = paste.place
    return told("oval", (x + left, y + top, x + right, y + bottom), plain or _middle(paste.im, box), None, 0)


def _middle(image: Any, box: tuple[int, int, int, int]) -> Rgba:
    """The colour of the middle of a disc."""
    from PIL import ImageStat

    left, top, right, bottom = box
    across, down = (1 - MIDDLE) / 2 * (right - left), (1 - MIDDLE) / 2 * (bottom - top)
    inner = (round(left + across), round(top + down), round(right - across), round(bottom - down))
    seen = image.convert("RGB").crop(inner)
    if ImageStat.Stat(seen.convert("L")).stddev[0] > MOST_SPREAD:
        raise ValueError("a sprite of several colours")
    red, green, blue = (round(value) for value in ImageStat.Stat(seen).mean)
    return red, green, blue, 255
