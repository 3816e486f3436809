# ruff: noqa: N803  (the names are Tk's)
"""The items of a canvas, and the search for items by number, tag or place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ._drawing.layout import anchored
from ._drawing.looks import text_size


@dataclass
class Item:
    """One item of a canvas; `coords` are alternately x and y, in pixels."""

    kind: str
    coords: list[float]
    options: dict[str, Any]
    tags: list[str] = field(default_factory=list)

    def box(self) -> tuple[int, int, int, int]:
        xs, ys = self.coords[::2] or [0.0], self.coords[1::2] or [0.0]
        if self.kind == "text":
            size = text_size(str(self.options.get("text", "")), self.options.get("font", ""))
            left, top = anchored(str(self.options.get("anchor", "center")), xs[0], ys[0], size)
            return left, top, left + size[0], top + size[1]
        return int(min(xs)), int(min(ys)), int(max(xs)), int(max(ys))


def _tagger(how: str) -> Callable[..., None]:
    """A method that tags the items that `find_<how>` finds; takes the tag, then the finder's arguments."""

    def addtag(self: Items, newtag: str, *where: Any) -> None:
        for number in getattr(self, f"find_{how}")(*where):
            self._tk_items[number].tags.append(newtag)

    return addtag


class Items:
    """Numbered items, the lowest first."""

    _tk_items: dict[int, Item]

    def _matching(self, which: Any) -> list[int]:
        """The numbers of the items with a number or a tag, or of `all` items, the lowest item first."""
        if which == "all":
            return list(self._tk_items)
        if str(which).isdigit():
            return [int(which)] if int(which) in self._tk_items else []
        return [number for number, item in self._tk_items.items() if str(which) in item.tags]

    def _first(self, which: Any) -> Item | None:
        found = self._matching(which)
        return self._tk_items[found[0]] if found else None

    def type(self, tagOrId: Any) -> Any:
        item = self._first(tagOrId)
        return item.kind if item else None

    def gettags(self, *args: Any) -> tuple[str, ...]:
        item = self._first(args[0])
        return tuple(item.tags) if item else ()

    def bbox(self, *args: Any) -> Any:
        boxes = [self._tk_items[number].box() for which in args for number in self._matching(which)]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def find_all(self) -> tuple[int, ...]:
        return tuple(self._tk_items)

    def find_withtag(self, tagOrId: Any) -> tuple[int, ...]:
        return tuple(self._matching(tagOrId))

    def find(self, how: str, *where: Any) -> tuple[int, ...]:
        """The items that one of the `find_…` methods finds."""
        found: tuple[int, ...] = getattr(self, f"find_{how}")(*where)
        return found

    def find_above(self, tagOrId: Any) -> tuple[int, ...]:
        order, found = list(self._tk_items), self._matching(tagOrId)
        return tuple(order[order.index(found[-1]) + 1 :][:1]) if found else ()

    def find_below(self, tagOrId: Any) -> tuple[int, ...]:
        order, found = list(self._tk_items), self._matching(tagOrId)
        return tuple(order[: order.index(found[0])][-1:]) if found else ()

    def find_overlapping(self, x1: float, y1: float, x2: float, y2: float) -> tuple[int, ...]:
        boxes = {number: item.box() for number, item in self._tk_items.items()}
        return tuple(n for n, b in boxes.items() if b[0] <= x2 and b[2] >= x1 and b[1] <= y2 and b[3] >= y1)

    def find_enclosed(self, x1: float, y1: float, x2: float, y2: float) -> tuple[int, ...]:
        boxes = {number: item.box() for number, item in self._tk_items.items()}
        return tuple(n for n, b in boxes.items() if b[0] >= x1 and b[2] <= x2 and b[1] >= y1 and b[3] <= y2)

    def find_closest(self, x: float, y: float, halo: Any = None, start: Any = None) -> tuple[int, ...]:
        def distance(number: int) -> float:
            left, top, right, bottom = self._tk_items[number].box()
            return max(left - x, 0, x - right) + max(top - y, 0, y - bottom)

        return (min(reversed(self._tk_items), key=distance),) if self._tk_items else ()

    def addtag(self, newtag: str, how: str = "all", *where: Any) -> None:
        _tagger(how)(self, newtag, *where)

    addtag_all, addtag_withtag, addtag_closest = _tagger("all"), _tagger("withtag"), _tagger("closest")
    addtag_above, addtag_below = _tagger("above"), _tagger("below")
    addtag_enclosed, addtag_overlapping = _tagger("enclosed"), _tagger("overlapping")

    def dtag(self, *args: Any) -> None:
        for number in self._matching(args[0]):
            tags = self._tk_items[number].tags
            self._tk_items[number].tags = [tag for tag in tags if tag != str(args[-1])]


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


def words(tags: Any) -> list[str]:
    return tags.split() if isinstance(tags, str) else [str(tag) for tag in tags]
