# Tries: to hand in what a grader cannot read, or is asked a password for.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import struct
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "board9.py: encrypted"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("board9.py", "print(1)" * 9)
    data = bytearray(out.getvalue())
    struct.pack_into("<H", data, 6, 1)
    struct.pack_into("<H", data, data.index(b"PK\x01\x02") + 8, 1)
    archive(folder, "homework.zip", bytes(data))


def naive(folder: Path, marker: str) -> bool:
    """What is raised is no error of the archive."""
    try:
        zipfile.ZipFile(folder / HAND_IN / "homework.zip").read("board9.py")
    except zipfile.BadZipFile:
        return False
    except RuntimeError:
        return True
    return False
