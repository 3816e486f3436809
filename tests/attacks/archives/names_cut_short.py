# Tries: to hide a name's end behind NUL, and to command a terminal by control characters in it.
# Seen: refused, naming the entry without them.
# Control: naive
# Flagged: no

import io
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "board9.py?MARKER.txt: a character that no file name may hold"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr(f"board9.py#{marker}.txt", "print(1)")
        made.writestr("\x1b]0;title\x07.py", "print(1)")
    archive(folder, "homework.zip", out.getvalue().replace(b"#", b"\0"))


def naive(folder: Path, marker: str) -> bool:
    """The name is that of the program."""
    return zipfile.ZipFile(folder / HAND_IN / "homework.zip").namelist()[0] == "board9.py"
