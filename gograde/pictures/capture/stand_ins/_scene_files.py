"""Writes a scene, the shapes that a picture was drawn with, into the picture's file.

A scene is a text that decoders pass over: a chunk of PNG and WebP, a comment of JPEG and GIF, and in BMP the
bytes between the header and the pixels.  `gograde.pictures.decode.formats` takes it out again, and
`gograde.pictures.shapes.scene` reads it.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Any

KEYWORD = b"gograde scene\0"

MOST_SHAPES = 3000
"""A picture with more shapes has no scene."""

MOST_BYTES = 200 * 1024
"""A longer scene is not written."""

MOST_FILE_BYTES = 1024 * 1024
"""The grader refuses larger files, so a scene makes none of them."""

MOST_COMMENT_BYTES = 65_533
"""Of one comment of a JPEG."""

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
    """A file of pixels with its scene; the file itself where it has no place for one."""
    form = next((form for start, form in FORMATS.items() if data.startswith(start)), None)
    if form is None or not text or len(data) + 2 * len(text) > MOST_FILE_BYTES:
        return data
    return form(data, text)


def _png(data: bytes, text: bytes) -> bytes:
    chunk = struct.pack(">I", len(text)) + b"tEXt" + text + struct.pack(">I", zlib.crc32(b"tEXt" + text))
    return data[:-12] + chunk + data[-12:]


def _jpeg(data: bytes, text: bytes) -> bytes:
    if len(text) > MOST_COMMENT_BYTES or not data.endswith(b"\xff\xd9"):
        return data
    return data[:-2] + b"\xff\xfe" + struct.pack(">H", len(text) + 2) + text + data[-2:]


def _gif(data: bytes, text: bytes) -> bytes:
    if not data.endswith(b";"):
        return data
    parts = [text[start : start + 255] for start in range(0, len(text), 255)]
    blocks = b"".join(bytes((len(part),)) + part for part in parts)
    return b"GIF89a" + data[6:-1] + b"!\xfe" + blocks + b"\0;"


def _bmp(data: bytes, text: bytes) -> bytes:
    size, reserved, start = struct.unpack("<III", data[2:14])
    head = b"BM" + struct.pack("<III", size + len(text), reserved, start + len(text))
    return head + data[14:start] + text + data[start:]


def _webp(data: bytes, text: bytes) -> bytes:
    if data[8:12] != b"WEBP":
        return data
    chunk = b"gogr" + struct.pack("<I", len(text)) + text + b"\0" * (len(text) % 2)
    return b"RIFF" + struct.pack("<I", len(data) + len(chunk) - 8) + data[8:] + chunk


FORMATS: dict[bytes, Callable[[bytes, bytes], bytes]] = {
    b"\x89PNG": _png, b"\xff\xd8\xff": _jpeg, b"GIF8": _gif, b"BM": _bmp, b"RIFF": _webp,
}  # fmt: skip


def path_of(target: Any) -> str | bytes:
    """The path that a program named to save to; empty for an open file."""
    return os.fspath(target) if isinstance(target, (str, bytes, os.PathLike)) else ""
