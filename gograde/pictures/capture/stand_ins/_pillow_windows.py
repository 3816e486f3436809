"""Patches Pillow: an image that a program shows to a person is kept."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from _window_files import MOST_SIDE, save  # type: ignore[import-not-found]

PNG_MODES = ("1", "L", "LA", "P", "RGB", "RGBA")
"""Pillow modes that PNG supports; images of other modes are converted."""


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
    return out.getvalue()


CHANGES: dict[str, Callable[[Any], None]] = {"PIL.ImageShow": _image_show}
