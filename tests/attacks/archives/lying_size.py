# Tries: to promise five bytes in the directory and to hold thirty million.
# Seen: refused.
# Control: naive
# Flagged: no

import io
import struct
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "homework.zip: "


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("zeros", bytes(30 << 20))
    data = bytearray(out.getvalue())
    struct.pack_into("<I", data, data.index(b"PK\x01\x02") + 24, 5)
    archive(folder, "homework.zip", bytes(data))


def naive(folder: Path, marker: str) -> bool:
    """A check of the sizes before unpacking finds nothing wrong."""
    return sum(info.file_size for info in zipfile.ZipFile(folder / HAND_IN / "homework.zip").infolist()) == 5
