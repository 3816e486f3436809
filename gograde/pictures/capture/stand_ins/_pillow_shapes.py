"""Records what a program draws with Pillow: the pictures that it saves or shows bring their shapes.

What is pasted, resized, cropped or copied keeps its shapes where all of them are known.  All else (single
pixels, filters, arrays) is not recorded: then the picture drawn again differs from the real one, and it has
no scene.  An error in this module must not end the program.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from _drawn_shapes import (  # type: ignore[import-not-found]
    CLEAR,
    OPAQUE,
    WHITE,
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
    add_scene,
    path_of,
    save,
    with_scene,
)

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

PNG_MODES = ("1", "L", "LA", "P", "RGB", "RGBA")
"""Pillow modes that PNG supports; images of other modes are converted."""

RECORDER = Recorder()


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


def _made(_: Any, result: Any, call: Call) -> None:
    if result.mode in MODES:
        ground = colour(result.mode, call.given["color"])
        RECORDER.keep(result, Drawing(lambda: call.function(*call.args, **call.kw), ground))


def _converted(image: Any, result: Any, call: Call) -> None:
    drawing, modes = RECORDER.of(image), {image.mode, result.mode}
    if drawing and (len(modes) == 1 or (modes == {"RGB", "RGBA"} and drawing.ground[3] == WHITE[3])):
        _derive(image, result, call)


def _resized(image: Any, result: Any, call: Call) -> None:
    if call.given["box"] is None:
        _derive(image, result, call, (result.width / image.width, result.height / image.height))


def _cropped(image: Any, result: Any, call: Call) -> None:
    left, top, right, bottom = call.given["box"] or (0, 0, *image.size)
    if min(left, top) >= 0 and right <= image.width and bottom <= image.height:
        _derive(image, result, call, (1, 1), (-left, -top))


def _derive(image: Any, result: Any, call: Call, *places: tuple[float, float]) -> None:
    """Give a new image the shapes of the one that it is made of, at other places."""
    drawing = RECORDER.of(image)
    if drawing is not None:
        RECORDER.keep(result, drawing.then(call.on, *places))


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
        RECORDER.add(image, lambda again: call.function(again, *copied), _of_image(im, box or (0, 0), mask))
    else:
        copied, (width, height) = (im, box, mask and mask.copy()), mask.size if mask else (0, 0)
        around = [*box, *(box[0] + width, box[1] + height)[len(box) - 2 :]]
        plain = shape_of("rect", around, colour(image.mode, im), None, 0)
        shape = plain if mask is None and plain[2] else other(around)
        RECORDER.add(image, lambda again: call.function(again, *copied), [shape])


def _composed(image: Any, result: Any, call: Call) -> None:
    """An image on another one, by their opacity: in its place, or as a new image."""
    (_, im, *rest), place = call.args, tuple(call.kw.get("dest", (0, 0)))
    copied, place = im.copy(), tuple(rest[0]) if rest else place
    if len(rest) > 1 or "source" in call.kw:
        raise ValueError("a part of an image")
    target = image if result is None else result
    if result is not None:
        _derive(image, result, Call(type(image).copy, (image,), {}))
    RECORDER.add(target, lambda again: again.alpha_composite(copied, place), _of_image(im, place, im))


def _of_image(im: Any, box: Any, mask: Any) -> list[Shape]:
    """The shapes that an image adds to another: its own where they are known and the mask is its opacity."""
    found = RECORDER.whole(im)
    if found is None or not _is_whole(found, im, mask):
        return [other([*box[:2], box[0] + im.width, box[1] + im.height], "image")]
    shapes: list[Shape] = found.on(box[:2], im.size)
    return shapes


def _is_whole(found: Drawing, im: Any, mask: Any) -> bool:
    """Whether a mask hides nothing of an image."""
    if mask is None:
        return bool(found.ground[3] >= OPAQUE)
    clear = found.ground[3] <= CLEAR or found.ground[3] >= OPAQUE
    opacity = mask.getchannel("A") if mask.mode.endswith("A") else mask
    return bool(clear and im.mode.endswith("A") and opacity.tobytes() == im.getchannel("A").tobytes())


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

    RECORDER.add(draw._image, step, call.given.shapes(functools.partial(_shapes, name, draw)))


def _shapes(name: str, draw: Any, given: Given) -> Iterator[Shape]:
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
            yield shape_of(name, points, fill, outline, given.get("width") or 1)
    else:
        yield shape_of(
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


# -- what is shown ----------------------------------------------------------------------------


def _image_show(module: Any) -> None:
    def show(image: Any, title: Any = None, **options: Any) -> bool:
        name = str(getattr(image, "filename", "") or "").rpartition("/")[2]
        save("window", title or name.partition(".")[0], "png", _png(image))
        return True

    module.show = show


def _png(image: Any) -> bytes:
    """A Pillow image as PNG, at most `MOST_SIDE` pixels wide and high."""
    image = image if image.mode in PNG_MODES else image.convert("L" if image.mode in ("F", "I") else "RGB")
    if max(image.size) > MOST_SIDE:
        image = image.copy()
        image.thumbnail((MOST_SIDE, MOST_SIDE))
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return bytes(with_scene(out.getvalue(), RECORDER.scene(image)))


CHANGES: dict[str, Callable[[Any], None]] = {
    "PIL.Image": _images,
    "PIL.ImageDraw": _draws,
    "PIL.ImageShow": _image_show,
}
