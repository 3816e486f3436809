# ruff: noqa: N803  (the names are Tk's)
"""The canvas: it stores its items, answers queries about them, and describes its look."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._drawing import anchored, border, image_item, inset, text_item, text_size
from ._window import Widget

_EMPTY_PAGE = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 {0} {1}
%%Pages: 1
%%EndComments
%%EOF
"""

UNSEEN = ("tags", "window", "image", "font", "active", "disabled")
"""The beginnings of options that tell nothing of how an item looks, or are told otherwise."""


@dataclass
class Item:
    """One item of a canvas; `coords` are alternately x and y, in pixels."""

    kind: str
    coords: list[float]
    options: dict[str, Any]
    tags: list[str]

    def box(self) -> tuple[int, int, int, int]:
        xs, ys = self.coords[::2] or [0.0], self.coords[1::2] or [0.0]
        if self.kind == "text":
            size = text_size(str(self.options.get("text", "")), self.options.get("font", ""))
            left, top = anchored(str(self.options.get("anchor", "center")), xs[0], ys[0], size)
            return left, top, left + size[0], top + size[1]
        return int(min(xs)), int(min(ys)), int(max(xs)), int(max(ys))


def _creator(kind: str) -> Callable[..., int]:
    """A method that makes an item of a kind from coordinates and options, and returns the item's number."""
    return lambda self, *args, **kw: self._create(kind, args, kw)


