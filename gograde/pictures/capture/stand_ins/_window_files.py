"""Writes the pictures that a program shows to its working directory, where the grader collects them.

A file is called `shown-03-window-Problem%203.png`: the order of appearance, the kind (`window` or `figure`)
and the title.  A byte of the title that is no letter, digit, `_` or `.` is written as `%` and two hexadecimal
digits.  A note `unseen-not%20pressed-.note` tells why there may be more to see.
`gograde.grading.contracts.files` reads the names.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib

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


def png(width: int, height: int, rgb: bytes) -> bytes:
    """A PNG of rows of pixels, three bytes each."""
    row = 3 * width
    lines = b"".join(b"\0" + rgb[start : start + row] for start in range(0, row * height, row))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class Waits:
    """Counts how often a program waits for a person.

    After `patience` times the program is asked to leave; after ten times as many it is ended.
    """

    def __init__(self, patience: int) -> None:
        self.patience = patience
        self.asked = 0

    def once_more(self) -> bool:
        """Count one wait; returns whether the program should be asked to leave."""
        self.asked += 1
        if self.asked > 10 * self.patience:
            sys.exit(0)
        return self.asked > self.patience

    def something_new(self) -> None:
        """Reset the count: the picture has changed, so the program does more than wait."""
        self.asked = 0
