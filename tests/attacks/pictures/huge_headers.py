# Tries: to make the grader set aside gigabytes for what a header of a few bytes promises, in each format.
# Seen: refused for their sizes, before anything is set aside.
# Control: naive
# Flagged: no

import struct
from pathlib import Path

from tests.attacks.harness.craft_pictures import OPEN_ANY_SIZE, header, png, viewed

REFUSAL = ("pixels, at most 40 million", "it cannot be decoded")


def make(folder: Path, marker: str) -> None:
    (folder / "a.png").write_bytes(png(head=header(60000, 60000)))
    frame = struct.pack(">HBHHB", 11, 8, 65000, 65000, 1) + b"\1\x11\0"
    scan = b"\xff\xda\0\x08\1\1\0\0\x3f\0\0\xff\xd9"
    (folder / "b.jpg").write_bytes(b"\xff\xd8\xff\xc0" + frame + scan)
    (folder / "c.gif").write_bytes(b"GIF89a" + struct.pack("<HHBBB", 65000, 65000, 0, 0, 0) + b";")
    sizes = struct.pack("<IiiHHIIIIII", 40, 60000, 60000, 1, 24, 0, 0, 0, 0, 0, 0)
    (folder / "d.bmp").write_bytes(b"BM" + struct.pack("<III", 154, 0, 54) + sizes + bytes(100))


def naive(folder: Path, marker: str) -> bool:
    """The viewer was told to open pictures of any size, as people do whom Pillow refused one."""
    return not viewed(folder / "a.png", OPEN_ANY_SIZE).well
