# Tries: to be one archive to one reader and another to a second: a tar with a zip behind it, called a zip.
# Seen: refused as no zip.
# Control: naive
# Flagged: no

import io
import tarfile
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "not a zip archive"


def make(folder: Path, marker: str) -> None:
    tar, out = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as made:
        made.addfile(tarfile.TarInfo("for_people.py"))
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("board9.py", f"print({marker!r})")
    archive(folder, "homework.zip", tar.getvalue() + out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """Both readers are content, and see different things."""
    path = folder / HAND_IN / "homework.zip"
    with tarfile.open(path) as tar, zipfile.ZipFile(path) as packed:
        return tar.getnames() != packed.namelist()