class Canvas(Widget):
    """A drawing surface with numbered items, the lowest item first."""

    _natural_size = (378, 265)
    _border = (0, 1)

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._tk_items: dict[int, Item] = {}
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

    def _fraction(self, axis: int, *args: Any) -> Any:
        region = self._region()
        if region and args[:1] == ("moveto",):
            corner = list(self._tk_corner)
            corner[axis] = region[axis] - inset(self) + float(args[1]) * (region[axis + 2] - region[axis])
            self._scroll(round(corner[0]), round(corner[1]))
        return None if args else (0.0, 1.0)

    def xview(self, *args: Any) -> Any:
        return self._fraction(0, *args)

    def yview(self, *args: Any) -> Any:
        return self._fraction(1, *args)

    def xview_moveto(self, fraction: Any) -> None:
        self._fraction(0, "moveto", fraction)

    def yview_moveto(self, fraction: Any) -> None:
        self._fraction(1, "moveto", fraction)

    def canvasx(self, screenx: Any, gridspacing: Any = None) -> float:
        return float(screenx) + self._tk_corner[0]

    def canvasy(self, screeny: Any, gridspacing: Any = None) -> float:
        return float(screeny) + self._tk_corner[1]

    # -- look -------------------------------------------------------------------------------

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        """The visible items, the lowest item first, then the border."""
        state = str(self._option("state"))
        seen = [one for one in self._tk_items.values() if str(one.options.get("state") or state) != "hidden"]
        items = [self._shown(item, images) for item in seen]
        return [*(item for item in items if item is not None), *border(self, width, height)]

    def _shown(self, item: Item, images: dict[str, Any]) -> Any:
        coords = [c - self._tk_corner[i % 2] for i, c in enumerate(item.coords)]
        anchor = str(item.options.get("anchor", "center"))
        told = {name: _as_json(value) for name, value in item.options.items() if not name.startswith(UNSEEN)}
        if item.kind == "text" and len(coords) >= 2:
            kind, at, look = text_item(str(item.options.get("text", "")), coords[0], coords[1], item.options)
            return [kind, at, told | look]
        if item.kind == "image" and len(coords) >= 2:
            return image_item(item.options.get("image"), coords[0], coords[1], anchor, images)
        if item.kind == "window" and len(coords) >= 2:
            return self._place_inside(item.options, coords, anchor)
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
        tags = _words(options.pop("tags", ()) or options.pop("tag", ()))
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
        return [self._tk_items[number] for number in self.find_withtag(which)]

    def _first(self, which: Any) -> Item | None:
        return next((self._tk_items[number] for number in self.find_withtag(which)), None)

    def coords(self, *args: Any) -> list[float]:
        """The coordinates of an item; further arguments become its new coordinates."""
        item = self._first(args[0])
        if item and len(args) > 1:
            self._tk_loop.drawing_changed()
            item.coords = numbers(args[1:])
        return list(item.coords) if item and len(args) == 1 else []

    def move(self, *args: Any) -> None:
        for item in self._changed(args[0]):
            item.coords = [c + float(args[1 + i % 2]) for i, c in enumerate(item.coords)]

    def moveto(self, tagOrId: Any, x: Any = "", y: Any = "") -> None:
        for item in self._changed(tagOrId):
            left, top, *_ = item.box()
            by = [0.0 if to == "" else float(to) - start for to, start in ((x, left), (y, top))]
            item.coords = [c + by[i % 2] for i, c in enumerate(item.coords)]

    def scale(self, *args: Any) -> None:
        which, *told = args
        x, y, *by = map(float, told)
        for item in self._changed(which):
            item.coords = [(x, y)[i % 2] + (c - (x, y)[i % 2]) * by[i % 2] for i, c in enumerate(item.coords)]

    def delete(self, *args: Any) -> None:
        gone = {number for which in args for number in self.find_withtag(which)}
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
            options = first.options if first else {}
            return {name: (name, "", "", "", str(value)) for name, value in options.items()}
        for item in self._changed(tagOrId):
            item.tags = _words(new["tags"]) if "tags" in new else item.tags
            item.options.update(new)
        return None

    itemconfig = itemconfigure

    def itemcget(self, tagOrId: Any, option: str) -> Any:
        item = self._first(tagOrId)
        return str(item.options.get(option, "")) if item else ""

    def type(self, tagOrId: Any) -> Any:
        item = self._first(tagOrId)
        return item.kind if item else None

    def tag_bind(self, tagOrId: Any, sequence: Any = None, func: Any = None, add: Any = None) -> Any:
        return self._bind(f"{tagOrId} {sequence}", func, add) if sequence else ()

    def tag_raise(self, *args: Any) -> None:
        self._put_behind(args[0], self.find_withtag(args[1] if len(args) > 1 else "all")[-1:], 1)

    def tag_lower(self, *args: Any) -> None:
        self._put_behind(args[0], self.find_withtag(args[1] if len(args) > 1 else "all")[:1], 0)

    def _put_behind(self, which: Any, mark: tuple[int, ...], after: int) -> None:
        """Move items before or after another item in the order of drawing."""
        self._tk_loop.drawing_changed()
        moved, order = self.find_withtag(which), list(self._tk_items)
        at = order.index(mark[0]) + after if mark else len(order)
        before = [number for number in order[:at] if number not in moved]
        behind = [number for number in order[at:] if number not in moved]
        self._tk_items = {number: self._tk_items[number] for number in [*before, *moved, *behind]}

    lift = tkraise = tag_raise
    lower = tag_lower

    # -- the search for items ---------------------------------------------------------------

    def find_all(self) -> tuple[int, ...]:
        return tuple(self._tk_items)

    def find_withtag(self, tagOrId: Any) -> tuple[int, ...]:
        """The items with a number or a tag, or `all` items, the lowest item first."""
        if tagOrId == "all":
            return tuple(self._tk_items)
        if str(tagOrId).isdigit():
            return (int(tagOrId),) if int(tagOrId) in self._tk_items else ()
        return tuple(number for number, item in self._tk_items.items() if str(tagOrId) in item.tags)

    def find_closest(self, x: float, y: float, halo: Any = None, start: Any = None) -> tuple[int, ...]:
        def distance(number: int) -> float:
            left, top, right, bottom = self._tk_items[number].box()
            return max(left - x, 0, x - right) + max(top - y, 0, y - bottom)

        return (min(reversed(self._tk_items), key=distance),) if self._tk_items else ()

    def gettags(self, *args: Any) -> tuple[str, ...]:
        item = self._first(args[0])
        return tuple(item.tags) if item else ()

    def addtag_withtag(self, newtag: str, tagOrId: Any) -> None:
        for item in self._changed(tagOrId):
            item.tags.append(newtag)

    def bbox(self, *args: Any) -> Any:
        boxes = [self._tk_items[number].box() for which in args for number in self.find_withtag(which)]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def postscript(self, cnf: Any = None, **kw: Any) -> str:
        """An empty page of the canvas's size, written to `file` if given; also keeps the window."""
        self.winfo_toplevel()._catch_all()
        page = _EMPTY_PAGE.format(self.winfo_width(), self.winfo_height())
        name = {**(cnf or {}), **kw}.get("file")
        if not name:
            return page
        Path(name).write_text(page, encoding="ascii")
        return ""


def numbers(values: Iterable[Any]) -> list[float]:
    """A flat list of coordinates from numbers, pairs, lists of pairs or a text of numbers."""
    flat: list[float] = []
    for value in values:
        if isinstance(value, str):
            flat.extend(float(word.rstrip("cimp")) for word in value.split())
        elif hasattr(value, "__iter__"):
            flat.extend(numbers(value))
        else:
            flat.append(float(value))
    return flat


def _words(tags: Any) -> list[str]:
    return tags.split() if isinstance(tags, str) else [str(tag) for tag in tags]


def _as_json(value: Any) -> Any:
    """An option for JSON: a text, or a list of texts."""
    return [str(part) for part in value] if isinstance(value, (list, tuple)) else str(value)
