"""Writes a scene, the shapes that a picture was drawn with, into the picture's file.

A scene stands behind the end of the picture, where decoders do not look.  `gograde.pictures.decode.inspect`
takes it off again, and `gograde.pictures.shapes.scene` reads it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

KEYWORD = b"gograde scene\0"

MOST_SHAPES = 3000
"""A picture with more shapes has no scene."""

MOST_BYTES = 200 * 1024
"""A longer scene is not written."""

MOST_FILE_BYTES = 1024 * 1024
"""The grader refuses larger files, so a scene makes none of them."""

STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF")
"""The first bytes of the files that get a scene: decoders of these formats stop at the picture's end."""

Told = list[Any]
"""A shape: kind, coordinates, colour, colour of the outline, width, text."""


def scene(size: Sequence[int], groups: Sequence[tuple[str, Sequence[Told]]]) -> bytes:
    """The scene of a picture of a size, from the ground and the shapes of each group; empty if too large."""
    if not 0 < sum(len(shapes) for _, shapes in groups) <= MOST_SHAPES:
        return b""
    told = [{"ground": ground, "shapes": shapes} for ground, shapes in groups]
    value = {"size": [int(size[0]), int(size[1])], "groups": told}
    data = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    return KEYWORD + data if len(data) <= MOST_BYTES else b""


def add_scene(path: str | bytes, text: bytes) -> None:
    """Write a scene into a file that was just written, unless it is of another format."""
    with open(path, "rb") as file:  # noqa: PTH123 - the path may be of bytes
        data = file.read()
    more = with_scene(data, text)
    if more is not data:
        with open(path, "wb") as file:  # noqa: PTH123
            file.write(more)


def with_scene(data: bytes, text: bytes) -> bytes:
    """A file of pixels with its scene behind its end; the file itself where it has no place for one."""
    if not text or not data.startswith(STARTS) or len(data) + len(text) > MOST_FILE_BYTES:
        return data
    return data + text


def path_of(target: Any) -> str | bytes:
    """The path that a program named to save to; empty for an open file."""
    return os.fspath(target) if isinstance(target, (str, bytes, os.PathLike)) else ""
