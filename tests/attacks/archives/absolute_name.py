# Tries: to write to an absolute path.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive, trace

REFUSAL = "-MARKER: an absolute path"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as made:
        made.addfile(tarfile.TarInfo(str(trace(folder, marker))))
    archive(folder, "homework.tar", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """It is unpacked elsewhere."""
    with tarfile.open(folder / HAND_IN / "homework.tar") as made:
        made.extractall(folder / "elsewhere")
    return trace(folder, marker).exists()
