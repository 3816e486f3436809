# Tries: to write beside the folder it is unpacked into, by `..`.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "../../evil-MARKER.py: leads out of the folder"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as made:
        for name in ("board9.py", f"../../evil-{marker}.py"):
            made.addfile(tarfile.TarInfo(name))
    archive(folder, "homework.tar.gz", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """It is unpacked two folders below."""
    where = folder / "one" / "two"
    with tarfile.open(folder / HAND_IN / "homework.tar.gz") as made:
        made.extractall(where)
    return (folder / f"evil-{marker}.py").exists()
