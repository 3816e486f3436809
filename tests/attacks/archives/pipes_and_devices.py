# Tries: to hand in a pipe, at which a reader waits for ever.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import stat
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "board9.py: a device or pipe"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as made:
        for name, kind in (("board9.py", tarfile.FIFOTYPE), ("zero.py", tarfile.CHRTYPE)):
            entry = tarfile.TarInfo(name)
            entry.type, entry.devmajor, entry.devminor = kind, 1, 5
            made.addfile(entry)
    archive(folder, "homework.tar", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """Unpacking makes the pipe."""
    with tarfile.open(folder / HAND_IN / "homework.tar") as made:
        made.extract("board9.py", folder / "unpacked")
    return stat.S_ISFIFO((folder / "unpacked" / "board9.py").stat().st_mode)
