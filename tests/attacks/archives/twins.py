# Tries: to hand in two programs of one name, so that a person reads one and the grader runs the other.
# Seen: refused, naming both.
# Control: naive
# Flagged: no

import io
import warnings
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "board9.py: the same name as board9.py on some systems"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as made:
        warnings.simplefilter("ignore")
        made.writestr("board9.py", "print('for people')")
        made.writestr("board9.py", f"print('for the grader {marker}')")
    archive(folder, "homework.zip", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """The one that is listed first is not the one that is unpacked."""
    made = zipfile.ZipFile(folder / HAND_IN / "homework.zip")
    listed, unpacked = made.infolist()[0], made.read("board9.py")
    return marker in unpacked.decode() and made.read(listed) != unpacked
