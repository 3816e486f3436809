"""What libraries draw in windows of tkinter: turtles, images of Pillow and figures of matplotlib.

The shapes of images and figures are told when the window is kept, and only when drawing the image again gives
its pixels.
"""

from __future__ import annotations

import weakref
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from _window_files import png, with_scene  # type: ignore[import-not-found]

Drawn = tuple[bytes, bytes]
"""The pixels of an image drawn again, four bytes each, and its scene."""


def _image_tk(module: Any) -> None:
    """Make Pillow pass its pixels to the stand-in instead of to Tk."""
    from _pillow_shapes import RECORDER  # type: ignore[import-not-found]

    paste = module.PhotoImage.paste

    def pasted(self: Any, im: Any, *args: Any) -> None:
        paste(self, im, *args)
        photo = self._PhotoImage__photo
        if hasattr(photo, "fill"):
            photo.fill(im.width, im.height, im.convert("RGBA").tobytes())
            drawing, size = RECORDER.of(im), im.size
            drawing = drawing and drawing.then(lambda again: again)

            def again() -> Drawn:
                with RECORDER.alone():
                    return drawing.again().convert("RGBA").tobytes(), drawing.scene(size)

            _bring(photo, again)

    module.PhotoImage.paste = pasted


def _figure_canvas_tk(module: Any) -> None:
    """Make a figure inside a window pass its pixels to the stand-in."""
    from _figure_shapes import scene_of  # type: ignore[import-not-found]

    draw: Callable[[Any], None] = module.FigureCanvasAgg.draw

    def blit(self: Any, bbox: Any = None) -> None:
        pixels = self.renderer.buffer_rgba()
        self._tkphoto.fill(pixels.shape[1], pixels.shape[0], bytes(pixels))

        def again() -> Drawn:
            draw(self)
            return bytes(self.renderer.buffer_rgba()), scene_of(self)

        _bring(self._tkphoto, again)

    module.FigureCanvasTkAgg.blit = blit


def _bring(photo: Any, again: Callable[[], Drawn]) -> None:
    """Make an image of the window bring the scene of what is drawn again."""
    plain, ref = type(photo).contents, weakref.ref(photo)

    def contents() -> Any:
        found = plain(ref())
        with suppress(Exception):
            kind, width, height, data = found
            rgba, scene = again()
            if scene and kind == "rgba" and zlib.decompress(data) == rgba and set(rgba[3::4]) == {255}:
                rgb = bytearray(rgba)
                del rgb[3::4]
                return "file", width, height, with_scene(png(width, height, bytes(rgb)), scene)
        return found

    photo.contents = contents


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


CHANGES: dict[str, Callable[[Any], None]] = {
    "turtle": _turtle,
    "PIL.ImageTk": _image_tk,
    "matplotlib.backends.backend_tkagg": _figure_canvas_tk,
}
