"""The scene of a window that the tkinter stand-in recorded; runs inside the sandbox.

A drawing is what is rendered, so its shapes and its pixels cannot be of different pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gograde.pictures.shapes.of_widgets import Part, widget_boards
from gograde.pictures.shapes.scene import Box, Group, Scene, Shape, of_points

CANVAS_ITEMS = 6
"""A widget with fewer items shares a group with the other small widgets; a border has one or two items."""

LETTER = 0.6
"""Width of a letter per size of its font."""

FULL_TURN = 359.0
"""Degrees; an arc of as many is an oval."""

DOT = 0.3
"""The length of a round line per width, up to which it is a disc; turtle draws its dots so."""

ENDS = 2.0
"""Pixels between the ends of a line that is closed."""

LONGEST_TEXT = 40
"""The most letters of a text that are kept: what lies on a point has one or two."""

PLAIN = ("", "normal", "none", "None", "0", "0.0", "False", "false", "no", "off")
"""Values of an option that is as good as not set."""

COMMON = {"fill", "outline", "width", "dash", "joinstyle"}
KNOWN: Mapping[str, set[str]] = {
    "oval": COMMON,
    "rectangle": COMMON,
    "polygon": COMMON,
    "arc": COMMON | {"start", "extent", "style"},
    "line": COMMON - {"outline"} | {"capstyle"},
    "text": {"text", "family", "size", "style", "fill", "anchor", "justify"},
    "image": {"image", "anchor"},
}
"""The options of items that are understood; an item with any other one is no shape."""

Rgb = Callable[[str], tuple[int, int, int] | None]


class Items:
    """Makes shapes of items; `images` has the size of each image, `scenes` the shapes of some."""

    def __init__(self, images: Mapping[str, Any], scenes: Mapping[str, Scene], rgb: Rgb) -> None:
        self.images, self.scenes, self.rgb = images, scenes, rgb

    def shapes(self, item: Any, corner: tuple[float, float]) -> Iterator[Shape]:
        """The shapes of an item of a widget at `corner`: of an image with one group those on it."""
        shape = self.shape(item, corner)
        groups = self.groups(item, corner)
        if shape is not None and len(groups) == 1:
            yield Shape("rect", shape.box, groups[0].ground)
            yield from groups[0].shapes
        elif shape is not None:
            yield shape

    def groups(self, item: Any, corner: tuple[float, float]) -> Sequence[Group]:
        """The groups of an image, at their place in the window; none of another item."""
        scene = self.scenes.get(str(item[2].get("image"))) if item[0] == "image" else None
        shape = self.shape(item, corner) if scene is not None else None
        if scene is None or shape is None:
            return ()
        left, top, *_ = shape.box
        return [
            Group(one.ground, tuple(_moved(shape, left, top) for shape in one.shapes)) for one in scene.groups
        ]

    def shape(self, item: Any, corner: tuple[float, float]) -> Shape | None:
        """The shape of an item of a widget at `corner`; None for one that cannot be seen.

        An item of another kind, or with an option that is not understood, is `other` in its box.
        """
        kind, coords, options = item
        points = [float(value) + corner[place % 2] for place, value in enumerate(coords)]
        if len(points) < 2:
            return None
        unknown = {name for name, value in options.items() if str(value) not in PLAIN} - KNOWN.get(
            kind, set()
        )
        if kind not in KNOWN or unknown:
            return Shape("other", _box(points))
        return getattr(self, f"_{kind}")(points, options)  # type: ignore[no-any-return]

    def colour(self, value: Any) -> str:
        """A colour as `#rrggbb`; grey for a name that Tk does not know."""
        text = str(value)
        return "#{:02x}{:02x}{:02x}".format(*(self.rgb(text) or (128, 128, 128))) if text else ""

    def _oval(self, points: list[float], options: Any, kind: str = "oval") -> Shape | None:
        width = _number(options.get("width"), 1.0)
        outline = self.colour(options.get("outline", "black")) if width > 0 else ""
        fill = self.colour(options.get("fill", ""))
        return Shape(kind, _box(points[:4]), fill, outline, width) if fill or outline else None

    def _rectangle(self, points: list[float], options: Any) -> Shape | None:
        return self._oval(points, options, "rect")

    def _arc(self, points: list[float], options: Any) -> Shape | None:
        whole = abs(_number(options.get("extent"), 90.0)) >= FULL_TURN
        return self._oval(points, options, "oval" if whole else "other")

    def _polygon(self, points: list[float], options: Any) -> Shape | None:
        fill, outline = self.colour(options.get("fill", "black")), self.colour(options.get("outline", ""))
        if len(points) < 6 or not (fill or outline):
            return None
        return of_points(points, fill, outline, _number(options.get("width"), 1.0))

    def _line(self, points: list[float], options: Any) -> Shape | None:
        width, fill = _number(options.get("width"), 1.0), self.colour(options.get("fill", "black"))
        if len(points) < 4 or not fill:
            return None
        left, top, right, bottom = _box(points)
        if max(right - left, bottom - top) <= DOT * width and options.get("capstyle") == "round":
            x, y, half = (left + right) / 2, (top + bottom) / 2, width / 2
            return Shape("oval", (x - half, y - half, x + half, y + half), fill)
        closed = of_points(points, "", fill, width)
        ends = abs(points[0] - points[-2]) + abs(points[1] - points[-1])
        if closed.kind == "oval" and ends <= ENDS:
            return closed
        return Shape("line", tuple(points), fill, "", width)

    def _image(self, points: list[float], options: Any) -> Shape:
        _, width, height, _ = self.images[str(options["image"])]
        left, top = held(points, str(options.get("anchor", "center")), (float(width), float(height)))
        return Shape("image", (left, top, left + float(width), top + float(height)))

    def _text(self, points: list[float], options: Any) -> Shape | None:
        text = str(options.get("text", ""))
        if not text.strip():
            return None
        lines, size = text.split("\n"), _number(options.get("size"), 13.0)
        wide, high = LETTER * size * max(map(len, lines)), size * len(lines)
        left, top = held(points, str(options.get("anchor", "center")), (wide, high))
        box = (left, top, left + wide, top + high)
        return Shape("text", box, self.colour(options.get("fill", "black")), "", size, text[:LONGEST_TEXT])


def scene_of(value: Any, size: tuple[int, int], rgb: Rgb, scenes: Mapping[str, Scene]) -> Scene:
    """The scene of a drawing; raises an error of any kind for malformed data.

    A canvas is a group of its own, with the widgets that lie over it; so is a board of widgets. Other small
    widgets are one group. `scenes` has what is known of images by name.
    """
    items = Items(dict(value["images"]), scenes, rgb)
    parts: Sequence[Part] = value["parts"]
    large = [len(part[3]) >= CANVAS_ITEMS or _is_figure(part, items) for part in parts]
    ground, boards = (
        items.colour(value["ground"]),
        list(widget_boards(parts, items.colour, lambda part: _shapes(part, items))),
    )
    taken = {number for numbers, _ in boards for number in numbers}
    rest = [part for number, part in enumerate(parts) if number not in taken and not large[number]]
    groups = [Group(ground, tuple(_small(rest, items)))]
    groups += [group for _, group in boards]
    for place, (part, is_large) in enumerate(zip(parts, large, strict=True)):
        if is_large:
            over = [other for other in parts[place + 1 :] if _meet(part[1], other[1])]
            groups += _groups(part, [shape for other in over for shape in _whole(other, items)], items)
    return Scene(*size, tuple(group for group in groups if group.shapes))


def _is_figure(part: Part, items: Items) -> bool:
    """Whether a widget has an image of so many shapes."""
    images = (items.groups(item, _corner(part)) for item in part[3])
    return any(sum(len(group.shapes) for group in groups) >= CANVAS_ITEMS for groups in images)


def _groups(part: Part, over: Sequence[Shape], items: Items) -> Iterator[Group]:
    """The groups of a canvas, or of a widget with an image: one, unless the image alone has several."""
    images = [items.groups(item, _corner(part)) for item in part[3]]
    if len(images) == 1 and not over and len(images[0]) > 1:
        yield from images[0]
    else:
        yield Group(items.colour(part[2]), (*_shapes(part, items), *over))


def _small(parts: Sequence[Part], items: Items) -> Iterator[Shape]:
    """The shapes of widgets, without those of the window itself, which is the first."""
    for part in parts[1:]:
        if part[3] or part[2] != parts[0][2]:
            yield from _whole(part, items)


def _whole(part: Part, items: Items) -> Iterator[Shape]:
    """A widget's ground, then what lies on it."""
    left, top, width, height = part[1]
    if width > 0 and height > 0:
        yield Shape("rect", (left, top, left + width, top + height), items.colour(part[2]))
        yield from _shapes(part, items)


