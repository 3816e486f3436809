# Tries: to fill the memory or the disk from a few kilobytes.
# Seen: refused as unpacking to too much.
# Control: naive
# Flagged: no

import io
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "unpacks to more than 200 times its size"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made, made.open("zeros", "w") as entry:
        for _ in range(19):
            entry.write(bytes(1 << 20))
    archive(folder, "homework.zip", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """A thousand times its size is unpacked."""
    path = folder / HAND_IN / "homework.zip"
    with zipfile.ZipFile(path) as made, made.open("zeros") as entry:
        unpacked = sum(len(chunk) for chunk in iter(lambda: entry.read(1 << 20), b""))
    return unpacked > 900 * path.stat().st_size
