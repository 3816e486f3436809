"""The scene of a window that the tkinter stand-in recorded; runs inside the sandbox.

A drawing is what is rendered, so its shapes and its pixels cannot be of different pictures.  A board may be a
grid of labels or buttons: each widget is a cell, and what is on it lies on a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from gograde.pictures.capture.stand_ins._tk_words import corner, rgb
from gograde.pictures.shapes.scene import Group, Scene, Shape, box_of, of_points

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

Part = tuple[list[float], list[float], str, list[Any]]
At = tuple[int, int]

FEW_ITEMS = 3
"""The most items of a label: its border, an image and a text."""

LEAST = 4
"""The least rows and columns of a board."""

FULL = 0.6
"""The part of the longest row that a row of the board has; a row of buttons is shorter."""

SAME = 3.0
"""Pixels between the middles of widgets in one row."""

EVEN = 0.02
"""The part of a step by which two rows may be nearer or farther than others, beside two pixels."""

LONGEST_NAME = 2
"""Letters of the name of a line, at most."""

LINES = "#808080"
"""The colour of the lines that are added between cells."""


class Items:
    """Makes shapes of items; `images` has the size of each image, `scenes` the shapes of some."""

    def __init__(self, images: Mapping[str, Any], scenes: Mapping[str, Scene]) -> None:
        self.images, self.scenes = images, scenes

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
            return Shape("other", box_of(points))
        return getattr(self, f"_{kind}")(points, options)  # type: ignore[no-any-return]

    def _oval(self, points: list[float], options: Any, kind: str = "oval") -> Shape | None:
        width = _number(options.get("width"), 1.0)
        outline = colour(options.get("outline", "black")) if width > 0 else ""
        fill = colour(options.get("fill", ""))
        return Shape(kind, box_of(points[:4]), fill, outline, width) if fill or outline else None

    def _rectangle(self, points: list[float], options: Any) -> Shape | None:
        return self._oval(points, options, "rect")

    def _arc(self, points: list[float], options: Any) -> Shape | None:
        whole = abs(_number(options.get("extent"), 90.0)) >= FULL_TURN
        return self._oval(points, options, "oval" if whole else "other")

    def _polygon(self, points: list[float], options: Any) -> Shape | None:
        fill, outline = colour(options.get("fill", "black")), colour(options.get("outline", ""))
        if len(points) < 6 or not (fill or outline):
            return None
        return of_points(points, fill, outline, _number(options.get("width"), 1.0))

    def _line(self, points: list[float], options: Any) -> Shape | None:
        width, fill = _number(options.get("width"), 1.0), colour(options.get("fill", "black"))
        if len(points) < 4 or not fill:
            return None
        left, top, right, bottom = box_of(points)
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
        left, top = corner(str(options.get("anchor", "center")), points, (float(width), float(height)))
        return Shape("image", (left, top, left + float(width), top + float(height)))

    def _text(self, points: list[float], options: Any) -> Shape | None:
        text = str(options.get("text", ""))
        if not text.strip():
            return None
        lines, size = text.split("\n"), _number(options.get("size"), 13.0)
        wide, high = LETTER * size * max(map(len, lines)), size * len(lines)
        left, top = corner(str(options.get("anchor", "center")), points, (wide, high))
        box = (left, top, left + wide, top + high)
        return Shape("text", box, colour(options.get("fill", "black")), "", size, text[:LONGEST_TEXT])


def colour(value: Any) -> str:
    """A colour as `#rrggbb`; grey for a name that Tk does not know."""
    text = str(value)
    return "#{:02x}{:02x}{:02x}".format(*(rgb(text) or (128, 128, 128))) if text else ""


def scene_of(value: Any, size: tuple[int, int], scenes: Mapping[str, Scene]) -> Scene:
    """The scene of a drawing; raises an error of any kind for malformed data.

    A canvas is a group of its own, with the widgets that lie over it; so is a board of widgets. Other small
    widgets are one group. `scenes` has what is known of images by name.
    """
    items = Items(dict(value["images"]), scenes)
    parts: Sequence[Part] = value["parts"]
    large = [len(part[3]) >= CANVAS_ITEMS or _is_figure(part, items) for part in parts]
    ground, boards = (
        colour(value["ground"]),
        list(widget_boards(parts, lambda part: _shapes(part, items))),
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
        yield Group(colour(part[2]), (*_shapes(part, items), *over))


def _small(parts: Sequence[Part], items: Items) -> Iterator[Shape]:
    """The shapes of widgets, without those of the window itself, which is the first."""
    for part in parts[1:]:
        if part[3] or part[2] != parts[0][2]:
            yield from _whole(part, items)


def _whole(part: Part, items: Items) -> Iterator[Shape]:
    """A widget's ground, then what lies on it."""
    left, top, width, height = part[1]
    if width > 0 and height > 0:
        yield Shape("rect", (left, top, left + width, top + height), colour(part[2]))
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


def _number(value: Any, otherwise: float) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return otherwise


