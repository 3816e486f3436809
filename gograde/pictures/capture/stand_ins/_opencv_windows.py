"""Patches OpenCV: its windows are kept, keys are pressed, and what is drawn on arrays brings its shapes.

Windows are kept when the program waits for a key.  An array is known from the first drawing on it: when it
has one colour then, or is a copy of a known one.  Single pixels and parts that are set with numpy are not
recorded: then the picture has no scene.
"""

from __future__ import annotations

import atexit
import functools
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from _drawn_shapes import (  # type: ignore[import-not-found]
    Call,
    Drawing,
    Given,
    Recorder,
    Rgba,
    flat,
    other,
    shape_of,
    text,
)
from _window_files import (  # type: ignore[import-not-found]
    MOST_SIDE,
    Shape,
    Waits,
    add_scene,
    save,
    with_scene,
)

PATIENCE = 50
"""Keys are pressed after a program has waited for a key or checked its window so many times."""

ESCAPE = 27
NO_KEY = -1
KEYS = (ESCAPE, ord("q"), 13, ord(" "))
"""Keys that are pressed in turn when a program has waited `PATIENCE` times."""

WINDOWS = "imshow setWindowTitle waitKey destroyAllWindows destroyWindow getWindowProperty"
"""OpenCV functions that methods of `Windows` replace."""

IGNORED = """
namedWindow moveWindow resizeWindow setWindowProperty setMouseCallback startWindowThread
createTrackbar setTrackbarPos setTrackbarMax setTrackbarMin
"""
"""OpenCV functions that do nothing here."""

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


class Arrays(Recorder):  # type: ignore[misc]
    """The drawings of arrays; one that has one colour, or equals a known one, is known too."""

    def __init__(self, cv2: Any) -> None:
        super().__init__()
        self.cv2 = cv2

    def is_new(self, array: Any) -> bool:
        """Whether nothing is known of an array, or it was changed after it was shown."""
        if id(array) not in self._drawings:
            return True
        drawing = self.of(array)
        return drawing is not None and not drawing.steps and not (drawing.make() == array).all()

    def begin(self, picture: Any) -> None:
        if not self.is_new(picture):
            return
        found = None
        if picture.dtype == "uint8" and picture.shape[2:] in ((), (3,)):
            live = [(ref(), drawing) for ref, drawing in self._drawings.values() if drawing is not None]
            if (picture == picture[:1, :1]).all():
                found = Drawing(picture.copy().copy, colour(picture[0, 0], picture.ndim))
            else:
                alike = (drawing for other, drawing in live if _are_equal(other, picture))
                found = next((drawing.then(lambda again: again) for drawing in alike), None)
        self.keep(picture, found)

    def change(self) -> None:
        """Watch the functions of OpenCV that draw, resize and save."""
        for name, names in NAMES.items():
            self.watch(self.cv2, name, functools.partial(self._drawn, name), names.split())
        self.watch(self.cv2, "resize", self._resized, ("dsize",))
        self._imwrite, self.cv2.imwrite = self.cv2.imwrite, self.imwrite

    def _drawn(self, name: str, array: Any, _: Any, call: Call) -> None:
        shapes = call.given.shapes(functools.partial(_shapes, self.cv2, name, array.ndim))
        self.add(array, call.on, shapes)

    def _resized(self, array: Any, result: Any, call: Call) -> None:
        found = self.of(array)
        if found is not None:
            scale = [new / old for new, old in zip(result.shape[1::-1], array.shape[1::-1], strict=True)]
            self.keep(result, found.then(call.on, scale))

    def imwrite(self, filename: Any, img: Any, *args: Any, **kw: Any) -> Any:
        written = self._imwrite(filename, img, *args, **kw)
        with suppress(Exception):
            add_scene(str(filename), self.scene(img))
        return written


def _are_equal(one: Any, other: Any) -> bool:
    return one is not None and one is not other and one.shape == other.shape and bool((one == other).all())


