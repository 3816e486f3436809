# ruff: noqa: N803  (the names are Tk's)
"""The canvas: it remembers its items and answers about them; it draws none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._quiet import quiet
from ._window import Widget, XView, YView

_EMPTY_PAGE = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 {0} {1}
%%Pages: 1
%%EndComments
%%EOF
"""


@dataclass
class Item:
    """One thing on a canvas; `coords` are x and y in turn, in pixels."""

    kind: str
    coords: list[float]
    options: dict[str, Any]
    tags: list[str] = field(default_factory=list)

    def box(self) -> tuple[int, int, int, int]:
        xs, ys = self.coords[::2] or [0.0], self.coords[1::2] or [0.0]
        return int(min(xs)), int(min(ys)), int(max(xs)), int(max(ys))


@quiet("dchars icursor insert scan_mark scan_dragto tag_unbind")
@quiet("select_adjust select_clear select_from select_to select_item")
@quiet("index", result=0)
@quiet("focus", result="")
class Canvas(Widget, XView, YView):
    """A drawing surface of numbered items, the lowest first."""

    natural_size = (378, 265)

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self.items: dict[int, Item] = {}
        self._last = 0

    def cget(self, key: str) -> Any:
        value = super().cget(key)
        return str(value) if isinstance(value, (int, float)) else value

    def _create(self, kind: str, args: tuple[Any, ...], options: dict[str, Any]) -> int:
        if args and isinstance(args[-1], dict):
            args, options = args[:-1], {**args[-1], **options}
        tags = _words(options.pop("tags", ()) or options.pop("tag", ()))
        self._last += 1
        self.items[self._last] = Item(kind, _numbers(args), options, tags)
        self.loop.something_shown()
        return self._last

    def create_arc(self, *args: Any, **kw: Any) -> int:
        return self._create("arc", args, kw)

    def create_bitmap(self, *args: Any, **kw: Any) -> int:
        return self._create("bitmap", args, kw)

    def create_image(self, *args: Any, **kw: Any) -> int:
        return self._create("image", args, kw)

    def create_line(self, *args: Any, **kw: Any) -> int:
        return self._create("line", args, kw)

    def create_oval(self, *args: Any, **kw: Any) -> int:
        return self._create("oval", args, kw)

    def create_polygon(self, *args: Any, **kw: Any) -> int:
        return self._create("polygon", args, kw)

    def create_rectangle(self, *args: Any, **kw: Any) -> int:
        return self._create("rectangle", args, kw)

    def create_text(self, *args: Any, **kw: Any) -> int:
        return self._create("text", args, kw)

    def create_window(self, *args: Any, **kw: Any) -> int:
        return self._create("window", args, kw)

    def _matching(self, which: Any) -> list[int]:
        """Numbers of the items that a number, a tag or `all` means, the lowest first."""
        if which == "all":
            return list(self.items)
        if str(which).isdigit():
            return [int(which)] if int(which) in self.items else []
        return [number for number, item in self.items.items() if str(which) in item.tags]

    def coords(self, *args: Any) -> list[float]:
        """Coordinates of an item; with numbers after it, they become its coordinates."""
        found = self._matching(args[0])
        if not found:
            return []
        if len(args) > 1:
            self.items[found[0]].coords = _numbers(args[1:])
            self.loop.something_shown()
            return []
        return list(self.items[found[0]].coords)

    def move(self, *args: Any) -> None:
        which, dx, dy = args
        self.loop.something_shown()
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
        for which in args:
            for number in self._matching(which):
                del self.items[number]

    def itemconfigure(self, tagOrId: Any, cnf: Any = None, **kw: Any) -> Any:
        new, found = {**(cnf or {}), **kw}, self._matching(tagOrId)
        if not new:
            return {name: (name, "", "", "", self.itemcget(found[0], name)) for name in self._set(found)}
        for number in found:
            if "tags" in new:
                self.items[number].tags = _words(new["tags"])
            self.items[number].options.update(new)
        self.loop.something_shown()
        return None

    itemconfig = itemconfigure

    def _set(self, found: list[int]) -> list[str]:
        return list(self.items[found[0]].options) if found else []

    def itemcget(self, tagOrId: Any, option: str) -> Any:
        found = self._matching(tagOrId)
        return str(self.items[found[0]].options.get(option, "")) if found else ""

    def type(self, tagOrId: Any) -> Any:
        found = self._matching(tagOrId)
        return self.items[found[0]].kind if found else None

    def gettags(self, *args: Any) -> tuple[str, ...]:
        found = self._matching(args[0])
        return tuple(self.items[found[0]].tags) if found else ()

    def bbox(self, *args: Any) -> Any:
        boxes = [self.items[number].box() for which in args for number in self._matching(which)]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def find_all(self) -> tuple[int, ...]:
        return tuple(self.items)

    def find_withtag(self, tagOrId: Any) -> tuple[int, ...]:
        return tuple(self._matching(tagOrId))

    def find(self, how: str, *where: Any) -> tuple[int, ...]:
        """The items that one of the `find_…` methods finds."""
        found: tuple[int, ...] = getattr(self, f"find_{how}")(*where)
        return found

    def find_above(self, tagOrId: Any) -> tuple[int, ...]:
        return tuple(n for n in self.items if n > max(self._matching(tagOrId), default=0))[:1]

    def find_below(self, tagOrId: Any) -> tuple[int, ...]:
        return tuple(n for n in self.items if n < min(self._matching(tagOrId), default=0))[-1:]

    def find_overlapping(self, x1: float, y1: float, x2: float, y2: float) -> tuple[int, ...]:
        def meets(item: Item) -> bool:
            left, top, right, bottom = item.box()
            return left <= x2 and right >= x1 and top <= y2 and bottom >= y1

        return tuple(number for number, item in self.items.items() if meets(item))

    def find_enclosed(self, x1: float, y1: float, x2: float, y2: float) -> tuple[int, ...]:
        def inside(item: Item) -> bool:
            left, top, right, bottom = item.box()
            return left >= x1 and right <= x2 and top >= y1 and bottom <= y2

        return tuple(number for number, item in self.items.items() if inside(item))

    def find_closest(self, x: float, y: float, halo: Any = None, start: Any = None) -> tuple[int, ...]:
        def distance(number: int) -> float:
            left, top, right, bottom = self.items[number].box()
            return max(left - x, 0, x - right) + max(top - y, 0, y - bottom)

        return (min(reversed(self.items), key=distance),) if self.items else ()

    def addtag(self, newtag: str, how: str = "all", *where: Any) -> None:
        for number in self.find(how, *where):
            self.items[number].tags.append(newtag)

    def addtag_all(self, newtag: str) -> None:
        self.addtag(newtag, "all")

    def addtag_withtag(self, newtag: str, tagOrId: Any) -> None:
        self.addtag(newtag, "withtag", tagOrId)

    def addtag_above(self, newtag: str, tagOrId: Any) -> None:
        self.addtag(newtag, "above", tagOrId)

    def addtag_below(self, newtag: str, tagOrId: Any) -> None:
        self.addtag(newtag, "below", tagOrId)

    def addtag_closest(self, newtag: str, x: float, y: float, halo: Any = None, start: Any = None) -> None:
        self.addtag(newtag, "closest", x, y)

    def addtag_enclosed(self, newtag: str, *box: float) -> None:
        self.addtag(newtag, "enclosed", *box)

    def addtag_overlapping(self, newtag: str, *box: float) -> None:
        self.addtag(newtag, "overlapping", *box)

    def dtag(self, *args: Any) -> None:
        for number in self._matching(args[0]):
            tags = self.items[number].tags
            self.items[number].tags = [tag for tag in tags if tag != str(args[-1])]

    def tag_bind(self, tagOrId: Any, sequence: Any = None, func: Any = None, add: Any = None) -> Any:
        return f"0{getattr(func, '__name__', 'call')}"

    def tag_raise(self, *args: Any) -> None:
        moved = {number: self.items.pop(number) for number in self._matching(args[0])}
        self.items = {**self.items, **moved}

    def tag_lower(self, *args: Any) -> None:
        moved = {number: self.items.pop(number) for number in self._matching(args[0])}
        self.items = {**moved, **self.items}

    lift = tkraise = tag_raise
    lower = tag_lower

    def canvasx(self, screenx: Any, gridspacing: Any = None) -> float:
        return float(screenx)

    def canvasy(self, screeny: Any, gridspacing: Any = None) -> float:
        return float(screeny)

    def postscript(self, cnf: Any = None, **kw: Any) -> str:
        """An empty page of the canvas's size, into `file` when one is named."""
        page = _EMPTY_PAGE.format(self.winfo_width(), self.winfo_height())
        name = {**(cnf or {}), **kw}.get("file")
        if not name:
            return page
        Path(name).write_text(page, encoding="ascii")
        return ""


def _numbers(values: Iterable[Any]) -> list[float]:
    """Coordinates however they are nested: numbers, pairs, lists of pairs, a text of numbers."""
    flat: list[float] = []
    for value in values:
        if isinstance(value, str):
            flat.extend(_numbers(float(word.rstrip("cimp")) for word in value.split()))
        elif hasattr(value, "__iter__"):
            flat.extend(_numbers(value))
        else:
            flat.append(float(value))
    return flat


def _words(tags: Any) -> list[str]:
    return tags.split() if isinstance(tags, str) else [str(tag) for tag in tags]
