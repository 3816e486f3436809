# Tries: to claim gigabytes of nothing by a sparse entry.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "board9.py: a sparse file"


def make(folder: Path, marker: str) -> None:
    entry = tarfile.TarInfo("board9.py")
    keys = (b"major=0", b"minor=1", b"size=8589934", b"numblocks=0", b"map=0,1")
    said = b"".join(b"%d GNU.sparse.%s\n" % (len(key) + 15, key) for key in keys)
    extra = tarfile.TarInfo("x")
    extra.type, extra.size = tarfile.XHDTYPE, len(said)
    data = extra.tobuf(tarfile.USTAR_FORMAT) + said + bytes(-len(said) % 512) + entry.tobuf()
    archive(folder, "homework.tar", data + bytes(1024))


def naive(folder: Path, marker: str) -> bool:
    """Less than two kilobytes are said to hold eight megabytes."""
    with tarfile.open(folder / HAND_IN / "homework.tar") as made:
        return made.getmember("board9.py").size > 1000 * (folder / HAND_IN / "homework.tar").stat().st_size
