# Tries: to fill the memory at one stroke, since zipfile unpacks bzip2 by the piece of input.
# Seen: refused unopened, naming the entry.
# Control: naive
# Flagged: no

import io
import tracemalloc
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "zeros: packed in a way that is not read here"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as made:
        made.writestr("zeros", bytes(45 << 20))
    archive(folder, "homework.zip", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """Reading one byte takes the memory of all."""
    tracemalloc.start()
    with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made, made.open("zeros") as entry:
        entry.read(1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak > 40 << 20
