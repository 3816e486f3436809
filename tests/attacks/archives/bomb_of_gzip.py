# Tries: to fill the disk from a packed tar, in entries that are passed over.
# Seen: refused as unpacking to too much.
# Control: naive
# Flagged: no

import gzip
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "unpacks to more than 80 MiB"


def make(folder: Path, marker: str) -> None:
    entry = tarfile.TarInfo(".git/pack")
    entry.size = 90 << 20
    packed = gzip.compress(entry.tobuf() + bytes(entry.size), 1)
    archive(folder, "homework.tar.gz", packed)


def naive(folder: Path, marker: str) -> bool:
    """All of it is unpacked."""
    path = folder / HAND_IN / "homework.tar.gz"
    with gzip.open(path) as packed:
        unpacked = sum(len(chunk) for chunk in iter(lambda: packed.read(1 << 20), b""))
    return unpacked > 100 * path.stat().st_size
