# Tries: to hand in a link in a zip, so that the grader reads what it points to.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import stat
import zipfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "board9.py: a symbolic link"
SECRET = True


def make(folder: Path, marker: str) -> None:
    (folder / "secret").write_text(marker)
    info = zipfile.ZipInfo("board9.py")
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr(info, str(folder / "secret"))
    archive(folder, "homework.zip", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """Whoever makes links of links reads the secret."""
    with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made:
        info = made.infolist()[0]
        if stat.S_ISLNK(info.external_attr >> 16):
            (folder / "board9.py").symlink_to(made.read(info).decode())
    return (folder / "board9.py").read_text() == marker
