# Tries: to make the grader take hundreds of megabytes: 13,000 x 13,000 pixels of one bit, in 20 kB.
# Seen: refused for its size by the header alone.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.craft_pictures import SIGNATURE, chunk, header, viewed, zeros

REFUSAL = "13000 x 13000 pixels"


def make(folder: Path, marker: str) -> None:
    pixels = zeros(13000 * (1 + 13000 // 8))
    parts = (header(13000, 13000, depth=1), chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    (folder / "test_1.png").write_bytes(SIGNATURE + b"".join(parts))


def naive(folder: Path, marker: str) -> bool:
    """The viewer is told to convert it, and Pillow only warns."""
    return viewed(folder / "test_1.png").hurt
