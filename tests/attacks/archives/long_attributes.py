# Tries: to fill the memory by an extended header of tar whose records all end far behind it.
# Seen: refused as broken or too long.
# Control: naive
# Flagged: no

import tarfile
import tracemalloc
from pathlib import Path

from tests.attacks.harness.hand_in import archive

REFUSAL = "an extended header that is too long"


def header(payload: bytes) -> bytes:
    """A tar whose first header is followed by this text."""
    entry = tarfile.TarInfo("x")
    entry.type, entry.size = tarfile.XHDTYPE, len(payload)
    return entry.tobuf(tarfile.USTAR_FORMAT) + payload + bytes(-len(payload) % 512)


def make(folder: Path, marker: str) -> None:
    last = tarfile.TarInfo("board9.py").tobuf() + bytes(1024)
    archive(folder, "homework.tar", header(b"2 " * 40_000 + b"=" + b"x" * 9) + last)
    (folder / "small.tar").write_bytes(header(b"2 " * 4_000 + b"=" + b"x" * 9) + last)


def naive(folder: Path, marker: str) -> bool:
    """Each two bytes are kept as a name of thousands; twice as many take four times the memory."""
    tracemalloc.start()
    with tarfile.open(folder / "small.tar") as made:
        made.getnames()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak > 1000 * (folder / "small.tar").stat().st_size
