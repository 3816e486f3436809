# Tries: to pass as pictures files that begin like them and are noise.
# Seen: each refused with a reason.
# Control: naive
# Flagged: no

import random
from pathlib import Path

REFUSAL = ("it", "pixels, at most")
STARTS = {"png": b"\x89PNG\r\n\x1a\n", "jpg": b"\xff\xd8\xff\xe0", "gif": b"GIF89a", "bmp": b"BM"}


def make(folder: Path, marker: str) -> None:
    noise = random.Random(marker).randbytes(3000)
    for suffix, start in STARTS.items():
        (folder / f"a.{suffix}").write_bytes(start + noise)
        (folder / f"b.{suffix}").write_bytes(start)


def naive(folder: Path, marker: str) -> bool:
    """A check of the first bytes believes them."""
    return all(path.read_bytes().startswith(STARTS[path.suffix[1:]]) for path in folder.iterdir())
