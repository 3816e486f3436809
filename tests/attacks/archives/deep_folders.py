# Tries: to nest folders a thousand deep, beyond what a path or a recursion may be.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "a name that is too long"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("d/" * 1000 + "board9.py", "print(1)")
        made.writestr("n" * 5000 + ".py", "print(1)")
    archive(folder, "homework.zip", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """The second name cannot be made."""
    try:
        with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made:
            made.extract(made.namelist()[1], folder)
    except OSError:
        return True
    return False
