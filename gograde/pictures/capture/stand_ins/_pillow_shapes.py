"""Records what a program draws with Pillow, so that the pictures that it saves or shows bring their shapes.

What is pasted, resized, cropped or copied keeps its shapes where all of them are known.  All else (single
pixels, filters, arrays) is not recorded: then the picture drawn again differs from the real one, and it has
no scene.  An error in this module must not end the program.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from _drawn_shapes import (  # type: ignore[import-not-found]
    CLEAR,
    OPAQUE,
    WHITE,
    Drawing,
    Given,
    Rgba,
    flat,
    frozen,
    other,
    text,
    told,
)
from _scene_files import Told, add_scene, path_of  # type: ignore[import-not-found]

KEY = "_gograde_drawing"
"""The attribute of an image that holds its drawing."""

MODES = ("RGB", "RGBA", "L", "1")
"""The modes of images whose colours are told."""

FULL_TURN = 359.5
"""Degrees; an arc of as many is a circle."""

ROUND = 0.45
"""The radius of corners against the shorter side, from which a rectangle is a disc."""

DRAWN = ("line", "rectangle", "rounded_rectangle", "ellipse", "polygon", "arc", "chord", "pieslice", "point",
         "text", "bitmap")  # fmt: skip
"""The methods of `ImageDraw` that are recorded; all others call these."""

TEXT_OPTIONS = ("font", "anchor", "spacing", "align", "stroke_width", "font_size")


class Call(NamedTuple):
    """One call of the library, which can be made again on another image."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kw: dict[str, Any]

    def on(self, image: Any) -> Any:
        return self.function(image, *self.args[1:], **self.kw)

    @property
    def given(self) -> Given:
        """All arguments by name, without the first one."""
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
    """Keeps the drawings of images; `busy` while a call of the library runs."""

    def __init__(self) -> None:
        self.busy = False

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Record nothing that is called within."""
        before, self.busy = self.busy, True
        try:
            yield
        finally:
            self.busy = before

    def watch(self, owner: Any, name: str, note: Note) -> None:
        """Have `note` told of every call that the program makes itself."""
        call = getattr(owner, name)

        @functools.wraps(call)
        def called(*args: Any, **kw: Any) -> Any:
            if self.busy:
                return call(*args, **kw)
            args, kw = tuple(map(frozen, args)), {key: frozen(value) for key, value in kw.items()}
            first = args[0] if args else None
            with self.alone():
                result = call(*args, **kw)
                try:
                    note(first, result, Call(call, args, kw))
                except Exception:
                    forget(first)
            return result

        setattr(owner, name, called)

    def drawing(self, image: Any) -> Drawing | None:
        """The drawing of an image when its shapes are all that it shows."""
        drawing: Drawing | None = vars(image).get(KEY)
        if drawing is None:
            return None
        with self.alone():
            again = drawing.again()
            if (again.mode, again.size) != (image.mode, image.size) or again.tobytes() != image.tobytes():
                forget(image)
                return None
            drawing.known(image.copy().copy)
        return drawing

    def scene(self, image: Any) -> bytes:
        """The scene of an image; empty when it is not known as a whole."""
        with suppress(Exception):
            drawing = self.drawing(image)
            return drawing.scene(image.size) if drawing is not None else b""
        return b""


RECORDER = Recorder()


def forget(image: Any) -> None:
    """Tell no shapes of an image, or of the image of an `ImageDraw`, any more."""
    getattr(getattr(image, "_image", image), "__dict__", {}).pop(KEY, None)


def drawing_of(image: Any) -> Drawing | None:
    """The drawing of an image as it is now, which may not be all that it shows."""
    drawing: Drawing | None = vars(image).get(KEY)
    return drawing.then(lambda again: again) if drawing is not None else None


# -- images -----------------------------------------------------------------------------------


def _images(module: Any) -> None:
    """Make images remember how they were made."""
    image = module.Image
    RECORDER.watch(module, "new", _made)
    of_images = {
        "copy": _derive, "convert": _converted, "resize": _resized, "crop": _cropped, "paste": _pasted,
        "alpha_composite": _composed, "save": _saved,
    }  # fmt: skip
    for name, note in of_images.items():
        RECORDER.watch(image, name, note)
    RECORDER.watch(module, "alpha_composite", _composed)
    image.thumbnail = _shrinking(image.thumbnail)


def _made(_: Any, result: Any, call: Call) -> None:
    if result.mode in MODES:
        ground = colour(result.mode, call.given["color"])
        setattr(result, KEY, Drawing(lambda: call.function(*call.args, **call.kw), ground))


def _converted(image: Any, result: Any, call: Call) -> None:
    drawing, modes = vars(image).get(KEY), {image.mode, result.mode}
    if drawing and (len(modes) == 1 or (modes == {"RGB", "RGBA"} and drawing.ground[3] == WHITE[3])):
        _derive(image, result, call)


def _resized(image: Any, result: Any, call: Call) -> None:
    if call.given["box"] is None:
        _derive(image, result, call, (result.width / image.width, result.height / image.height))


def _cropped(image: Any, result: Any, call: Call) -> None:
    left, top, right, bottom = call.given["box"] or (0, 0, *image.size)
    if min(left, top) >= 0 and right <= image.width and bottom <= image.height:
        _derive(image, result, call, shift=(-float(left), -float(top)))


def _derive(
    image: Any,
    result: Any,
    call: Call,
    scale: tuple[float, float] = (1, 1),
    shift: tuple[float, float] = (0, 0),
) -> None:
    """Give a new image the shapes of the one that it is made of."""
    drawing: Drawing | None = vars(image).get(KEY)
    if drawing is not None:
        setattr(result, KEY, drawing.then(call.on, scale, shift))


def _shrinking(thumbnail: Any) -> Callable[..., None]:
    """The same change of an image in its place, with its shapes."""

    @functools.wraps(thumbnail)
    def shrunk(self: Any, *args: Any, **kw: Any) -> None:
        before, drawing = self.size, vars(self).get(KEY)
        with RECORDER.alone():
            thumbnail(self, *args, **kw)
        if drawing is None or RECORDER.busy:
            return

        def change(again: Any) -> Any:
            thumbnail(again, *args, **kw)
            return again

        setattr(
            self, KEY, drawing.then(change, [new / old for new, old in zip(self.size, before, strict=True)])
        )

    return shrunk


def _saved(image: Any, result: None, call: Call) -> None:
    path = path_of(call.given["fp"])
    if path and not call.kw.get("save_all"):
        with suppress(Exception):
            add_scene(path, RECORDER.scene(image))


# -- one image on another ---------------------------------------------------------------------


def _pasted(image: Any, result: None, call: Call) -> None:
    given = call.given
    im, box, mask = given["im"], given["box"], given["mask"]
    if hasattr(box, "mode"):
        box, mask = None, box
    if hasattr(im, "mode"):
        copied = im.copy(), box, mask and mask.copy()
        _add(image, lambda again: call.function(again, *copied), _of_image(im, box or (0, 0), mask))
    else:
        copied, (width, height) = (im, box, mask and mask.copy()), mask.size if mask else (0, 0)
        around = [*box, *(box[0] + width, box[1] + height)[len(box) - 2 :]]
        plain = told("rect", around, colour(image.mode, im), None, 0)
        shape = plain if mask is None and plain[2] else other(around)
        _add(image, lambda again: call.function(again, *copied), [shape])


def _composed(image: Any, result: Any, call: Call) -> None:
    """An image on another one, by their opacity: in its place, or as a new image."""
    (_, im, *rest), place = call.args, tuple(call.kw.get("dest", (0, 0)))
    copied, place = im.copy(), tuple(rest[0]) if rest else place
    if len(rest) > 1 or "source" in call.kw:
        raise ValueError("a part of an image")
    if result is not None:
        _derive(image, result, Call(lambda again: again.copy(), (image,), {}))
    target = image if result is None else result
    _add(target, lambda again: again.alpha_composite(copied, place), _of_image(im, place, im))


def _of_image(im: Any, box: Any, mask: Any) -> list[Told]:
    """The shapes that an image adds to another: its own where they are known and the mask is its opacity."""
    found = RECORDER.drawing(im)
    if found is None or not _is_whole(found, im, mask):
        return [other([*box[:2], box[0] + im.width, box[1] + im.height], "image")]
    shapes: list[Told] = found.on(box[:2], im.size)
    return shapes


def _is_whole(found: Drawing, im: Any, mask: Any) -> bool:
    """Whether a mask hides nothing of an image."""
    if mask is None:
        return bool(found.ground[3] >= OPAQUE)
    clear = found.ground[3] <= CLEAR or found.ground[3] >= OPAQUE
    opacity = mask.getchannel("A") if mask.mode.endswith("A") else mask
    return bool(clear and im.mode.endswith("A") and opacity.tobytes() == im.getchannel("A").tobytes())


def _add(image: Any, step: Callable[[Any], None], shapes: list[Told]) -> None:
    """Note a step and its shapes."""
    drawing: Drawing | None = vars(image).get(KEY)
    if drawing is not None:
        drawing.add(step, shapes)


# -- drawing on an image ----------------------------------------------------------------------


def _draws(module: Any) -> None:
    """Make `ImageDraw` tell what it draws."""
    for name in DRAWN:
        RECORDER.watch(module.ImageDraw, name, functools.partial(_drawn, name))


def _drawn(name: str, draw: Any, result: None, call: Call) -> None:
    state = {key: value for key, value in vars(draw).items() if key in ("ink", "fontmode", "fill", "font")}

    def step(again: Any) -> None:
        pen = type(draw)(again, draw.mode)
        vars(pen).update(state)
        call.on(pen)

    _add(draw._image, step, call.given.shapes(functools.partial(_shapes, name, draw)))


def _shapes(name: str, draw: Any, given: Given) -> Iterator[Told]:
    """The shapes of one call of `ImageDraw`."""
    fill, outline = _inks(draw, given)
    points = flat(given["xy"])
    if name == "text":
        options = {key: given.get(key) for key in TEXT_OPTIONS if given.get(key) is not None}
        box = draw.textbbox(tuple(points), given["text"], **options)
        yield text(box, fill or WHITE, box[3] - box[1], given["text"])
    elif name == "bitmap":
        width, height = given["bitmap"].size
        yield other([*points, points[0] + width, points[1] + height])
    elif name == "point":
        yield from (other([x, y, x, y]) for x, y in zip(points[::2], points[1::2], strict=True))
    elif name in ("line", "polygon"):
        given.get("joint")
        if len(points) >= 4:
            yield told(name, points, fill, outline, given.get("width") or 1)
    else:
        yield told(
            _form_of(name, points, given), points, *_around(name, fill, outline), given.get("width") or 1
        )


def _form_of(name: str, points: list[float], given: Given) -> str:
    """The shape of a box; a part of a circle is no shape."""
    if name in ("arc", "chord", "pieslice"):
        return "oval" if abs(given["end"] - given["start"]) >= FULL_TURN else "other"
    short = min(abs(points[2] - points[0]), abs(points[3] - points[1]))
    round_ = name == "ellipse" or (name == "rounded_rectangle" and given["radius"] >= ROUND * short)
    return "oval" if round_ else "rect"


def _around(name: str, fill: Rgba | None, outline: Rgba | None) -> tuple[Rgba | None, Rgba | None]:
    """The colours of the inside and of the outline; an arc is an outline in its `fill`."""
    return (None, fill) if name == "arc" else (fill, outline)


def _inks(draw: Any, given: Given) -> tuple[Rgba | None, Rgba | None]:
    """The colours of the inside and of the outline; without any, Pillow draws a white outline or inside."""
    inside, around, has_outline = given.get("fill"), given.get("outline"), given.get("outline", "") != ""
    if inside is None and around is None:
        return (WHITE, None) if draw.fill or not has_outline else (None, WHITE)
    fill, outline = (None if one is None else colour(draw.mode, one) for one in (inside, around))
    if draw.mode == "RGBA" == draw._image.mode and any(one and one[3] <= CLEAR for one in (fill, outline)):
        raise ValueError("a hole")
    return fill, None if outline == fill or given.get("width", 1) == 0 else outline


@functools.lru_cache(maxsize=256)
def _pixel(mode: str, value: Any) -> Rgba:
    from PIL import Image

    found: Rgba = Image.new(mode, (1, 1), value).convert("RGBA").getpixel((0, 0))
    return found


def colour(mode: str, value: Any) -> Rgba:
    """The colour that a value means in an image of a mode."""
    return _pixel(mode, tuple(value) if isinstance(value, list) else value)


CHANGES: dict[str, Callable[[Any], None]] = {"PIL.Image": _images, "PIL.ImageDraw": _draws}
