# Tries: to use one name for a file and for a folder.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "board9: a file and a folder"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("board9", "print(1)")
        made.writestr("board9/board9.py", "print(1)")
    archive(folder, "homework.zip", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """Unpacking breaks off in the middle."""
    try:
        with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made:
            made.extractall(folder / "unpacked")
    except OSError:
        return (folder / "unpacked" / "board9").exists()
    return False
