"""The shapes of a picture as data: what a stand-in records, what a run keeps, and what is read.

The program whose picture it is may have written the data, so `read_scene` checks all of it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from gograde.pictures.capture.stand_ins._window_files import MOST_SHAPES

MOST_BYTES = 256 * 1024
"""The most bytes of a scene; a board of 9 lines has about 6,000, of 19 lines 30,000."""

FAR = 20_000.0
"""Pixels; no coordinate lies farther out."""

KINDS = ("line", "oval", "rect", "polygon", "text", "image", "other")
_COLOUR = re.compile("(#[0-9a-f]{6})?")

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Shape(NamedTuple):
    """One shape in pixels of the picture.

    `coords` are the corners of a box; those of a line and a polygon are its points. A colour is `#rrggbb`, or
    empty for none. `width` is that of the outline or of the line.
    """

    kind: str
    coords: tuple[float, ...]
    fill: str = ""
    outline: str = ""
    width: float = 1.0
    text: str = ""

    @property
    def box(self) -> Box:
        return box_of(self.coords)


def box_of(points: Sequence[float]) -> Box:
    """The box around points, whose coordinates stand in one row."""
    xs, ys = points[::2], points[1::2]
    return min(xs), min(ys), max(xs), max(ys)


class Group(NamedTuple):
    """Shapes in the order in which they were painted, on a ground of one colour."""

    ground: str
    shapes: tuple[Shape, ...]


class Scene(NamedTuple):
    """The groups of a picture of `width` times `height` pixels."""

    width: int
    height: int
    groups: tuple[Group, ...]


def write_scene(scene: Scene) -> bytes:
    """A scene as bytes; no bytes when it is empty or too large to be read back."""
    if not 0 < sum(len(group.shapes) for group in scene.groups) <= MOST_SHAPES:
        return b""
    value = {
        "size": [scene.width, scene.height],
        "groups": [
            {"ground": group.ground, "shapes": [_as_json(shape) for shape in group.shapes]}
            for group in scene.groups
        ],
    }
    data = json.dumps(value, separators=(",", ":")).encode()
    return data if len(data) <= MOST_BYTES else b""


def _as_json(shape: Shape) -> list[Any]:
    coords = [round(float(number), 2) for number in shape.coords]
    return [shape.kind, coords, shape.fill, shape.outline, round(float(shape.width), 2), shape.text]


def read_scene(data: bytes, width: int, height: int) -> Scene | None:
    """The scene of a picture that now has so many pixels; None when the bytes are none or of another picture.

    A picture is shrunk by a whole factor before it is kept. The scene is shrunk alike.
    """
    if not 0 < len(data) <= MOST_BYTES:
        return None
    try:
        value = json.loads(data)
        wide, high = (_size(number) for number in value["size"])
        factor = max(1, round(wide / width))
        if (-(-wide // factor), -(-high // factor)) != (width, height):
            return None
        groups = tuple(_group(one, factor) for one in value["groups"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    if sum(len(group.shapes) for group in groups) > MOST_SHAPES:
        return None
    return Scene(width, height, groups)


def _size(value: Any) -> int:
    if type(value) is not int or not 0 < value < FAR:
        raise ValueError("no size")
    return value


def _group(value: Any, factor: int) -> Group:
    return Group(_colour(value["ground"]), tuple(_shape(one, factor) for one in value["shapes"]))


def _shape(value: Any, factor: int) -> Shape:
    kind, coords, fill, outline, width, text = value
    (wide,) = _numbers([width], factor)
    found = _numbers(coords, factor)
    if kind not in KINDS or not isinstance(text, str) or len(found) < 4 or len(found) % 2:
        raise ValueError("no shape")
    if kind not in ("line", "polygon") and len(found) != 4:
        raise ValueError("no box")
    if kind == "polygon":
        return of_points(found, _colour(fill), _colour(outline), wide)
    return Shape(kind, found, _colour(fill), _colour(outline), wide, text)


def _numbers(values: Any, factor: int) -> tuple[float, ...]:
    if not isinstance(values, list) or any(type(value) not in (int, float) for value in values):
        raise ValueError("no numbers")
    if not all(abs(value) <= FAR for value in values):
        raise ValueError("a number is too large")
    return tuple(value / factor for value in values)


def _colour(value: Any) -> str:
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise ValueError("no colour")
    return value


# -- shapes by their points -------------------------------------------------------------------

ROUND = 0.06
"""The part of its radius by which a point of a disc may lie nearer or farther; 8 corners differ by 0.04."""


def of_points(points: Sequence[float], fill: str, outline: str, width: float) -> Shape:
    """A closed shape by its corners: a disc, a rectangle, or else a polygon."""
    xs, ys, box = points[::2], points[1::2], box_of(points)
    if _is_round(xs, ys, box):
        return Shape("oval", box, fill, outline, width)
    kind = "rect" if _is_upright(xs, ys, box) else "polygon"
    return Shape(kind, box if kind == "rect" else tuple(points), fill, outline, width)


def _is_round(xs: Sequence[float], ys: Sequence[float], box: Box) -> bool:
    left, top, right, bottom = box
    radius = (right - left + bottom - top) / 4
    if len(set(zip(xs, ys, strict=True))) < 8 or abs((right - left) - (bottom - top)) > 0.1 * radius + 1:
        return False
    x, y = (left + right) / 2, (top + bottom) / 2
    return all(
        abs(math.hypot(a - x, b - y) - radius) <= ROUND * radius + 1 for a, b in zip(xs, ys, strict=True)
    )


def _is_upright(xs: Sequence[float], ys: Sequence[float], box: Box) -> bool:
    """Whether the points go around the corners of the box."""
    left, top, right, bottom = box
    points = [(round(a), round(b)) for a, b in zip(xs, ys, strict=True)]
    corners = {(round(a), round(b)) for a in (left, right) for b in (top, bottom)}
    straight = all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(points))
    return len(points) in (4, 5) and set(points) == corners and straight
