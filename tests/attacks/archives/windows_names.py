# Tries: to name entries with drive letters and backslashes.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import ntpath
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "C:\\evil-MARKER.py: a drive letter"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr(f"C:\\evil-{marker}.py", "print(1)")
        made.writestr("..\\..\\evil.py", "print(1)")
    archive(folder, "homework.zip", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """On Windows the folder it is unpacked into does not count."""
    names = zipfile.ZipFile(folder / HAND_IN / "homework.zip").namelist()
    return all(
        not ntpath.normpath(ntpath.join("D:\\class", name)).startswith("D:\\class\\") for name in names
    )
