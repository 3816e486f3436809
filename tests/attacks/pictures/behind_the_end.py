# Tries: to say two things to two readers: a second picture after the end, chunks twice or in another order.
# Seen: one decoder reads the first, and its pixels are what the grader reads and what everybody is shown.
# Control: naive
# Flagged: no

import zlib
from pathlib import Path

from tests.attacks.harness.craft_pictures import SIGNATURE, chunk, header, png, viewed

REFUSAL = ""


def make(folder: Path, marker: str) -> None:
    white = chunk(b"IDAT", zlib.compress((b"\0" + b"\xff" * 8) * 8))
    (folder / "a.png").write_bytes(png() + white)
    (folder / "b.png").write_bytes(png() + SIGNATURE + header(8, 8) + white + chunk(b"IEND", b""))


def naive(folder: Path, marker: str) -> bool:
    """The viewer opens them without a word."""
    return all(viewed(path).well for path in folder.iterdir())
