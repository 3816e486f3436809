"""What is known of a picture that a program draws call by call: how to draw it again, and its shapes.

A picture is told by its shapes only when drawing it again gives the same pixels: then no call was missed.
Nor is it told after a call with an argument that its shape does not express: then no argument was missed.
"""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import GeneratorType
from typing import Any, NamedTuple

from _window_files import MOST_SHAPES, Shape, scene  # type: ignore[import-not-found]

Rgba = tuple[int, int, int, int]
"""A colour from 0 to 255, with its opacity."""

CLEAR, OPAQUE = 5, 250
"""Opacity up to which a colour is not seen, and from which nothing below it is."""

WHITE: Rgba = (255, 255, 255, 255)


class Drawing:
    """A picture that `make` gives and `steps` change; `shapes` lie on a ground of one colour."""

    def __init__(self, make: Callable[[], Any], ground: Rgba, shapes: Iterable[Shape] = ()) -> None:
        self.make, self.ground, self.shapes = make, ground, list(shapes)
        self.steps: list[Callable[[Any], None]] = []

    def add(self, step: Callable[[Any], None], shapes: Iterable[Shape]) -> None:
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

    def placed(self, scale: Sequence[float], shift: Sequence[float]) -> list[Shape]:
        """The shapes at other places; their points are first multiplied."""
        found = []
        for kind, coords, fill, outline, width, letters in self.shapes:
            points = [round(value * scale[n % 2] + shift[n % 2], 2) for n, value in enumerate(coords)]
            found.append([kind, points, fill, outline, round(width * min(scale), 2), letters])
        return found

    def on(self, place: Sequence[float], size: Sequence[float]) -> list[Shape]:
        """What the picture adds to another one: its ground, unless that is clear, and its shapes."""
        left, top = place
        ground = shape_of("rect", (left, top, left + size[0], top + size[1]), self.ground, None, 0)
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
        self._read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self._read.add(name)
        return self._values[name]

    def get(self, name: str, otherwise: Any = None) -> Any:
        self._read.add(name)
        return self._values.get(name, otherwise)

    def shapes(self, make: Callable[[Given], Iterable[Shape]]) -> list[Shape]:
        """The shapes that `make` gives; raises ValueError unless it asks for all that was given."""
        made = list(make(self))
        rest = {name: value for name, value in self._values.items() if name not in self._read and value}
        if not all(bool(value == self._plain.get(name)) for name, value in rest.items()):
            raise ValueError("an argument that no shape expresses")
        return made