def _shapes(cv2: Any, name: str, axes: int, given: Given) -> Iterator[Shape]:
    """The shapes of one call."""
    for argument in SMOOTH:
        given.get(argument)
    paint, wide = colour(given.get("color", 0), axes), given.get("thickness", 1)
    is_full = wide < 0 or name.startswith("fill")
    look = (paint if is_full else None, None if is_full else paint, max(wide, 1))
    if name in ("line", "rectangle"):
        ends = flat([given["pt1"], given["pt2"]])
        yield shape_of("line", ends, paint, None, wide) if name == "line" else shape_of("rect", ends, *look)
    elif name == "circle":
        yield shape_of("oval", _around(given["center"], given["radius"], given["radius"]), *look)
    elif name == "ellipse":
        whole = abs(given["endAngle"] - given["startAngle"]) >= FULL_TURN and not given["angle"]
        axes_of = given["axes"] if whole else (max(given["axes"]),) * 2
        yield shape_of("oval" if whole else "other", _around(given["center"], *axes_of), *look)
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
                shape_of("line", flat(points), paint, None, wide)
                if is_open
                else shape_of("polygon", flat(points), *look)
            )


def _around(centre: Any, across: float, down: float) -> list[float]:
    x, y = centre
    return [x - across, y - down, x + across, y + down]


def colour(value: Any, axes: int) -> Rgba:
    """A colour of OpenCV, blue first and 0 where a part is missing; in an array of two axes a grey."""
    parts = flat([value])
    blue, green, red = (int(part) for part in (parts[:1] * 3 if axes == 2 else [*parts, 0, 0][:3]))
    return red, green, blue, 255


# -- windows ------------------------------------------------------------------------------------


class Windows:
    """The windows of a program by name, and their content that is not kept yet."""

    def __init__(self, cv2: Any) -> None:
        self.cv2, self.arrays = cv2, Arrays(cv2)
        self.arrays.change()
        self.waits = Waits(PATIENCE)
        self._open: dict[str, bytes] = {}
        self._titles: dict[str, str] = {}
        self._pending: dict[str, tuple[Any, bytes]] = {}

    def imshow(self, winname: Any, mat: Any) -> None:
        self._pending[str(winname)] = mat.copy(), self.arrays.scene(mat)
        self._open.setdefault(str(winname), b"")

    def setWindowTitle(self, winname: Any, title: Any) -> None:  # noqa: N802 - OpenCV's name
        self._titles[str(winname)] = str(title)

    def keep(self) -> None:
        """Keep the new content of all windows."""
        pending, self._pending = self._pending, {}
        for name, (mat, scene) in pending.items():
            data = with_scene(self._png(mat), scene)
            if data and data != self._open.get(name):
                self._open[name] = data
                self.waits.something_new()
                save("window", self._titles.get(name, name), "png", data)

    def _png(self, mat: Any) -> bytes:
        if mat.dtype.kind == "f":
            mat = (mat * 255).clip(0, 255).astype("uint8")
        factor = MOST_SIDE / max(mat.shape[:2])
        if factor < 1:
            mat = self.cv2.resize(mat, None, fx=factor, fy=factor)
        done, data = self.cv2.imencode(".png", mat)
        return bytes(data) if done else b""

    def waitKey(self, delay: Any = 0) -> int:  # noqa: N802 - OpenCV's name
        """A key: at once for an endless wait, else after `PATIENCE` calls; before that, no key."""
        self.keep()
        tired = self.waits.once_more()
        if tired or int(delay) <= 0:
            return KEYS[self.waits.count % len(KEYS)] if tired else ESCAPE
        return NO_KEY

    def destroyAllWindows(self) -> None:  # noqa: N802 - OpenCV's name
        self.keep()
        self._open.clear()

    def destroyWindow(self, winname: Any) -> None:  # noqa: N802 - OpenCV's name
        self.keep()
        self._open.pop(str(winname), None)

    def getWindowProperty(self, winname: Any, prop: Any) -> float:  # noqa: N802 - OpenCV's name
        """1 for an open window; -1 for a closed window, or when the program has asked too often."""
        return -1.0 if self.waits.once_more() or str(winname) not in self._open else 1.0


def change(cv2: Any) -> None:
    """Replace OpenCV's window functions, which a headless build lacks; OpenCV loads itself twice."""
    if isinstance(getattr(getattr(cv2, "imshow", None), "__self__", None), Windows):
        return
    windows = Windows(cv2)
    for name in WINDOWS.split():
        setattr(cv2, name, getattr(windows, name))
    cv2.waitKeyEx, cv2.pollKey = windows.waitKey, lambda: windows.waitKey(1)
    cv2.getTrackbarPos = lambda *args: 0
    for name in IGNORED.split():
        setattr(cv2, name, lambda *args, **kw: None)
    atexit.register(windows.keep)


CHANGES: dict[str, Callable[[Any], None]] = {"cv2": change}
