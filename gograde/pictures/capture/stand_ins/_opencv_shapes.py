"""Records what a program draws with OpenCV on arrays, so that what it shows or saves brings its shapes.

An array is known from the first drawing on it: when it has one colour then, or is a copy of a known one.
Single pixels and parts that are set with numpy are not recorded: then the picture has no scene.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from _drawn_shapes import (  # type: ignore[import-not-found]
    Drawing,
    Given,
    Rgba,
    flat,
    frozen,
    other,
    text,
    told,
)
from _scene_files import Told, add_scene  # type: ignore[import-not-found]

NAMES = {
    "line": "pt1 pt2 color thickness lineType shift",
    "rectangle": "pt1 pt2 color thickness lineType shift",
    "circle": "center radius color thickness lineType shift",
    "ellipse": "center axes angle startAngle endAngle color thickness lineType shift",
    "polylines": "pts isClosed color thickness lineType shift",
    "fillPoly": "pts color lineType shift offset",
    "fillConvexPoly": "points color lineType shift",
    "putText": "text org fontFace fontScale color thickness lineType bottomLeftOrigin",
    "drawMarker": "position color markerType markerSize thickness lineType",
}
"""The functions that are recorded, and the names of their arguments after the array."""

FULL_TURN = 359.5
"""Degrees; an arc of as many is a whole ellipse."""

MARKER = 20
"""Pixels: the size of a marker whose size is not said."""

SMOOTH = ("lineType", "line_type")
"""Arguments that change the edges of a shape alone."""


class Arrays:
    """The drawings of arrays by their identity; an array that is gone is forgotten."""

    def __init__(self, cv2: Any) -> None:
        self.cv2 = cv2
        self._drawings: dict[int, tuple[weakref.ref[Any], Drawing | None]] = {}

    def of(self, array: Any) -> Drawing | None:
        found = self._drawings.get(id(array))
        return found[1] if found is not None and found[0]() is array else None

    def know(self, array: Any, drawing: Drawing | None) -> None:
        """Keep the drawing of an array; None until it is shown for one that is not known."""
        self._drawings = {key: one for key, one in self._drawings.items() if one[0]() is not None}
        self._drawings[id(array)] = weakref.ref(array), drawing

    def is_new(self, array: Any) -> bool:
        """Whether nothing is known of an array, or it was changed after it was shown."""
        found = self._drawings.get(id(array))
        if found is None or found[0]() is not array:
            return True
        drawing = found[1]
        return drawing is not None and not drawing.steps and not (drawing.make() == array).all()

    def begin(self, array: Any) -> None:
        """Know an array that is about to be drawn on."""
        if not self.is_new(array):
            return
        found = None
        if array.dtype == "uint8" and array.shape[2:] in ((), (3,)):
            live = [(ref(), drawing) for ref, drawing in self._drawings.values() if drawing is not None]
            if (array == array[:1, :1]).all():
                found = Drawing(array.copy().copy, colour(array[0, 0], array.ndim))
            else:
                alike = (one for other, one in live if _are_equal(other, array))
                found = next((one.then(lambda again: again) for one in alike), None)
        self.know(array, found)

    def scene(self, array: Any) -> bytes:
        """The scene of an array; empty when it is not known as a whole."""
        with suppress(Exception):
            drawing = self.of(array)
            if drawing is not None and (drawing.again() == array).all():
                drawing.known(array.copy().copy)
                return bytes(drawing.scene(array.shape[1::-1]))
            self._drawings.pop(id(array), None)
        return b""

    # -- calls --------------------------------------------------------------------------------

    def drawing(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, which notes what it draws."""

        @functools.wraps(call)
        def drawn(*args: Any, **kw: Any) -> Any:
            given = dict(zip(NAMES[name].split(), map(frozen, args[1:]), strict=False))
            given |= {key: frozen(value) for key, value in kw.items()}
            array: Any = args[0] if args else kw.get("img")
            with suppress(Exception):
                self.begin(array)
            result = call(*args, **kw)
            try:
                if (found := self.of(array)) is not None:
                    step = functools.partial(_again, call, tuple(map(frozen, args[1:])), kw)
                    found.add(
                        step, Given(given, {}).shapes(functools.partial(_shapes, self.cv2, name, array.ndim))
                    )
            except Exception:
                self.know(array, None)
            return result

        return drawn

    def resize(self, src: Any, *args: Any, **kw: Any) -> Any:
        resize = self._resize
        result = resize(src, *args, **kw)
        with suppress(Exception):
            found = self.of(src)
            if found is not None:
                scale = [new / old for new, old in zip(result.shape[1::-1], src.shape[1::-1], strict=True)]
                self.know(result, found.then(lambda again: resize(again, *args, **kw), scale))
        return result

    def imwrite(self, filename: Any, img: Any, *args: Any, **kw: Any) -> Any:
        written = self._imwrite(filename, img, *args, **kw)
        with suppress(Exception):
            add_scene(str(filename), self.scene(img))
        return written

    def change(self) -> None:
        """Replace the functions of OpenCV that draw, resize and save."""
        cv2 = self.cv2
        self._resize, self._imwrite = cv2.resize, cv2.imwrite
        for name in NAMES:
            setattr(cv2, name, self.drawing(name, getattr(cv2, name)))
        cv2.resize, cv2.imwrite = self.resize, self.imwrite


