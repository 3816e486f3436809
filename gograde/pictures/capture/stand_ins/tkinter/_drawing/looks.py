"""The look of widgets: lists of kind, coordinates and options, in pixels from the widget's corner."""

from __future__ import annotations

from typing import Any

from .colours import rgb
from .drawing import write_image
from .images import Image
from .layout import anchored, distance, inset

Item = list[Any]

POINT = 1.333
"""Pixels per point, the unit of fonts: 96 pixels per inch, 72 points per inch."""

LINE = 1.17
"""Height of a line per font size; this and the next two are averages of DejaVu Sans."""

LETTER = 0.6
"""Width of a letter per font size."""

DIGIT = 0.64
"""Width of a digit per font size."""


def font_parts(font: Any) -> tuple[str, float, str]:
    """Family, size in pixels, and style words of a font: a `Font`, a tuple or a text."""
    options = getattr(font, "options", None)
    words: list[Any]
    if isinstance(options, dict):
        words = [options.get("family"), options.get("size"), options.get("weight"), options.get("slant")]
    elif isinstance(font, (list, tuple)):
        words = list(font)
    else:
        text = str(font)
        closed = text.startswith("{") and "}" in text
        words = [text[1 : text.index("}")], *text[text.index("}") + 1 :].split()] if closed else text.split()
    family = str(words[0]) if words else ""
    size = next((float(str(word)) for word in words[1:] if str(word).lstrip("-").isdigit()), 0.0)
    pixels = -size if size < 0 else POINT * (size or 10)
    return family, min(pixels, 2000.0), " ".join(str(word) for word in words[1:])


def text_size(text: str, font: Any) -> tuple[int, int]:
    """The estimated width and height of lines of text."""
    size, lines = font_parts(font)[1], text.split("\n")
    letter = LETTER * size
    return round(letter * max(map(len, lines))), round(LINE * size) * len(lines)


def text_item(text: str, x: float, y: float, options: dict[str, Any]) -> Item:
    """A text item, with family, size and style of its font."""
    family, size, style = font_parts(options.get("font", ""))
    told = {"text": text, "family": family, "size": size, "style": style}
    names = ("fill", "anchor", "justify", "width", "angle")
    return ["text", [x, y], {**told, **{name: str(options[name]) for name in names if name in options}}]


def image_item(image: Any, x: float, y: float, anchor: str, images: dict[str, Any]) -> Item | None:
    """An image item; None for an empty image."""
    image = image if hasattr(image, "contents") else Image.by_name(str(image))
    name = write_image(image, images) if image is not None else ""
    return ["image", [x, y], {"image": name, "anchor": anchor}] if name else None


def relief(widget: Any, width: int, height: int) -> list[Item]:
    """The border of a widget (light and dark sides, or one colour), and the focus ring around it."""
    told = widget.options
    ring = distance(told.get("highlightthickness", widget._border[1]))
    thick = inset(widget) - ring
    items = _frame(width, height, 0, ring, str(told.get("highlightbackground", "#d9d9d9"))) if ring else []
    kind = str(told.get("relief") or widget._relief)
    if thick < 1:
        return items
    if kind in ("raised", "sunken"):
        dark, light = _shades(widget._ground())
        before, behind = (light, dark) if kind == "raised" else (dark, light)
        whole = _frame(width, height, ring, thick, behind)
        near, far = ring, ring + thick
        right, bottom = width - ring - 1, height - ring - 1
        upper = [near, near, right, near, right - thick, far, far, far, far, bottom - thick, near, bottom]
        return [*items, *whole, ["polygon", upper, {"fill": before}]]
    colours = {"flat": widget._ground(), "solid": "black"}
    return [*items, *_frame(width, height, ring, thick, colours.get(kind, "gray50"))]


def _frame(width: int, height: int, start: int, thick: int, colour: str) -> list[Item]:
    """A frame of one colour that begins `start` pixels from the edge."""
    half = start + (thick - 1) / 2
    corners = [half, half, width - 1 - half, height - 1 - half]
    return [["rectangle", corners, {"outline": colour, "width": thick}]]


def _shades(ground: str) -> tuple[str, str]:
    """The colours of the dark and the light side of a border, which Tk derives from the background."""
    parts = rgb(ground) or (217, 217, 217)
    dark = [part * 6 // 10 for part in parts]
    light = [max(min(255, part * 14 // 10), (255 + part) // 2) for part in parts]
    return "#{:02x}{:02x}{:02x}".format(*dark), "#{:02x}{:02x}{:02x}".format(*light)


def label_size(widget: Any, pads: tuple[int, int]) -> tuple[int, int]:
    """The size of a label or button; options `width` and `height` are pixels for images, letters for text."""
    image, options = widget._picture(), widget.options
    width, height = int(float(options.get("width") or 0)), int(float(options.get("height") or 0))
    text = widget._label_text()
    size = font_parts(options.get("font", ""))[1]
    if image is not None:
        wide, high = width or image.width(), height or image.height()
    else:
        natural = text_size(text, options.get("font", ""))
        wide = round(DIGIT * size * width) if width else natural[0]
        high = round(LINE * size) * height if height else natural[1]
    border = 2 * inset(widget)
    across = 0 if image is not None else 2 * pads[0]
    return wide + across + border, high + (0 if image is not None else 2 * pads[1]) + border


def label_look(widget: Any, width: int, height: int, images: dict[str, Any]) -> list[Item]:
    """The image and the text of a label or button, placed by its anchor."""
    anchor = str(widget.options.get("anchor", "center"))
    border = inset(widget) + 1
    room = width - 2 * border, height - 2 * border
    x, y = anchored(anchor, 0, 0, room)
    x, y = border - x, border - y
    picture = widget._picture()
    items = [] if picture is None else [image_item(picture, x, y, anchor, images)]
    text = widget._label_text()
    if text and (picture is None or str(widget.options.get("compound", "none")) != "none"):
        fill = str(widget.options.get("fg", widget.options.get("foreground", "black")))
        font = widget.options.get("font", "")
        told = {
            "fill": fill,
            "anchor": anchor,
            "font": font,
            "justify": widget.options.get("justify", "center"),
        }
        items.append(text_item(text, x, y, told))
    return [*relief(widget, width, height), *(item for item in items if item is not None)]


def lines_look(widget: Any, text: str, font: Any, height: int) -> list[Item]:
    """Lines of text from the upper left corner."""
    border = inset(widget) + 1
    fill = str(widget.options.get("fg", widget.options.get("foreground", "black")))
    most = max(1, height // max(1, round(LINE * font_parts(font)[1])))
    shown = "\n".join(text.split("\n")[:most])
    return [text_item(shown, border, border, {"fill": fill, "anchor": "nw", "font": font})] if shown else []