# -- boards of widgets ---------------------------------------------------------------------------


def widget_boards(
    parts: Sequence[Part], shapes: Callable[[Part], Iterator[Shape]]
) -> Iterator[tuple[set[int], Group]]:
    """The parts of each board that is a grid of widgets, and its shapes; `shapes` gives those of a part."""
    for run in _runs(parts):
        cells = _lattice({n: _middle(parts[n]) for n in run})
        board = _without_names(cells, parts)
        if len(board) >= LEAST * LEAST:
            names = {n for n in run if 0 < len(_text(parts[n])) <= LONGEST_NAME}
            drawn = (_cell(board, at, parts) for at in board)
            on_them = (shape for n in board.values() for shape in _on_cell(parts[n], shapes))
            yield names | set(cells.values()), Group(colour(parts[0][2]), (*drawn, *on_them))


def _runs(parts: Sequence[Part]) -> Iterator[list[int]]:
    """Parts that follow one another in one container; the first part inside another follows it."""
    run: list[int] = []
    for n in range(1, len(parts) + 1):
        inside = n + 1 < len(parts) and _holds(parts[n][0], _middle(parts[n + 1]))
        if n < len(parts) and not inside and len(parts[n][3]) <= FEW_ITEMS:
            run.append(n)
            continue
        if len(run) >= LEAST * LEAST:
            yield run
        run = []


def _holds(box: Sequence[float], point: tuple[float, float]) -> bool:
    return all(0 < point[axis] - box[axis] < box[axis + 2] for axis in (0, 1))


def _middle(part: Part) -> tuple[float, float]:
    left, top, width, height = part[0]
    return left + width / 2, top + height / 2


def _lattice(middles: Mapping[int, tuple[float, float]]) -> dict[At, int]:
    """The parts by row and column; empty when they do not fill a lattice of equal steps."""
    columns, rows = (_places([middle[axis] for middle in middles.values()]) for axis in (0, 1))
    found = {
        (row, col): n
        for n, (x, y) in middles.items()
        if (row := _nearest(rows, y)) is not None and (col := _nearest(columns, x)) is not None
    }
    return found if len(found) == len(rows) * len(columns) >= LEAST * LEAST else {}


def _places(values: Sequence[float]) -> list[float]:
    """The places of full rows, without an outer one at another step; none when their steps differ."""
    rows: list[list[float]] = []
    for value in sorted(values):
        if rows and value - rows[-1][0] <= SAME:
            rows[-1].append(value)
        else:
            rows.append([value])
    most = max(map(len, rows))
    places = [sum(row) / len(row) for row in rows if len(row) >= FULL * most]
    inner = (places, places[1:], places[:-1], places[1:-1])
    return next((found for found in inner if len(found) >= LEAST and _are_even(found)), [])


def _are_even(places: Sequence[float]) -> bool:
    step = (places[-1] - places[0]) / (len(places) - 1)
    return all(abs(end - start - step) <= 2 + EVEN * step for start, end in pairwise(places))


def _nearest(places: Sequence[float], value: float) -> int | None:
    return next((n for n, place in enumerate(places) if abs(place - value) <= SAME), None)


def _without_names(cells: Mapping[At, int], parts: Sequence[Part]) -> dict[At, int]:
    """The cells without the rows and columns on the edge whose texts all differ: names of lines."""
    board = dict(cells)
    for axis in (0, 1):
        for edge in (0, max((at[axis] for at in board), default=0)):
            texts = [_text(parts[n]) for at, n in board.items() if at[axis] == edge]
            named = [text for text in texts if text]
            if len(named) >= max(LEAST, len(texts) - 2) and len(set(named)) == len(named):
                board = {at: n for at, n in board.items() if at[axis] != edge}
    return board


def _text(part: Part) -> str:
    return next((str(options.get("text", "")) for kind, _, options in part[3] if kind == "text"), "").strip()


def _cell(board: Mapping[At, int], at: At, parts: Sequence[Part]) -> Shape:
    """The cell around a widget, which reaches half a step to every side."""
    first, last = (_middle(parts[board[end]]) for end in (min(board), max(board)))
    (top, left), (bottom, right) = min(board), max(board)
    across, down = (last[0] - first[0]) / (right - left) / 2, (last[1] - first[1]) / (bottom - top) / 2
    x, y = _middle(parts[board[at]])
    return Shape("rect", (x - across, y - down, x + across, y + down), colour(parts[board[at]][2]), LINES)


def _on_cell(part: Part, shapes: Callable[[Part], Iterator[Shape]]) -> Iterator[Shape]:
    """What lies on a widget, without its border; its text is in the middle, whatever the anchor."""
    (x, y), (*_, width, height) = _middle(part), part[0]
    for shape in shapes(part):
        if shape.kind == "text":
            yield shape._replace(coords=(x - width / 4, y - height / 4, x + width / 4, y + height / 4))
        elif shape.kind != "rect" or shape.fill:
            yield shape
