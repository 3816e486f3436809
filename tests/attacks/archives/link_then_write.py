# Tries: to put a symbolic link to a folder first, and a file through it second.
# Seen: refused, naming the link.
# Control: naive
# Flagged: no

import io
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "way: a symbolic link"


def make(folder: Path, marker: str) -> None:
    out = io.BytesIO()
    (folder / "outside").mkdir()
    link = tarfile.TarInfo("way")
    link.type, link.linkname = tarfile.SYMTYPE, str(folder / "outside")
    with tarfile.open(fileobj=out, mode="w:xz") as made:
        made.addfile(link)
        made.addfile(tarfile.TarInfo(f"way/evil-{marker}"))
    archive(folder, "homework.tar.xz", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """What is unpacked goes through the link."""
    with tarfile.open(folder / HAND_IN / "homework.tar.xz") as made:
        made.extractall(folder / "unpacked")
    return (folder / "outside" / f"evil-{marker}").exists()
