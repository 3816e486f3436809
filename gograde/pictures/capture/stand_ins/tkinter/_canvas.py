# ruff: noqa: N803  (the names are Tk's)
"""The canvas: it stores its items, answers queries about them, and describes its look."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._base.no_effect import answers
from ._canvas_items import Item, Items, numbers, words
from ._drawing.layout import inset
from ._drawing.looks import image_item, relief, text_item
from ._window import Widget, XView, YView

_EMPTY_PAGE = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 {0} {1}
%%Pages: 1
%%EndComments
%%EOF
"""


DRAWN = frozenset(
    ("fill", "outline", "width", "dash", "arrow", "smooth", "capstyle", "start", "extent", "style")
)
"""Options that change how an item looks."""


def _creator(kind: str) -> Callable[..., int]:
    """A method that makes an item of a kind from coordinates and options, and returns the item's number."""

    def create(self: Canvas, *args: Any, **kw: Any) -> int:
        return self._create(kind, args, kw)

    return create


@answers("dchars icursor insert scan_mark scan_dragto tag_unbind")
@answers("select_adjust select_clear select_from select_to select_item")
@answers("index", result=0)
@answers("focus", result="")
class Canvas(Items, Widget, XView, YView):
    """A drawing surface with numbered items, the lowest item first."""

    _natural_size = (378, 265)

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self.items = {}
        self._last = 0
        self._corner = [0, 0]
        self._scroll_to(self._corner)

    _border = (0, 1)

    def configure(self, cnf: Any = None, **kw: Any) -> Any:
        told = super().configure(cnf, **kw)
        self._scroll_to(self._corner)
        return told

    config = configure

    def _scroll_to(self, corner: list[int]) -> None:
        """Scroll to a corner; with `confine`, the view stays inside the scroll region if possible."""
        region = [round(number) for number in numbers([self.options.get("scrollregion") or ()])]
        border, confined = inset(self), str(self.options.get("confine", "1")).lower() not in ("0", "false")
        if len(region) == 4 and confined:
            size = self._seen_size()
            corner = [
                _confined(corner[i] + border, size[i] - 2 * border, region[i], region[i + 2]) - border
                for i in range(2)
            ]
        self._corner = corner

    def size_changed(self) -> None:
        self._scroll_to(self._corner)
        super().size_changed()

    def _seen_size(self) -> tuple[int, int]:
        return (self._box[2], self._box[3]) if self._box else self._empty_size()

    def _fraction(self, axis: int, fraction: Any) -> None:
        region = numbers([self.options.get("scrollregion") or ()])
        if len(region) == 4:
            start, end = region[axis], region[axis + 2]
            corner = list(self._corner)
            corner[axis] = round(start) - inset(self) + int(float(fraction) * (end - start) + 0.5)
            self._scroll_to(corner)

    def xview_moveto(self, fraction: Any) -> None:
        self._fraction(0, fraction)

    def yview_moveto(self, fraction: Any) -> None:
        self._fraction(1, fraction)

    def xview(self, *args: Any) -> Any:
        if args and args[0] == "moveto":
            self._fraction(0, args[1])
        return super().xview(*args)

    def yview(self, *args: Any) -> Any:
        if args and args[0] == "moveto":
            self._fraction(1, args[1])
        return super().yview(*args)

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        """The visible items, the lowest item first, then the border."""
        state = str(self._option("state"))
        shown = [item for item in self.items.values() if str(item.options.get("state") or state) != "hidden"]
        items = [self._shown(item, images) for item in shown]
        return [*(item for item in items if item is not None), *relief(self, width, height)]

    def _shown(self, item: Item, images: dict[str, Any]) -> Any:
        coords = [c - self._corner[i % 2] for i, c in enumerate(item.coords)]
        anchor = str(item.options.get("anchor", "center"))
        if item.kind == "text" and len(coords) >= 2:
            return text_item(str(item.options.get("text", "")), coords[0], coords[1], item.options)
        if item.kind == "image" and len(coords) >= 2:
            return image_item(item.options.get("image"), coords[0], coords[1], anchor, images)
        if item.kind == "window" and len(coords) >= 2:
            self._place_inside(item.options, coords, anchor)
            return None
        told = {name: _told(value) for name, value in item.options.items() if name in DRAWN}
        return [item.kind, coords, told]

    def _place_inside(self, options: dict[str, Any], coords: list[float], anchor: str) -> None:
        """Place a widget on the canvas where its item says."""
        widget = options.get("window")
        if widget is not None and hasattr(widget, "place"):
            sizes = {name: options[name] for name in ("width", "height") if options.get(name)}
            border = inset(self)
            widget.place(in_=self, x=coords[0] - border, y=coords[1] - border, anchor=anchor, **sizes)
            self.winfo_toplevel().lay_out()

    def cget(self, key: str) -> Any:
        value = super().cget(key)
        return str(value) if isinstance(value, (int, float)) else value

    def _create(self, kind: str, args: tuple[Any, ...], options: dict[str, Any]) -> int:
        if args and isinstance(args[-1], dict):
            args, options = args[:-1], {**args[-1], **options}
        tags = words(options.pop("tags", ()) or options.pop("tag", ()))
        self._last += 1
        self.items[self._last] = Item(kind, numbers(args), options, tags)
        self.loop.drawing_changed()
        return self._last

    create_arc, create_bitmap, create_image = _creator("arc"), _creator("bitmap"), _creator("image")
    create_line, create_oval, create_polygon = _creator("line"), _creator("oval"), _creator("polygon")
    create_rectangle, create_text, create_window = _creator("rectangle"), _creator("text"), _creator("window")

    def coords(self, *args: Any) -> list[float]:
        """The coordinates of an item; further arguments become its new coordinates."""
        found = self._matching(args[0])
        if not found:
            return []
        if len(args) > 1:
            self.items[found[0]].coords = numbers(args[1:])
            self.loop.drawing_changed()
            return []
        return list(self.items[found[0]].coords)

    def move(self, *args: Any) -> None:
        which, dx, dy = args
        self.loop.drawing_changed()
        for number in self._matching(which):
            item = self.items[number]
            item.coords = [c + float((dx, dy)[i % 2]) for i, c in enumerate(item.coords)]

    def moveto(self, tagOrId: Any, x: Any = "", y: Any = "") -> None:
        for number in self._matching(tagOrId):
            left, top, *_ = self.items[number].box()
            self.move(number, (left if x == "" else float(x)) - left, (top if y == "" else float(y)) - top)

    def scale(self, *args: Any) -> None:
        which, x, y, fx, fy = args
        for number in self._matching(which):
            item, origin, factor = self.items[number], (float(x), float(y)), (float(fx), float(fy))
            item.coords = [
                origin[i % 2] + (c - origin[i % 2]) * factor[i % 2] for i, c in enumerate(item.coords)
            ]

    def delete(self, *args: Any) -> None:
        gone = {number for which in args for number in self._matching(which)}
        if gone and len(gone) == len(self.items):
            self.loop.before_clearing()
        for number in gone:
            del self.items[number]
        self.loop.drawing_changed()

    def destroy(self) -> None:
        if self.items and self._box is not None:
            self.loop.before_clearing()
        super().destroy()

    def itemconfigure(self, tagOrId: Any, cnf: Any = None, **kw: Any) -> Any:
        new, found = {**(cnf or {}), **kw}, self._matching(tagOrId)
        if not new:
            return {name: (name, "", "", "", self.itemcget(found[0], name)) for name in self._set(found)}
        for number in found:
            if "tags" in new:
                self.items[number].tags = words(new["tags"])
            self.items[number].options.update(new)
        self.loop.drawing_changed()
        return None

    itemconfig = itemconfigure

    def _set(self, found: list[int]) -> list[str]:
        return list(self.items[found[0]].options) if found else []

    def itemcget(self, tagOrId: Any, option: str) -> Any:
        found = self._matching(tagOrId)
        return str(self.items[found[0]].options.get(option, "")) if found else ""

    def tag_bind(self, tagOrId: Any, sequence: Any = None, func: Any = None, add: Any = None) -> Any:
        return self.bind(f"{tagOrId} {sequence}", func, add) if sequence else ()

    def tag_raise(self, *args: Any) -> None:
        for number in self._matching(args[0]):
            self.items[number] = self.items.pop(number)
        if len(args) > 1:
            self._put_behind(args[0], self._matching(args[1])[-1:], 1)
        self.loop.drawing_changed()

    def tag_lower(self, *args: Any) -> None:
        below = self._matching(args[1])[:1] if len(args) > 1 else list(self.items)[:1]
        self._put_behind(args[0], below, 0)
        self.loop.drawing_changed()

    def _put_behind(self, which: Any, mark: list[int], after: int) -> None:
        """Move items before or after another item in the order of drawing."""
        moved = self._matching(which)
        if not mark or mark[0] in moved:
            return
        order = [number for number in self.items if number not in moved]
        at = order.index(mark[0]) + after
        self.items = {number: self.items[number] for number in [*order[:at], *moved, *order[at:]]}

    lift = tkraise = tag_raise
    lower = tag_lower

    def canvasx(self, screenx: Any, gridspacing: Any = None) -> float:
        return float(screenx) + self._corner[0]

    def canvasy(self, screeny: Any, gridspacing: Any = None) -> float:
        return float(screeny) + self._corner[1]

    def postscript(self, cnf: Any = None, **kw: Any) -> str:
        """An empty page of the canvas's size, written to `file` if given; also keeps the window."""
        self.winfo_toplevel().catch_all()
        page = _EMPTY_PAGE.format(self.winfo_width(), self.winfo_height())
        name = {**(cnf or {}), **kw}.get("file")
        if not name:
            return page
        Path(name).write_text(page, encoding="ascii")
        return ""


def _confined(start: int, size: int, first: int, last: int) -> int:
    """The start of a view: not beyond one end of the region while the other end is out of view."""
    before, behind = start - first, last - (start + size)
    if before < 0 < behind:
        return start + min(behind, -before)
    if behind < 0 < before:
        return start - min(before, -behind)
    return start


def _told(value: Any) -> Any:
    """An option for JSON: a text, or a list of texts."""
    return [str(part) for part in value] if isinstance(value, (list, tuple)) else str(value)
