"""What is known of a picture that a program draws call by call: how to draw it again, and its shapes.

A picture is told by its shapes only when drawing it again gives the same pixels: then no call was missed.  A
call with an argument that its shape does not express is `other` in its box: then no argument was missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import GeneratorType
from typing import Any

from _scene_files import MOST_SHAPES, Told, scene  # type: ignore[import-not-found]

Rgba = tuple[int, int, int, int]
"""A colour from 0 to 255, with its opacity."""

CLEAR, OPAQUE = 5, 250
"""Opacity up to which a colour is not seen, and from which nothing below it is."""

WHITE: Rgba = (255, 255, 255, 255)


class Drawing:
    """A picture that `make` gives and `steps` change; `shapes` lie on a ground of one colour."""

    def __init__(self, make: Callable[[], Any], ground: Rgba, shapes: Iterable[Told] = ()) -> None:
        self.make, self.ground, self.shapes = make, ground, list(shapes)
        self.steps: list[Callable[[Any], None]] = []

    def add(self, step: Callable[[Any], None], shapes: Iterable[Told]) -> None:
        """Note a change of the picture; raises ValueError when the shapes are too many to be told."""
        self.steps.append(step)
        self.shapes += shapes
        if max(len(self.shapes), len(self.steps)) > MOST_SHAPES:
            raise ValueError("too many shapes")

    def again(self) -> Any:
        """The picture, drawn again."""
        picture = self.make()
        for step in self.steps:
            step(picture)
        return picture

    def known(self, make: Callable[[], Any]) -> None:
        """Begin with a copy of what is drawn so far, since it was found to be whole."""
        self.make, self.steps = make, []

    def then(
        self, change: Callable[[Any], Any], scale: Sequence[float] = (1, 1), shift: Sequence[float] = (0, 0)
    ) -> Drawing:
        """What a function makes of the picture as it is now, with the shapes at other places."""
        now = Drawing(self.make, self.ground)
        now.steps = list(self.steps)
        return Drawing(lambda: change(now.again()), self.ground, self.placed(scale, shift))

    def placed(self, scale: Sequence[float], shift: Sequence[float]) -> list[Told]:
        """The shapes at other places; their points are first multiplied."""
        found = []
        for kind, coords, fill, outline, width, letters in self.shapes:
            points = [round(value * scale[n % 2] + shift[n % 2], 2) for n, value in enumerate(coords)]
            found.append([kind, points, fill, outline, round(width * min(scale), 2), letters])
        return found

    def on(self, place: Sequence[float], size: Sequence[float]) -> list[Told]:
        """What the picture adds to another one: its ground, unless that is clear, and its shapes."""
        left, top = place
        ground = told("rect", (left, top, left + size[0], top + size[1]), self.ground, None, 0)
        return [*([ground] if self.ground[3] > CLEAR else []), *self.placed((1, 1), place)]

    def scene(self, size: Sequence[int]) -> bytes:
        """The scene of the picture, of which the part within its size is seen."""
        seen = [shape for shape in self.shapes if _meets(shape[1], size)]
        if CLEAR < self.ground[3] < OPAQUE:
            return b""
        return bytes(scene(size, [(shown(self.ground) or shown(WHITE), seen)]))


class Given:
    """The arguments of a call by name, which remembers those that were asked for."""

    def __init__(self, values: dict[str, Any], plain: dict[str, Any]) -> None:
        self._values, self._plain = values, plain
        self._asked: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self._asked.add(name)
        return self._values[name]

    def get(self, name: str, otherwise: Any = None) -> Any:
        self._asked.add(name)
        return self._values.get(name, otherwise)

    def shapes(self, make: Callable[[Given], Iterable[Told]]) -> list[Told]:
        """The shapes that `make` gives; `other` in their boxes where it asks not for all that was given."""
        made = list(make(self))
        rest = (name for name in self._values.keys() - self._asked if self._values[name])
        return [other(shape[1]) for shape in made] if any(map(self._is_special, rest)) else made

    def _is_special(self, name: str) -> bool:
        return bool(self._values[name] != self._plain.get(name))


def _meets(coords: Sequence[float], size: Sequence[int]) -> bool:
    xs, ys = coords[::2], coords[1::2]
    return max(xs) >= 0 and min(xs) <= size[0] and max(ys) >= 0 and min(ys) <= size[1]


def shown(colour: Rgba | None) -> str:
    """A colour as a scene has it; empty for none, or one that is not seen."""
    return "" if colour is None or colour[3] <= CLEAR else "#{:02x}{:02x}{:02x}".format(*colour[:3])


def told(kind: str, coords: Sequence[float], fill: Rgba | None, outline: Rgba | None, width: float) -> Told:
    """A shape; of another kind where what lies below it is seen through it."""
    if any(colour and CLEAR < colour[3] < OPAQUE for colour in (fill, outline)):
        return other(coords)
    return [kind, [round(float(value), 2) for value in coords], shown(fill), shown(outline), width, ""]


def other(coords: Sequence[float], kind: str = "other") -> Told:
    """Something in a box that is no shape, such as an image."""
    xs, ys = coords[::2], coords[1::2]
    box = [round(float(value), 2) for value in (min(xs), min(ys), max(xs), max(ys))]
    return [kind, box, "", "", 0, ""]


def text(box: Sequence[float], fill: Rgba, size: float, letters: object) -> Told:
    return [*told("text", box, (*fill[:3], 255), None, size)[:5], str(letters)[:40]]


def flat(points: Any) -> list[float]:
    """The numbers of points, whether they stand in pairs or in one row."""
    found: list[float] = []
    for value in points:
        found += flat(value) if hasattr(value, "__len__") else [float(value)]
    return found


def frozen(value: Any) -> Any:
    """An argument that the program cannot change any more."""
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(map(frozen, value))
    if isinstance(value, (zip, map, filter, GeneratorType)):
        return list(value)
    return value.copy() if type(value).__name__ == "ndarray" else value
