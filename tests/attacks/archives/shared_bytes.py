# Tries: to hold one large file a hundred times, by entries that lie over each other.
# Seen: refused, naming two of them.
# Control: naive
# Flagged: no

import io
import random
import struct
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "lies over"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("0.txt", random.Random(marker).randbytes(400_000))
        for number in range(1, 10):
            made.writestr(f"{number}.txt", b"")
    data = bytearray(out.getvalue())
    whole = data.index(b"PK\x01\x02")
    for start in [at for at in range(len(data)) if data[at : at + 4] == b"PK\x01\x02"]:
        struct.pack_into("<3I", data, start + 16, *struct.unpack_from("<3I", data, whole + 16))
        struct.pack_into("<I", data, start + 42, 0)
    archive(folder, "homework.zip", bytes(data))


def naive(folder: Path, marker: str) -> bool:
    """Ten times as much as there is, and no entry is packed more than the others."""
    path = folder / HAND_IN / "homework.zip"
    infos = zipfile.ZipFile(path).infolist()
    return sum(info.file_size for info in infos) > 9 * path.stat().st_size