def _shapes(part: Part, items: Items) -> Iterator[Shape]:
    for item in part[3]:
        yield from items.shapes(item, _corner(part))


def _corner(part: Part) -> tuple[float, float]:
    return float(part[0][0]), float(part[0][1])


def _moved(shape: Shape, x: float, y: float) -> Shape:
    return shape._replace(coords=tuple(value + (y if n % 2 else x) for n, value in enumerate(shape.coords)))


def _meet(first: Sequence[float], second: Sequence[float]) -> bool:
    """Whether two boxes (left, top, width, height) share pixels."""
    across = min(first[0] + first[2], second[0] + second[2]) - max(first[0], second[0])
    down = min(first[1] + first[3], second[1] + second[3]) - max(first[1], second[1])
    return across > 0 and down > 0


def held(at: Sequence[float], anchor: str, size: tuple[float, float]) -> tuple[float, float]:
    """Left and top of a box of this size whose anchor lies at a point."""
    across = 0.0 if "w" in anchor else 1.0 if "e" in anchor and anchor != "center" else 0.5
    down = 0.0 if anchor.startswith("n") else 1.0 if anchor.startswith("s") else 0.5
    return at[0] - across * size[0], at[1] - down * size[1]


def _box(points: Sequence[float]) -> Box:
    return min(points[::2]), min(points[1::2]), max(points[::2]), max(points[1::2])


def _number(value: Any, otherwise: float) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return otherwise
