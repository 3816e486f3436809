"""Writes a window's content as a drawing, which the grader renders after the run.

A drawing is a line with the size, then one JSON value: the background colour, the parts of the window from
the lowest to the highest, and the images that they use.  A part is a widget: its box, the visible part of the
box, its background colour, and its items.
"""

from __future__ import annotations

from typing import Any

HEAD = "gograde drawing 1"

MOST_ITEMS = 20_000
"""A window with more items is not kept."""

MOST_BYTES = 1024 * 1024
"""A larger drawing is not kept; the grader accepts 1 MiB per file."""


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
            yield from _parts(child, _corner(child), seen, images)


def _corner(widget: Any) -> tuple[int, int]:
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
