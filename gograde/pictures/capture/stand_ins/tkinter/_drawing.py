"""Sizes, places and looks of widgets in pixels, and the drawing of a window.

Sizes and places are close to those of Tk's packer, grid and placer.  A look is a list of items: kind,
coordinates and options, in pixels from the widget's corner.

A drawing, which the grader renders after the run, is a line with the size, then one JSON value: the
background colour, the parts of the window from the lowest to the highest, and the images that they use.  A
part is a widget: its box, the visible part of the box, its background colour, and its items.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from _tk_words import corner  # type: ignore[import-not-found]

from ._images import image_of, write_image

Box = tuple[int, int, int, int]
"""Left, top, width and height within the container."""

MOST_LINES = 1000
"""The most rows or columns of a grid."""

Item = list[Any]

POINT = 1.333
"""Pixels per point, the unit of fonts: 96 pixels per inch, 72 points per inch."""

LINE, LETTER = 1.17, 0.6
"""Height of a line and width of a letter per font size; averages of DejaVu Sans."""

HEAD = "gograde drawing 1"

MOST_ITEMS = 20_000
"""A window with more items is not kept."""

MOST_BYTES = 1024 * 1024
"""A larger drawing is not kept; the grader accepts 1 MiB per file."""


def distance(value: Any) -> int:
    """A screen distance in pixels, from a number with an optional unit c, i, m or p; 0 for other text."""
    text = str(value).strip()
    scale = {"c": 37.8, "i": 96.0, "m": 3.78, "p": 1.333}.get(text[-1:], 0.0)
    try:
        return max(-20000, min(20000, round(float(text[:-1]) * scale if scale else float(text))))
    except (ValueError, OverflowError):
        return 0


def _pad(value: Any) -> tuple[int, int]:
    """The padding before and after; one number stands for both."""
    words = value if isinstance(value, (list, tuple)) else str(value).split()
    pads = [distance(word) for word in words] or [0]
    return pads[0], pads[-1]


def inset(widget: Any) -> int:
    """Pixels of border on each side."""
    told = widget._tk_options
    border = told.get("bd", told.get("borderwidth", widget._border[0]))
    return max(0, distance(border) + distance(told.get("highlightthickness", widget._border[1])))


def _margins(widget: Any) -> tuple[int, int]:
    """Pixels that stay free on the left and right, and above and below, of placed widgets."""
    told, border = widget._tk_options, inset(widget)
    border += _pad(told.get("padding", 0))[0]
    return border + distance(told.get("padx", 0)), border + distance(told.get("pady", 0))


def requested(widget: Any) -> tuple[int, int]:
    """The requested size of a widget: the size of the widgets placed in it, or its own.

    It is computed once between two calls of `forget`.
    """
    if widget._tk_wanted is None:
        widget._tk_wanted = _wanted(widget)
    return widget._tk_wanted  # type: ignore[no-any-return]


def forget(widget: Any) -> None:
    """Let the sizes of a widget and of all that is placed in it be computed anew."""
    widget._tk_wanted = None
    for slave in widget._tk_slaves:
        forget(slave)


def _wanted(widget: Any) -> tuple[int, int]:
    managers = {slave._tk_manager for slave in widget._tk_slaves} - {"place"}
    if not managers or not widget._tk_propagating:
        return widget._empty_size()  # type: ignore[no-any-return]
    if "pack" in managers:
        width, height = _packed_size(slaves(widget, "pack"))
    else:
        width, height = sum(_tracks(widget, 0)), sum(_tracks(widget, 1))
    across, down = _margins(widget)
    return width + 2 * across, height + 2 * down + widget._caption


def arrange(window: Any) -> None:
    """Give the window and all widgets placed in it a box."""
    forget(window)
    window._tk_box = (0, 0, *window._size_asked(requested(window)))
    _arrange_inside(window)


def _arrange_inside(widget: Any) -> None:
    _, _, width, height = widget._tk_box
    (across, down), caption = _margins(widget), widget._caption
    room = (across, down + caption, max(0, width - 2 * across), max(0, height - 2 * down - caption))
    _pack(slaves(widget, "pack"), room)
    _grid(widget, room)
    for slave in slaves(widget, "place"):
        slave._tk_box = _placed(slave, room)
    for slave in widget._tk_slaves:
        if slave._tk_box is not None:
            _arrange_inside(slave)


def _outer(slave: Any) -> tuple[int, int]:
    """The requested size of a widget, including its padding."""
    told, (width, height) = slave._tk_placing, requested(slave)
    width += sum(_pad(told.get("padx", 0))) + 2 * distance(told.get("ipadx", 0))
    return width, height + sum(_pad(told.get("pady", 0))) + 2 * distance(told.get("ipady", 0))


# -- pack -----------------------------------------------------------------------------------


def _axis(slave: Any) -> int:
    """1 for a widget that is packed above or below others, 0 beside others."""
    return int(str(slave._tk_placing.get("side", "top")) in ("top", "bottom"))


def _expands(slave: Any) -> bool:
    return str(slave._tk_placing.get("expand", "0")).lower() in ("1", "true", "yes", "on")


def _packed_size(packed: Sequence[Any]) -> tuple[int, int]:
    """The size of the parcels, each beside or above all that follow it."""
    size = [0, 0]
    for slave in reversed(packed):
        axis, outer = _axis(slave), _outer(slave)
        size[axis] += outer[axis]
        size[1 - axis] = max(size[1 - axis], outer[1 - axis])
    return size[0], size[1]


def _pack(packed: Sequence[Any], room: Box) -> None:
    """Cut a parcel for each widget from one side of the remaining room."""
    start, left = [room[0], room[1]], [room[2], room[3]]
    for place, slave in enumerate(packed):
        axis, side = _axis(slave), str(slave._tk_placing.get("side", "top"))
        size = _outer(slave)[axis]
        if _expands(slave):
            rest = packed[place:]
            free = left[axis] - _packed_size(rest)[axis]
            size += max(0, free) // sum(_expands(one) and _axis(one) == axis for one in rest)
        size = min(size, left[axis])
        left[axis] -= size
        corner = list(start)
        if side in ("top", "left"):
            start[axis] += size
        else:
            corner[axis] += left[axis]
        parcel = (*corner, size, left[1]) if axis == 0 else (*corner, left[0], size)
        slave._tk_box = _within(slave, parcel)  # type: ignore[arg-type]


def _within(slave: Any, parcel: Box) -> Box:
    """The box of a packed widget in its parcel: filled, or placed by its anchor."""
    fill, anchor = (str(slave._tk_placing.get(name, "")) for name in ("fill", "anchor"))
    sides = ("we" if fill in ("x", "both") else "") + ("ns" if fill in ("y", "both") else "")
    return _stuck(slave, parcel, sides + ("" if anchor == "center" else anchor))


def _stuck(slave: Any, parcel: Box, sticky: str) -> Box:
    """The box of a widget at the `sticky` sides of a parcel; it is stretched between opposite ones."""
    told, size = slave._tk_placing, requested(slave)
    found: list[int] = []
    for axis, (pad, inner, low, high) in enumerate(
        (("padx", "ipadx", "w", "e"), ("pady", "ipady", "n", "s"))
    ):
        before, behind = _pad(told.get(pad, 0))
        room = max(0, parcel[2 + axis] - before - behind)
        filled = low in sticky and high in sticky
        length = room if filled else min(room, size[axis] + 2 * distance(told.get(inner, 0)))
        free = room - length
        start = 0 if low in sticky else free if high in sticky else free // 2
        found += [parcel[axis] + before + start, length]
    return found[0], found[2], found[1], found[3]


# -- grid -----------------------------------------------------------------------------------


def _tracks(widget: Any, axis: int) -> list[int]:
    """The requested size of every column (axis 0) or row: single cells first, then what spans several."""
    name = ("column", "row")[axis]
    told = {number: line for (kind, number), line in widget._tk_lines.items() if kind == name}
    count = min(MOST_LINES, grid_size(widget)[axis])
    tracks = [distance(told.get(number, {}).get("minsize", 0)) for number in range(count)]
    for slave in sorted(slaves(widget, "grid"), key=lambda slave: _span(slave, name)[1]):
        first, span = _span(slave, name)
        cells = range(first, min(first + span, count))
        lacking = _outer(slave)[axis] - sum(tracks[cell] for cell in cells)
        shares = _shares(lacking, [_weight(told, cell) for cell in cells])
        for cell, share in zip(cells, shares, strict=True):
            tracks[cell] += share
    return [size + distance(told.get(number, {}).get("pad", 0)) for number, size in enumerate(tracks)]


def slaves(widget: Any, manager: str) -> list[Any]:
    """The widgets that a manager puts into this one."""
    return [slave for slave in widget._tk_slaves if slave._tk_manager == manager]


def grid_size(widget: Any) -> tuple[int, int]:
    """The columns and rows of the grid in a widget."""
    placed = slaves(widget, "grid")
    ends = [[sum(_span(slave, name)) for slave in placed] for name in ("column", "row")]
    return max(ends[0], default=0), max(ends[1], default=0)


def _span(slave: Any, name: str) -> tuple[int, int]:
    return int(slave._tk_placing.get(name, 0)), max(1, int(slave._tk_placing.get(f"{name}span", 1)))


def _weight(told: dict[int, Any], number: int) -> int:
    return max(0, int(told.get(number, {}).get("weight", 0)))


def _shares(amount: int, weights: Sequence[int]) -> list[int]:
    """An amount divided by weights (evenly if all are zero); the shares add up to the amount."""
    weights = weights if sum(weights) else [1] * len(weights)
    ends = [max(0, amount) * sum(weights[: place + 1]) // sum(weights) for place in range(len(weights))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


def _grid(widget: Any, room: Box) -> None:
    lines = []
    for axis, name in enumerate(("column", "row")):
        tracks = _tracks(widget, axis)
        told = {number: line for (kind, number), line in widget._tk_lines.items() if kind == name}
        weights = [_weight(told, number) for number in range(len(tracks))]
        more = _shares(room[2 + axis] - sum(tracks), weights) if sum(weights) else [0] * len(tracks)
        lines.append([size + share for size, share in zip(tracks, more, strict=True)])
    columns, rows = lines
    for slave in slaves(widget, "grid"):
        (column, wide), (row, high) = _span(slave, "column"), _span(slave, "row")
        left, top = room[0] + sum(columns[:column]), room[1] + sum(rows[:row])
        parcel = (left, top, sum(columns[column : column + wide]), sum(rows[row : row + high]))
        slave._tk_box = _stuck(slave, parcel, str(slave._tk_placing.get("sticky", "")).lower())


# -- place ----------------------------------------------------------------------------------


def anchored(anchor: str, x: float, y: float, size: tuple[int, int]) -> tuple[int, int]:
    """Left and top of a box whose anchor lies at a point, in whole pixels."""
    left, top = corner(anchor, (x, y), size)
    return round(left), round(top)


def _placed(slave: Any, room: Box) -> Box:
    told, size = slave._tk_placing, list(requested(slave))
    at = [distance(told.get(name, 0)) + float(told.get(f"rel{name}", 0)) * room[2 + axis]
          for axis, name in enumerate("xy")]  # fmt: skip
    for axis, name in enumerate(("width", "height")):
        if name in told or f"rel{name}" in told:
            part = float(told.get(f"rel{name}", 0)) * room[2 + axis]
            size[axis] = distance(told.get(name, 0)) + round(part)
    left, top = anchored(str(told.get("anchor", "nw")), room[0] + at[0], room[1] + at[1], (size[0], size[1]))
    return left, top, max(1, size[0]), max(1, size[1])


# -- looks ---------------------------------------------------------------------------------------


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


# -- drawings ------------------------------------------------------------------------------------


def seen(window: Any) -> tuple[str, bytes] | None:
    """The title and the drawing of a window; None when it shows nothing.

    An error in this function must not end the program, and is told.
    """
    from _window_files import FOLDER, note  # type: ignore[import-not-found]

    told = vars(window).get("_tk_wm", {})
    gone = window._tk_closing or not window._tk_alive
    if not FOLDER or gone or told.get("state") == "withdrawn":
        return None
    try:
        window._lay_out()
        data = drawing(window)
    except Exception as error:
        note("fault", repr(error))
        return None
    return (str(told.get("title", "")), data) if data else None


def keep(window: Any, found: tuple[str, bytes] | None) -> None:
    """Keep a title and a drawing of a window, unless both equal the last kept ones."""
    from _window_files import save

    if found is not None and found != window._tk_last_kept:
        window._tk_last_kept = found
        save("window", found[0], "drawing", found[1])


def drawing(window: Any) -> bytes:
    """A window as bytes; no bytes for a window that is empty, has only one empty widget, or is too large."""
    import json

    images: dict[str, Any] = {}
    _, _, width, height = window._tk_box
    parts = list(_parts(window, (0, 0), (0, 0, width, height), images))
    if len(parts) <= 2 and not any(items for _, _, _, items in parts[1:]):
        return b""
    if sum(len(items) for _, _, _, items in parts) > MOST_ITEMS:
        return b""
    value = {"ground": window._ground(), "parts": parts, "images": images}
    data = f"{HEAD} {width} {height}\n{json.dumps(value, separators=(',', ':'))}\n".encode()
    return data if len(data) <= MOST_BYTES else b""


def _parts(widget: Any, corner: tuple[int, int], clip: Any, images: dict[str, Any]) -> Any:
    """The part of a widget, then the parts of the widgets inside it."""
    _, _, width, height = widget._tk_box
    seen = _meet(clip, (*corner, width, height))
    yield [*corner, width, height], seen, widget._ground(), widget._look(width, height, images)
    for child in widget.children.values():
        if child._tk_box is not None and not child._is_window:
            yield from _parts(child, _place_of(child), seen, images)


def _place_of(widget: Any) -> tuple[int, int]:
    """Left and top of a widget in the window; its container may differ from its parent."""
    left, top = 0, 0
    while widget._tk_container is not None:
        left, top = left + widget._tk_box[0], top + widget._tk_box[1]
        widget = widget._tk_container
    return left, top


def _meet(first: Any, second: Any) -> list[int]:
    """The intersection of two boxes."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right = min(first[0] + first[2], second[0] + second[2])
    bottom = min(first[1] + first[3], second[1] + second[3])
    return [left, top, max(0, right - left), max(0, bottom - top)]
