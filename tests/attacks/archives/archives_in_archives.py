# Tries: to nest archives in archives, each a bomb of its own.
# Seen: refused when one lies in two others.
# Control: naive
# Flagged: no

import io
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "archives in archives"


def make(folder: Path, marker: str) -> None:
    data = b"print(1)"
    for name in ("board9.py", "a.zip", "b.zip", "c.zip", "d.zip"):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as made:
            made.writestr(name, data)
        data = out.getvalue()
    archive(folder, "homework.zip", data)


def naive(folder: Path, marker: str) -> bool:
    """Whoever unpacks what is unpacked goes on and on."""
    data, depth = (folder / HAND_IN / "homework.zip").read_bytes(), 0
    while zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as made:
            data, depth = made.read(made.namelist()[0]), depth + 1
    return depth > 4
