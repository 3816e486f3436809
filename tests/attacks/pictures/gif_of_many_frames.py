# Tries: to keep the grader busy with a GIF of 60,000 frames.
# Seen: its first frame is read alone.
# Control: naive
# Flagged: no

import struct
from pathlib import Path

from tests.attacks.harness.craft_pictures import OPEN_FRAMES, viewed

REFUSAL = ""


def make(folder: Path, marker: str) -> None:
    head = b"GIF89a" + struct.pack("<HHBBB", 1900, 1900, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    frame = b"," + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\2\2\x44\1\0"
    (folder / "test_1.gif").write_bytes(head + frame * 60000 + b";")


def naive(folder: Path, marker: str) -> bool:
    """A viewer that goes through all frames is ended by its limit of CPU time."""
    return viewed(folder / "test_1.gif", OPEN_FRAMES).hurt