def _are_equal(one: Any, other: Any) -> bool:
    return one is not None and one is not other and one.shape == other.shape and bool((one == other).all())


def _again(call: Callable[..., Any], rest: tuple[Any, ...], kw: dict[str, Any], array: Any) -> None:
    call(array, *rest, **{key: value for key, value in kw.items() if key != "img"})


def _shapes(cv2: Any, name: str, axes: int, given: Given) -> Iterator[Told]:
    """The shapes of one call."""
    for argument in SMOOTH:
        given.get(argument)
    paint, wide = colour(given.get("color", 0), axes), given.get("thickness", 1)
    is_full = wide < 0 or name.startswith("fill")
    look = (paint if is_full else None, None if is_full else paint, max(wide, 1))
    if name in ("line", "rectangle"):
        ends = flat([given["pt1"], given["pt2"]])
        yield told("line", ends, paint, None, wide) if name == "line" else told("rect", ends, *look)
    elif name == "circle":
        yield told("oval", _around(given["center"], given["radius"], given["radius"]), *look)
    elif name == "ellipse":
        whole = abs(given["endAngle"] - given["startAngle"]) >= FULL_TURN and not given["angle"]
        axes_of = given["axes"] if whole else (max(given["axes"]),) * 2
        yield told("oval" if whole else "other", _around(given["center"], *axes_of), *look)
    elif name == "drawMarker":
        given.get("markerType")
        yield other(_around(given["position"], *(given.get("markerSize", MARKER) / 2,) * 2))
    elif name == "putText":
        font, (x, y) = (given["fontFace"], given["fontScale"], wide), given["org"]
        (width, height), below = cv2.getTextSize(given["text"], *font)
        yield text((x, y - height, x + width, y + below), paint, height, given["text"])
    else:
        for points in [given["points"]] if name == "fillConvexPoly" else given["pts"]:
            is_open = name == "polylines" and not given["isClosed"]
            yield (
                told("line", flat(points), paint, None, wide)
                if is_open
                else told("polygon", flat(points), *look)
            )


def _around(centre: Any, across: float, down: float) -> list[float]:
    x, y = centre
    return [x - across, y - down, x + across, y + down]


def colour(value: Any, axes: int) -> Rgba:
    """A colour of OpenCV, blue first and 0 where a part is missing; in an array of two axes a grey."""
    parts = flat([value])
    blue, green, red = (int(part) for part in (parts[:1] * 3 if axes == 2 else [*parts, 0, 0][:3]))
    return red, green, blue, 255
