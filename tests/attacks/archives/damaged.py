# Tries: to change a byte of the program behind the back of its check sum.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "Bad CRC-32 for file 'board9.py'"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("board9.py", f"print('{marker}')" + "#" * 9000)
    archive(folder, "homework.zip", out.getvalue().replace(marker.encode(), marker[::-1].encode()))


def naive(folder: Path, marker: str) -> bool:
    """Who reads only so much as there is does not come to the check."""
    with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made, made.open("board9.py") as entry:
        return marker[::-1] in entry.read(50).decode()
