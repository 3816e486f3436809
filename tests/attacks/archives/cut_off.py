# Tries: to break off in the middle, so that half of it is taken.
# Seen: refused whole.
# Control: naive
# Flagged: no

import gzip
import io
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "cut off"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as made:
        for name in ("board9.py", "rules.py"):
            entry = tarfile.TarInfo(name)
            entry.size = 700
            made.addfile(entry, io.BytesIO(b"print(1)\n" * 78))
    archive(folder, "homework.tar.gz", gzip.compress(out.getvalue()[:2700]))


def naive(folder: Path, marker: str) -> bool:
    """The first file is there before the end is missed."""
    try:
        with tarfile.open(folder / HAND_IN / "homework.tar.gz") as made:
            made.extractall(folder / "unpacked")
    except (tarfile.TarError, EOFError, OSError):
        pass
    return (folder / "unpacked" / "board9.py").exists()
