"""The drawing of a window by the tkinter stand-in: a line with the size, then one JSON value.

The check reads only the line; the renderer inside the sandbox reads the JSON value.
"""

from __future__ import annotations

import re

from gograde.pictures.decode.formats.common import Bare, UnfitError, check_size

MOST_PIXELS = 4_000_000
"""The most pixels of a window, twice those of its screen."""

START = b"gograde drawing 1 "
_HEAD = re.compile(re.escape(START) + rb"([0-9]{1,5}) ([0-9]{1,5})\n")


def check(data: bytes) -> Bare:
    """The drawing itself, with the size in its first line; raises `UnfitError`."""
    head = _HEAD.match(data)
    if head is None:
        raise UnfitError("its first line is not that of a drawing")
    width, height = int(head[1]), int(head[2])
    check_size(width, height, MOST_PIXELS)
    return Bare("DRAWING", width, height, data)
