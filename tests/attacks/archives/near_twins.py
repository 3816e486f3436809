# Tries: to hand in names that differ only for some file systems: by case, and by how an accent is written.
# Seen: refused, naming both.
# Control: naive
# Flagged: no

import io
import unicodedata
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "on some systems"
NAMES = ("caf\u00e9.py", "cafe\u0301.py", "Board9.py", "board9.PY")


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for number, name in enumerate(NAMES):
            made.writestr(name, f"print({number})")
    archive(folder, "homework.zip", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """A disk of macOS or Windows keeps the last of each two."""
    disk = {}
    with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made:
        for name in made.namelist():
            disk[unicodedata.normalize("NFC", name).casefold()] = made.read(name)
    return len(disk) < len(NAMES)
