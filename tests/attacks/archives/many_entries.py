# Tries: to make the grader list entries for ever, from a small archive.
# Seen: refused before all are listed.
# Control: naive
# Flagged: no

import gzip
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "more than 20000 entries"


def make(folder: Path, marker: str) -> None:
    entry = tarfile.TarInfo("d/")
    entry.type = tarfile.DIRTYPE
    archive(folder, "homework.tar.gz", gzip.compress(entry.tobuf() * 24_000, 1))


def naive(folder: Path, marker: str) -> bool:
    """As many are listed as anybody waits for."""
    path = folder / HAND_IN / "homework.tar.gz"
    with tarfile.open(path, "r|gz") as made:
        count = sum(1 for _, _ in zip(made, range(24_000), strict=False))
    return count == 24_000 and path.stat().st_size < 300_000
