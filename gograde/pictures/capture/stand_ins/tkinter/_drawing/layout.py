"""Sizes and places of widgets in pixels, like those of Tk's packer, grid and placer.

The code follows the manuals of these commands; tests compare it with the real commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Box = tuple[int, int, int, int]
"""Left, top, width and height within the container."""


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
    words = (
        value.split() if isinstance(value, str) else value if isinstance(value, (list, tuple)) else [value]
    )
    pads = [distance(word) for word in words] or [0]
    return pads[0], pads[-1]


def inset(widget: Any) -> int:
    """Pixels of border on each side."""
    border = widget.options.get("bd", widget.options.get("borderwidth", widget._border[0]))
    return max(0, distance(border) + distance(widget.options.get("highlightthickness", widget._border[1])))


def margins(widget: Any) -> tuple[int, int]:
    """Pixels that stay free on the left and right, and above and below, of placed widgets."""
    border, told = inset(widget), widget.options
    padding = _pad(told.get("padding", 0))[0]
    return border + padding + distance(told.get("padx", 0)), border + padding + distance(told.get("pady", 0))


def requested(widget: Any) -> tuple[int, int]:
    """The requested size of a widget: the size of the widgets placed in it, or its own."""
    managers = {slave._manager for slave in widget._slaves} - {"place"}
    if not managers or not widget._propagating:
        return widget._empty_size()  # type: ignore[no-any-return]
    width, height = _packed_size(widget) if "pack" in managers else _grid_size(widget)
    across, down = margins(widget)
    return width + 2 * across, height + 2 * down + widget._caption


def arrange(window: Any) -> None:
    """Give the window and all widgets placed in it a box."""
    width, height = window.size_asked(requested(window))
    window._box = (0, 0, width, height)
    _arrange_inside(window)


def _arrange_inside(widget: Any) -> None:
    _, _, width, height = widget._box
    (across, down), caption = margins(widget), widget._caption
    room = (across, down + caption, max(0, width - 2 * across), max(0, height - 2 * down - caption))
    _pack(widget.pack_slaves(), room)
    _grid(widget, room)
    for slave in widget.place_slaves():
        slave._box = _placed(slave, room)
    for slave in widget._slaves:
        if slave._box is not None:
            _arrange_inside(slave)


# -- pack -----------------------------------------------------------------------------------


def _outer(slave: Any) -> tuple[int, int]:
    """The requested size of a packed widget, including its padding."""
    told, (width, height) = slave._placing, requested(slave)
    width += sum(_pad(told.get("padx", 0))) + 2 * distance(told.get("ipadx", 0))
    return width, height + sum(_pad(told.get("pady", 0))) + 2 * distance(told.get("ipady", 0))


def _upright(slave: Any) -> bool:
    return str(slave._placing.get("side", "top")) in ("top", "bottom")


def _expands(slave: Any) -> bool:
    return str(slave._placing.get("expand", "0")).lower() in ("1", "true", "yes", "on")


def _packed_size(widget: Any) -> tuple[int, int]:
    width = height = most_width = most_height = 0
    for slave in widget.pack_slaves():
        wide, high = _outer(slave)
        if _upright(slave):
            most_width = max(most_width, width + wide)
            height += high
        else:
            most_height = max(most_height, height + high)
            width += wide
    return max(width, most_width), max(height, most_height)


def _pack(slaves: Sequence[Any], room: Box) -> None:
    """Cut a parcel for each widget from one side of the remaining room."""
    left, top, wide, high = room
    for place, slave in enumerate(slaves):
        side = str(slave._placing.get("side", "top"))
        width, height = _outer(slave)
        if _upright(slave):
            height += _extra(slaves[place:], high, 1) if _expands(slave) else 0
            width, height = wide, min(height, high)
            high -= height
            parcel = (left, top if side == "top" else top + high, width, height)
            top += height if side == "top" else 0
        else:
            width += _extra(slaves[place:], wide, 0) if _expands(slave) else 0
            width, height = min(width, wide), high
            wide -= width
            parcel = (left if side == "left" else left + wide, top, width, height)
            left += width if side == "left" else 0
        slave._box = _within(slave, parcel)


def _extra(slaves: Sequence[Any], left: int, axis: int) -> int:
    """The share of the first widget in the unrequested space along an axis (0 horizontal, 1 vertical)."""
    least, expanding = left, 0
    for slave in slaves:
        size = _outer(slave)[axis]
        if _upright(slave) == (axis == 1):
            left -= size
            expanding += _expands(slave)
        elif expanding:
            least = min(least, (left - size) // expanding)
    return max(0, min(least, left // expanding if expanding else least))


def _within(slave: Any, parcel: Box) -> Box:
    """The box of a widget in its parcel: filled, or placed by its anchor."""
    told = slave._placing
    fill, anchor = str(told.get("fill", "none")), str(told.get("anchor", "center"))
    sides = ("we" if fill in ("x", "both") else "") + ("ns" if fill in ("y", "both") else "")
    return _stuck(slave, parcel, sides + ("" if anchor == "center" else anchor), sides)


def _stuck(slave: Any, parcel: Box, sticky: str, filled: str) -> Box:
    """The box of a widget at the `sticky` sides of a parcel, stretched along the `filled` sides."""
    told, (width, height) = slave._placing, requested(slave)
    (left, right), (top, bottom) = _pad(told.get("padx", 0)), _pad(told.get("pady", 0))
    wide, high = max(0, parcel[2] - left - right), max(0, parcel[3] - top - bottom)
    across = _along(
        wide, width + 2 * distance(told.get("ipadx", 0)), ("w" in sticky, "e" in sticky), "w" in filled
    )
    down = _along(
        high, height + 2 * distance(told.get("ipady", 0)), ("n" in sticky, "s" in sticky), "n" in filled
    )
    return parcel[0] + left + across[0], parcel[1] + top + down[0], across[1], down[1]


def _along(room: int, size: int, held: tuple[bool, bool], filled: bool) -> tuple[int, int]:
    """Start and length along one axis."""
    if filled or size > room:
        return 0, room
    return (
        0 if held[0] and not held[1] else room - size if held[1] and not held[0] else (room - size) // 2
    ), size


# -- grid -----------------------------------------------------------------------------------


def _grid_size(widget: Any) -> tuple[int, int]:
    return sum(_tracks(widget, "column")), sum(_tracks(widget, "row"))


def _tracks(widget: Any, axis: str) -> list[int]:
    """The requested size of every column or row: single cells first, then widgets that span several."""
    place = ("column", "row").index(axis)
    tracks = [0] * min(1000, widget.grid_size()[place])
    for (kind, number), told in widget._told_lines.items():
        if kind == axis and number < len(tracks):
            tracks[number] = distance(told.get("minsize", 0))
    slaves = sorted(widget.grid_slaves(), key=lambda slave: _span(slave, axis)[1])
    for slave in slaves:
        first, span = _span(slave, axis)
        cells = range(first, min(first + span, len(tracks)))
        lacking = _outer(slave)[place] - sum(tracks[cell] for cell in cells)
        for cell, share in zip(
            cells, _shares(lacking, [_weight(widget, axis, c) for c in cells]), strict=True
        ):
            tracks[cell] += share
    pads = {number: told.get("pad", 0) for (kind, number), told in widget._told_lines.items() if kind == axis}
    return [size + distance(pads.get(number, 0)) for number, size in enumerate(tracks)]


def _span(slave: Any, axis: str) -> tuple[int, int]:
    return int(slave._placing.get(axis, 0)), max(1, int(slave._placing.get(f"{axis}span", 1)))


def _weight(widget: Any, axis: str, number: int) -> int:
    return max(0, int(widget._told_lines.get((axis, number), {}).get("weight", 0)))


def _shares(amount: int, weights: Sequence[int]) -> list[int]:
    """An amount divided by weights (evenly if all are zero); the shares add up to the amount."""
    if amount <= 0:
        return [0] * len(weights)
    weights = weights if sum(weights) else [1] * len(weights)
    ends = [amount * sum(weights[: place + 1]) // sum(weights) for place in range(len(weights))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


def _grid(widget: Any, room: Box) -> None:
    slaves = widget.grid_slaves()
    if not slaves:
        return
    columns, rows = _stretched(widget, "column", room[2]), _stretched(widget, "row", room[3])
    for slave in slaves:
        (column, wide), (row, high) = _span(slave, "column"), _span(slave, "row")
        left, top = room[0] + sum(columns[:column]), room[1] + sum(rows[:row])
        parcel = (left, top, sum(columns[column : column + wide]), sum(rows[row : row + high]))
        sticky = str(slave._placing.get("sticky", "")).lower()
        filled = ("w" if {"e", "w"} <= set(sticky) else "") + ("n" if {"n", "s"} <= set(sticky) else "")
        slave._box = _stuck(slave, parcel, sticky, filled)


def _stretched(widget: Any, axis: str, room: int) -> list[int]:
    """The tracks after sharing the remaining room by weight; without weights they are unchanged."""
    tracks = _tracks(widget, axis)
    weights = [_weight(widget, axis, number) for number in range(len(tracks))]
    if not sum(weights):
        return tracks
    more = _shares(room - sum(tracks), weights)
    return [size + share for size, share in zip(tracks, more, strict=True)]


# -- place ----------------------------------------------------------------------------------


def anchored(anchor: str, x: float, y: float, size: tuple[int, int]) -> tuple[int, int]:
    """Left and top of a box whose anchor lies at a point."""
    across = 0.0 if "w" in anchor else 1.0 if "e" in anchor and anchor != "center" else 0.5
    down = 0.0 if anchor.startswith("n") else 1.0 if anchor.startswith("s") else 0.5
    return round(x - across * size[0]), round(y - down * size[1])


def _placed(slave: Any, room: Box) -> Box:
    told, (width, height) = slave._placing, requested(slave)
    x = room[0] + distance(told.get("x", 0)) + float(told.get("relx", 0)) * room[2]
    y = room[1] + distance(told.get("y", 0)) + float(told.get("rely", 0)) * room[3]
    if "width" in told or "relwidth" in told:
        width = distance(told.get("width", 0)) + round(float(told.get("relwidth", 0)) * room[2])
    if "height" in told or "relheight" in told:
        height = distance(told.get("height", 0)) + round(float(told.get("relheight", 0)) * room[3])
    left, top = anchored(str(told.get("anchor", "nw")), x, y, (width, height))
    return left, top, max(1, width), max(1, height)
