# ruff: noqa: N803  (the names are Tk's)
"""The canvas: it stores its items, answers queries about them, and describes its look."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._drawing.layout import inset
from ._drawing.looks import border, image_item, text_item
from ._items import Item, Items, numbers, words
from ._window import Widget

_EMPTY_PAGE = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 {0} {1}
%%Pages: 1
%%EndComments
%%EOF
"""

UNSEEN = ("tags", "window", "image", "font", "active", "disabled")
"""The beginnings of options that tell nothing of how an item looks, or are told otherwise."""


def _creator(kind: str) -> Callable[..., int]:
    """A method that makes an item of a kind from coordinates and options, and returns the item's number."""

    def create(self: Canvas, *args: Any, **kw: Any) -> int:
        return self._create(kind, args, kw)

    return create


class Canvas(Items, Widget):
    """A drawing surface with numbered items, the lowest item first."""

    _natural_size = (378, 265)
    _border = (0, 1)

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._tk_items = {}
        self._tk_last = 0
        self._tk_corner = [0.0, 0.0]
        self._scroll(0.0, 0.0)

    # -- scrolling --------------------------------------------------------------------------

    def configure(self, cnf: Any = None, **kw: Any) -> Any:
        told = super().configure(cnf, **kw)
        self._scroll(*self._tk_corner)
        return told

    config = configure

    def _size_changed(self) -> None:
        self._scroll(*self._tk_corner)
        super()._size_changed()

    def _region(self) -> list[float]:
        found = numbers([self._tk_options.get("scrollregion") or ()])
        return found if len(found) == 4 else []

    def _scroll(self, left: float, top: float) -> None:
        """Scroll to a corner; the view stays inside the scroll region if there is one."""
        self._tk_corner, region = [left, top], self._region()
        if not region or str(self._tk_options.get("confine", "1")).lower() in ("0", "false"):
            return
        edge, size = inset(self), self._tk_box[2:] if self._tk_box else self._empty_size()
        for axis, start in enumerate((left, top)):
            low, high = sorted((region[axis], region[axis + 2] - (size[axis] - 2 * edge)))
            self._tk_corner[axis] = round(min(max(start + edge, low), high)) - edge

    def _fraction(self, axis: int, fraction: Any) -> None:
        region = self._region()
        if region:
            corner = list(self._tk_corner)
            corner[axis] = region[axis] - inset(self) + float(fraction) * (region[axis + 2] - region[axis])
            self._scroll(round(corner[0]), round(corner[1]))

    def xview_moveto(self, fraction: Any) -> None:
        self._fraction(0, fraction)

    def yview_moveto(self, fraction: Any) -> None:
        self._fraction(1, fraction)

    def xview(self, *args: Any) -> Any:
        return self._fraction(0, args[1]) if args[:1] == ("moveto",) else (0.0, 1.0)

    def yview(self, *args: Any) -> Any:
        return self._fraction(1, args[1]) if args[:1] == ("moveto",) else (0.0, 1.0)

    def canvasx(self, screenx: Any, gridspacing: Any = None) -> float:
        return float(screenx) + self._tk_corner[0]

    def canvasy(self, screeny: Any, gridspacing: Any = None) -> float:
        return float(screeny) + self._tk_corner[1]

    # -- look -------------------------------------------------------------------------------

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        """The visible items, the lowest item first, then the border."""
        state = str(self._option("state"))
        hidden = [str(item.options.get("state") or state) == "hidden" for item in self._tk_items.values()]
        items = [
            self._shown(item, images)
            for item, gone in zip(self._tk_items.values(), hidden, strict=True)
            if not gone
        ]
        return [*(item for item in items if item is not None), *border(self, width, height)]

    def _shown(self, item: Item, images: dict[str, Any]) -> Any:
        coords = [c - self._tk_corner[i % 2] for i, c in enumerate(item.coords)]
        anchor = str(item.options.get("anchor", "center"))
        told = {name: _told(value) for name, value in item.options.items() if not name.startswith(UNSEEN)}
        if item.kind == "text" and len(coords) >= 2:
            kind, at, look = text_item(str(item.options.get("text", "")), coords[0], coords[1], item.options)
            return [kind, at, told | look]
        if item.kind == "image" and len(coords) >= 2:
            return image_item(item.options.get("image"), coords[0], coords[1], anchor, images)
        if item.kind == "window" and len(coords) >= 2:
            self._place_inside(item.options, coords, anchor)
            return None
        return [item.kind, coords, told]

    def _place_inside(self, options: dict[str, Any], coords: list[float], anchor: str) -> None:
        """Place a widget on the canvas where its item says."""
        widget = options.get("window")
        if isinstance(widget, Widget):
            sizes = {name: options[name] for name in ("width", "height") if options.get(name)}
            edge = inset(self)
            at = {"x": coords[0] - edge, "y": coords[1] - edge}
            widget._manage("place", {"in_": self, **at, "anchor": anchor, **sizes})
            self.winfo_toplevel()._lay_out()

    def cget(self, key: str) -> Any:
        value = super().cget(key)
        return str(value) if isinstance(value, (int, float)) else value

    # -- items ------------------------------------------------------------------------------

    def _create(self, kind: str, args: tuple[Any, ...], options: dict[str, Any]) -> int:
        if args and isinstance(args[-1], dict):
            args, options = args[:-1], {**args[-1], **options}
        tags = words(options.pop("tags", ()) or options.pop("tag", ()))
        self._tk_last += 1
        self._tk_items[self._tk_last] = Item(kind, numbers(args), options, tags)
        self._tk_loop.drawing_changed()
        return self._tk_last

    create_arc, create_line, create_image = _creator("arc"), _creator("line"), _creator("image")
    create_oval, create_polygon, create_text = _creator("oval"), _creator("polygon"), _creator("text")
    create_rectangle, create_window = _creator("rectangle"), _creator("window")
    create_bitmap = _creator("bitmap")

    def _changed(self, which: Any) -> list[Item]:
        """The items that are about to change."""
        self._tk_loop.drawing_changed()
        return [self._tk_items[number] for number in self._matching(which)]

    def coords(self, *args: Any) -> list[float]:
        """The coordinates of an item; further arguments become its new coordinates."""
        item = self._first(args[0])
        if item and len(args) > 1:
            self._tk_loop.drawing_changed()
            item.coords = numbers(args[1:])
        return list(item.coords) if item and len(args) == 1 else []

    def move(self, *args: Any) -> None:
        which, *by = args
        for item in self._changed(which):
            item.coords = [c + float(by[i % 2]) for i, c in enumerate(item.coords)]

    def moveto(self, tagOrId: Any, x: Any = "", y: Any = "") -> None:
        for item in self._changed(tagOrId):
            by = [
                0.0 if to == "" else float(to) - start for to, start in zip((x, y), item.box(), strict=False)
            ]
            item.coords = [c + by[i % 2] for i, c in enumerate(item.coords)]

    def scale(self, *args: Any) -> None:
        which, x, y, *by = args
        for item in self._changed(which):
            about = (float(x), float(y))
            item.coords = [
                about[i % 2] + (c - about[i % 2]) * float(by[i % 2]) for i, c in enumerate(item.coords)
            ]

    def delete(self, *args: Any) -> None:
        gone = {number for which in args for number in self._matching(which)}
        if gone and len(gone) == len(self._tk_items):
            self._tk_loop.before_clearing()
        for number in gone:
            del self._tk_items[number]
        self._tk_loop.drawing_changed()

    def destroy(self) -> None:
        if self._tk_items and self._tk_box is not None:
            self._tk_loop.before_clearing()
        super().destroy()

    def itemconfigure(self, tagOrId: Any, cnf: Any = None, **kw: Any) -> Any:
        new, first = {**(cnf or {}), **kw}, self._first(tagOrId)
        if not new:
            return {
                name: (name, "", "", "", str(value))
                for name, value in (first.options if first else {}).items()
            }
        for item in self._changed(tagOrId):
            item.tags = words(new["tags"]) if "tags" in new else item.tags
            item.options.update(new)
        return None

    itemconfig = itemconfigure

    def itemcget(self, tagOrId: Any, option: str) -> Any:
        item = self._first(tagOrId)
        return str(item.options.get(option, "")) if item else ""

    def tag_bind(self, tagOrId: Any, sequence: Any = None, func: Any = None, add: Any = None) -> Any:
        return self._bind(f"{tagOrId} {sequence}", func, add) if sequence else ()

    def tag_raise(self, *args: Any) -> None:
        self._put_behind(args[0], self._matching(args[1] if len(args) > 1 else "all")[-1:], 1)

    def tag_lower(self, *args: Any) -> None:
        self._put_behind(args[0], self._matching(args[1] if len(args) > 1 else "all")[:1], 0)

    def _put_behind(self, which: Any, mark: list[int], after: int) -> None:
        """Move items before or after another item in the order of drawing."""
        self._tk_loop.drawing_changed()
        moved, order = self._matching(which), list(self._tk_items)
        at = order.index(mark[0]) + after if mark else len(order)
        before = [number for number in order[:at] if number not in moved]
        behind = [number for number in order[at:] if number not in moved]
        self._tk_items = {number: self._tk_items[number] for number in [*before, *moved, *behind]}

    lift = tkraise = tag_raise
    lower = tag_lower

    def postscript(self, cnf: Any = None, **kw: Any) -> str:
        """An empty page of the canvas's size, written to `file` if given; also keeps the window."""
        self.winfo_toplevel()._catch_all()
        page = _EMPTY_PAGE.format(self.winfo_width(), self.winfo_height())
        name = {**(cnf or {}), **kw}.get("file")
        if not name:
            return page
        Path(name).write_text(page, encoding="ascii")
        return ""


def _told(value: Any) -> Any:
    """An option for JSON: a text, or a list of texts."""
    return [str(part) for part in value] if isinstance(value, (list, tuple)) else str(value)
