# Tries: to have pixels read from behind the end of the file, or its header, by sizes that do not fit.
# Seen: refused: not fitting the header, or too large.
# Control: naive
# Flagged: no

import struct
from pathlib import Path

REFUSAL = ("its header", "pixels, at most", "it cannot be decoded")
SIZES = (
    (1000, 1000, 54),
    (-(2**31), 10, 54),
    (10, -(2**31), 54),
    (10, 10, 2**32 - 16),
    (0, 5, 54),
    (40, 40, 3),
)


def make(folder: Path, marker: str) -> None:
    for number, (width, height, place) in enumerate(SIZES):
        info = struct.pack("<IiiHHIIIIII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
        (folder / f"{number}.bmp").write_bytes(b"BM" + struct.pack("<III", 354, 0, place) + info + bytes(300))


def naive(folder: Path, marker: str) -> bool:
    """By its header the file holds more than it has."""
    data = (folder / "0.bmp").read_bytes()
    width, height = struct.unpack_from("<ii", data, 18)
    return 3 * width * height > len(data)
