# Tries: to get a picture past the check of its size: a GIF whose frame is larger than its screen.
# Seen: the pixels that one decoder makes of it are what is read and shown.
# Control: naive
# Flagged: no

import io
import struct
from pathlib import Path

from tests.attacks.harness.craft_pictures import viewed

REFUSAL = ""


def make(folder: Path, marker: str) -> None:
    from PIL import Image

    out = io.BytesIO()
    Image.new("P", (900, 900)).save(out, "GIF")
    data = bytearray(out.getvalue())
    data[6:10] = struct.pack("<HH", 9, 9)
    (folder / "test_1.gif").write_bytes(bytes(data))


def naive(folder: Path, marker: str) -> bool:
    """The viewer makes the picture larger than the header says."""
    return viewed(folder / "test_1.gif").said == "(900, 900)"
