"""The look of widgets: lists of kind, coordinates and options, in pixels from the widget's corner."""

from __future__ import annotations

from typing import Any

from .images import image_of, write_image
from .layout import anchored, distance, inset

Item = list[Any]

POINT = 1.333
"""Pixels per point, the unit of fonts: 96 pixels per inch, 72 points per inch."""

LINE, LETTER = 1.17, 0.6
"""Height of a line and width of a letter per font size; averages of DejaVu Sans."""


def font_parts(font: Any) -> tuple[str, float, str]:
    """Family, size in pixels, and style words of a font: a `Font`, a tuple or a text."""
    options = getattr(font, "options", None)
    words: list[Any]
    if isinstance(options, dict):
        words = [options.get(name) for name in ("family", "size", "weight", "slant")]
    elif isinstance(font, (list, tuple)):
        words = list(font)
    else:
        family, closed, rest = str(font).removeprefix("{").rpartition("}")
        words = [family, *rest.split()] if closed else rest.split()
    size = next((float(str(word)) for word in words[1:] if str(word).lstrip("-").isdigit()), 0.0)
    pixels = -size if size < 0 else POINT * (size or 10)
    return str(words[0]) if words else "", min(pixels, 2000.0), " ".join(map(str, words[1:]))


def text_size(text: str, font: Any) -> tuple[int, int]:
    """The estimated width and height of lines of text."""
    size, lines = font_parts(font)[1], text.split("\n")
    return round(LETTER * size * max(map(len, lines))), round(LINE * size) * len(lines)


def text_item(text: str, x: float, y: float, options: dict[str, Any]) -> Item:
    """A text item, with family, size and style of its font."""
    family, size, style = font_parts(options.get("font", ""))
    told = {name: str(options[name]) for name in ("fill", "anchor", "justify", "angle") if name in options}
    return ["text", [x, y], {"text": text, "family": family, "size": size, "style": style, **told}]


def image_item(image: Any, x: float, y: float, anchor: str, images: dict[str, Any]) -> Item | None:
    """An image item; None for an empty image, and `other` for one that cannot be passed on."""
    found = image_of(image)
    name = write_image(found, images)
    if not name:
        return ["other", [x, y], {}] if found is not None and found._file else None
    return ["image", [x, y], {"image": name, "anchor": anchor}]


def border(widget: Any, width: int, height: int) -> list[Item]:
    """The border of a widget: a frame of one colour."""
    told = widget._tk_options
    thick = inset(widget) - distance(told.get("highlightthickness", widget._border[1]))
    kind = str(told.get("relief") or widget._relief)
    if thick < 1 or kind == "flat":
        return []
    start = inset(widget) - thick + (thick - 1) / 2
    corners = [start, start, width - 1 - start, height - 1 - start]
    return [["rectangle", corners, {"outline": "black" if kind == "solid" else "gray55", "width": thick}]]


def label_size(widget: Any, pads: tuple[int, int]) -> tuple[int, int]:
    """The size of a label or button; options `width` and `height` are pixels for images, letters for text."""
    image, options = image_of(widget._tk_options.get("image")), widget._tk_options
    width, height = int(float(options.get("width") or 0)), int(float(options.get("height") or 0))
    edge = 2 * inset(widget)
    if image is not None:
        return (width or image.width()) + edge, (height or image.height()) + edge
    wide, high = text_size(widget._label_text(), options.get("font", ""))
    letter, line = text_size("0", options.get("font", ""))
    wide, high = letter * width or wide, line * height or high
    return wide + 2 * pads[0] + edge, high + 2 * pads[1] + edge


def label_look(widget: Any, width: int, height: int, images: dict[str, Any]) -> list[Item]:
    """The image and the text of a label or button, placed by its anchor."""
    told, edge = widget._tk_options, inset(widget) + 1
    anchor = str(told.get("anchor", "center"))
    x, y = anchored(anchor, 0, 0, (width - 2 * edge, height - 2 * edge))
    picture, text = image_of(told.get("image")), widget._label_text()
    items = [] if picture is None else [image_item(picture, edge - x, edge - y, anchor, images)]
    if text and (picture is None or str(told.get("compound", "none")) != "none"):
        look = {"fill": widget._option("fg"), "anchor": anchor, "font": told.get("font", "")}
        items.append(text_item(text, edge - x, edge - y, {"justify": "center", **look}))
    return [*border(widget, width, height), *(item for item in items if item is not None)]


def lines_look(widget: Any, text: str, font: Any, height: int) -> list[Item]:
    """Lines of text from the upper left corner."""
    edge = inset(widget) + 1
    most = max(1, height // max(1, round(LINE * font_parts(font)[1])))
    shown = "\n".join(text.split("\n")[:most])
    look = {"fill": widget._option("fg"), "anchor": "nw", "font": font}
    return [text_item(shown, edge, edge, look)] if shown else []
