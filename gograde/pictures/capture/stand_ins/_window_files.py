"""Writes the pictures that a program shows to its working directory, where the grader collects them.

A scene, the shapes that a picture was drawn with, stands behind the end of the picture's file, where decoders
do not look.  `gograde.pictures.in_box` takes it off again, `gograde.pictures.shapes.scene` reads it.

A file is called `shown-03-window-Problem%203.png`: the order of appearance, the kind (`window` or `figure`)
and the title.  A byte of the title that is no letter, digit, `_` or `.` is written as `%` and two hexadecimal
digits.  A note `unseen-not%20pressed-.note` tells why there may be more to see.
`gograde.grading.contracts.files` reads the names.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zlib
from collections.abc import Sequence
from typing import Any

FOLDER = os.environ.get("GOGRADE_SHOWN", "")
"""The folder of the files; if it is empty, nothing is kept."""

MOST_FILES = 40
"""The most files of one run; later pictures are dropped."""

MOST_SIDE = 2000
"""Pixels; the grader refuses larger pictures, so they are shrunk before they are kept."""

TITLE_LETTERS = 60
"""The most letters of a title that are kept."""

TITLE_BYTES = 150
"""The most bytes of a title in a file name; file systems limit names to 255 bytes."""

PREFIX = "shown-"
NOTE = "unseen-"
"""How the files begin, so that each kind is known by its name."""


def save(kind: str, title: object, ending: str, data: bytes) -> None:
    """Write the next file; a full disk must not end the program."""
    if not FOLDER:
        return
    try:
        number = 1 + sum(name.startswith(PREFIX) for name in os.listdir(FOLDER))  # noqa: PTH208
        if number <= MOST_FILES:
            _write(f"{PREFIX}{number:02d}-{kind}-{quoted(str(title))}.{ending}", data)
        else:
            note("too many")
    except OSError:
        return


def note(what: str, about: object = "") -> None:
    """Tell the grader once why a picture may be missing, in a word that `note_of` knows."""
    if not FOLDER:
        return
    try:
        _write(f"{NOTE}{quoted(what)}-{quoted(str(about))}.note", b"")
    except OSError:
        return


def _write(name: str, data: bytes) -> None:
    with open(f"{FOLDER}/{name}", "xb") as file:  # noqa: PTH123 - pathlib is not worth its import here
        file.write(data)


def quoted(title: str) -> str:
    """A title as part of a file's name."""
    text = ""
    for letter in " ".join(title.split())[:TITLE_LETTERS]:
        kept = letter in "_." or (letter.isascii() and letter.isalnum())
        coded = letter if kept else "".join(f"%{byte:02X}" for byte in letter.encode("utf-8", "replace"))
        if len(text) + len(coded) > TITLE_BYTES:
            break
        text += coded
    return text


PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BIT_RGB = bytes((8, 2, 0, 0, 0))  # the end of a PNG's header


def png(width: int, height: int, rgb: bytes, level: int = 1) -> bytes:
    """A PNG of rows of pixels, three bytes each, and of nothing else; `level` is that of zlib."""
    row = 3 * width
    lines = b"".join(b"\0" + rgb[start : start + row] for start in range(0, row * height, row))
    header = struct.pack(">II", width, height) + EIGHT_BIT_RGB
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, level)), (b"IEND", b""))
    return PNG_SIGNATURE + b"".join(chunk(kind, data) for kind, data in chunks)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG, with its length and check sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class Waits:
    """Counts how often a program waits for a person.

    After `patience` times the program is asked to leave; after ten times as many it is ended.
    """

    def __init__(self, patience: int) -> None:
        self.patience = patience
        self.count = 0

    def once_more(self) -> bool:
        """Count one wait; returns whether the program should be asked to leave."""
        self.count += 1
        if self.count > 10 * self.patience:
            sys.exit(0)
        return self.count > self.patience

    def something_new(self) -> None:
        """Reset the count: the picture has changed, so the program does more than wait."""
        self.count = 0


# -- scenes -------------------------------------------------------------------------------------

SCENE = b"gograde scene\0"
"""Begins a scene in a file."""

MOST_SHAPES = 3000
"""A picture with more shapes has no scene; ten boards of 19 lines drawn over one another have as many."""

MOST_SCENE_BYTES = 200 * 1024
"""A longer scene is not written."""

MOST_FILE_BYTES = 1024 * 1024
"""The grader refuses larger files, so a scene makes none of them."""

STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF")
"""The first bytes of the files that get a scene: decoders of these formats stop at the picture's end."""

Shape = list[Any]
"""A shape: kind, coordinates, colour, colour of the outline, width, text."""


def scene(size: Sequence[int], groups: Sequence[tuple[str, Sequence[Shape]]]) -> bytes:
    """The scene of a picture of a size, from the ground and the shapes of each group; empty if too large."""
    if not 0 < sum(len(shapes) for _, shapes in groups) <= MOST_SHAPES:
        return b""
    described = [{"ground": ground, "shapes": shapes} for ground, shapes in groups]
    value = {"size": [int(size[0]), int(size[1])], "groups": described}
    data = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    return SCENE + data if len(data) <= MOST_SCENE_BYTES else b""


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
