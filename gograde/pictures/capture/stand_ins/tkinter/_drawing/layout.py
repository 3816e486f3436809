"""Sizes and places of widgets in pixels, close to those of Tk's packer, grid and placer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Box = tuple[int, int, int, int]
"""Left, top, width and height within the container."""

MOST_LINES = 1000
"""The most rows or columns of a grid."""


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
    """Left and top of a box whose anchor lies at a point."""
    across = 0.0 if "w" in anchor else 1.0 if "e" in anchor and anchor != "center" else 0.5
    down = 0.0 if anchor.startswith("n") else 1.0 if anchor.startswith("s") else 0.5
    return round(x - across * size[0]), round(y - down * size[1])


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
