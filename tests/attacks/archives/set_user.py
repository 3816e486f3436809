# Tries: to hand in a program that runs as its owner.
# Seen: it is run with the rights that every program has.
# Control: naive
# Flagged: no

import io
import stat
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

TAKEN = "NO"
PROGRAM = b"import os\nassert not os.stat('board9.py').st_mode & 0o7000\n"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    entry = tarfile.TarInfo("board9.py")
    entry.mode, entry.size = 0o6777, len(PROGRAM)
    with tarfile.open(fileobj=out, mode="w") as made:
        made.addfile(entry, io.BytesIO(PROGRAM))
    archive(folder, "homework.tar", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """Unpacking sets the mode."""
    with tarfile.open(folder / HAND_IN / "homework.tar") as made:
        made.extractall(folder / "unpacked")
    return bool((folder / "unpacked" / "board9.py").stat().st_mode & stat.S_ISUID)