class Call(NamedTuple):
    """One call of the library, which can be made again on another picture.

    `names` are those of the arguments after the picture, where the function does not say them.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kw: dict[str, Any]
    names: Sequence[str] = ()

    def on(self, picture: Any) -> Any:
        return self.function(picture, *self.args[1:], **self.kw)

    @property
    def given(self) -> Given:
        """All arguments by name, without the picture."""
        if self.names:
            return Given(dict(zip(self.names, self.args[1:], strict=False)) | self.kw, {})
        form = _form(self.function)
        bound = form.bind(*self.args, **self.kw)
        bound.apply_defaults()
        values = list(bound.arguments.items())[1:]
        return Given(dict(values), {name: form.parameters[name].default for name, _ in values})


@functools.cache
def _form(function: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(function)


Note = Callable[[Any, Any, Call], None]
"""Is told the first argument, the result and the call."""


class Recorder:
    """Keeps the drawings of pictures; `busy` while a call of the library runs."""

    def __init__(self) -> None:
        self.busy = False
        self._drawings: dict[int, tuple[weakref.ref[Any], Drawing | None]] = {}

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Record nothing that is called within."""
        before, self.busy = self.busy, True
        try:
            yield
        finally:
            self.busy = before

    def watch(self, owner: Any, name: str, note: Note, names: Sequence[str] = ()) -> None:
        """Have `note` told of every call that the program makes itself."""
        call = getattr(owner, name)

        @functools.wraps(call)
        def called(*args: Any, **kw: Any) -> Any:
            if self.busy:
                return call(*args, **kw)
            if not args and "img" in kw:
                args = (kw.pop("img"),)
            first, args = args[0] if args else None, tuple(map(frozen, args))
            kw = {key: frozen(value) for key, value in kw.items()}
            with self.alone():
                with suppress(Exception):
                    self.begin(first)
                result = call(first, *args[1:], **kw) if args else call(**kw)
                try:
                    note(first, result, Call(call, args, kw, names))
                except Exception:
                    self.keep(getattr(first, "_image", first), None)
            return result

        setattr(owner, name, called)

    def begin(self, picture: Any) -> None:
        """Get to know a picture that is about to be drawn on."""

    def of(self, picture: Any) -> Drawing | None:
        """The drawing of a picture, which may not be all that it shows."""
        found = self._drawings.get(id(picture))
        return found[1] if found is not None and found[0]() is picture else None

    def keep(self, picture: Any, drawing: Drawing | None) -> None:
        """Keep the drawing of a picture as long as the picture lives; None for one that is not known."""
        key = id(picture)
        with suppress(TypeError):
            self._drawings[key] = weakref.ref(picture, lambda _: self._drawings.pop(key, None)), drawing

    def add(self, picture: Any, step: Callable[[Any], None], shapes: Iterable[Shape]) -> None:
        """Note a step of a picture that is known, and its shapes."""
        drawing = self.of(picture)
        if drawing is not None:
            drawing.add(step, shapes)

    def whole(self, picture: Any) -> Drawing | None:
        """The drawing of a picture when its shapes are all that it shows."""
        drawing = self.of(picture)
        if drawing is None:
            return None
        with self.alone():
            if _state(drawing.again()) != _state(picture):
                self._drawings.pop(id(picture), None)
                return None
            drawing.known(picture.copy().copy)
        return drawing

    def scene(self, picture: Any) -> bytes:
        """The scene of a picture; empty when it is not known as a whole."""
        with suppress(Exception):
            drawing = self.whole(picture)
            return drawing.scene(_state(picture)[1]) if drawing is not None else b""
        return b""


def _state(picture: Any) -> tuple[str, Sequence[int], bytes]:
    """The mode, the width and height, and the pixels of an image or of an array."""
    shape = getattr(picture, "shape", None)
    return getattr(picture, "mode", str(shape)), shape[1::-1] if shape else picture.size, picture.tobytes()


def _meets(coords: Sequence[float], size: Sequence[int]) -> bool:
    xs, ys = coords[::2], coords[1::2]
    return max(xs) >= 0 and min(xs) <= size[0] and max(ys) >= 0 and min(ys) <= size[1]


def shown(colour: Rgba | None) -> str:
    """A colour as a scene has it; empty for none, or one that is not seen."""
    return "" if colour is None or colour[3] <= CLEAR else "#{:02x}{:02x}{:02x}".format(*colour[:3])


def shape_of(
    kind: str, coords: Sequence[float], fill: Rgba | None, outline: Rgba | None, width: float
) -> Shape:
    """A shape; of another kind where what lies below it is seen through it."""
    if any(colour and CLEAR < colour[3] < OPAQUE for colour in (fill, outline)):
        return other(coords)
    return [kind, [round(float(value), 2) for value in coords], shown(fill), shown(outline), width, ""]


def other(coords: Sequence[float], kind: str = "other") -> Shape:
    """Something in a box that is no shape, such as an image."""
    xs, ys = coords[::2], coords[1::2]
    box = [round(float(value), 2) for value in (min(xs), min(ys), max(xs), max(ys))]
    return [kind, box, "", "", 0, ""]


def text(box: Sequence[float], fill: Rgba, size: float, letters: object) -> Shape:
    return [*shape_of("text", box, (*fill[:3], 255), None, size)[:5], str(letters)[:40]]


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
