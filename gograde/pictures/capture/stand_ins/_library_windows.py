"""Patches turtle and the viewer of Pillow so that their drawings are kept."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from _scene_files import with_scene  # type: ignore[import-not-found]
from _window_files import MOST_SIDE, save  # type: ignore[import-not-found]

MODES = ("1", "L", "LA", "P", "RGB", "RGBA")
"""Pillow modes that PNG supports; images of other modes are converted."""


def _turtle(turtle: Any) -> None:
    """Make turtles jump instead of crawl, and keep a drawing before it is cleared."""
    for name in ("_goto", "_rotate"):
        setattr(turtle.RawTurtle, name, _at_once(getattr(turtle.RawTurtle, name)))
    turtle.RawTurtle._clear = _kept_first(turtle.RawTurtle._clear, lambda pen: pen.screen.cv)
    turtle.TurtleScreen.clear = _kept_first(turtle.TurtleScreen.clear, lambda screen: screen.cv)
    turtle.TurtleScreen.clearscreen = turtle.TurtleScreen.clear
    turtle.TurtleScreenBase._update = lambda self: self.cv._tk_loop.update(counted=False)


def _at_once(move: Callable[..., None]) -> Callable[..., None]:
    """The same move at speed 0, at which turtles jump."""

    def jump(self: Any, *args: Any) -> None:
        speed, self._speed = self._speed, 0
        try:
            move(self, *args)
        finally:
            self._speed = speed

    return jump


def _kept_first(clear: Callable[..., None], canvas: Callable[[Any], Any]) -> Callable[..., None]:
    """The same clearing, with the drawing kept before it."""

    def cleared(self: Any, *args: Any) -> None:
        canvas(self)._tk_loop.before_clearing()
        clear(self, *args)

    return cleared


def _image_show(module: Any) -> None:
    def show(image: Any, title: Any = None, **options: Any) -> bool:
        name = str(getattr(image, "filename", "") or "").rpartition("/")[2]
        save("window", title or name.partition(".")[0], "png", _png(image))
        return True

    module.show = show


def _png(image: Any) -> bytes:
    """A Pillow image as PNG, at most `MOST_SIDE` pixels wide and high."""
    from _pillow_shapes import RECORDER  # type: ignore[import-not-found]

    image = image if image.mode in MODES else image.convert("L" if image.mode in ("F", "I") else "RGB")
    if max(image.size) > MOST_SIDE:
        image = image.copy()
        image.thumbnail((MOST_SIDE, MOST_SIDE))
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return bytes(with_scene(out.getvalue(), RECORDER.scene(image)))


CHANGES: dict[str, Callable[[Any], None]] = {
    "turtle": _turtle,
    "PIL.ImageShow": _image_show,
}
