# Tries: to link an entry to a file of the grader, and to write into it through the link.
# Seen: refused, naming the entry.
# Control: naive
# Flagged: no

import io
import tarfile
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, archive

REFUSAL = "twin: a hard link"


def make(folder: Path, marker: str) -> None:
    (folder / "grades").write_text("0")
    out = io.BytesIO()
    link = tarfile.TarInfo("twin")
    link.type, link.linkname = tarfile.LNKTYPE, "../grades"
    entry = tarfile.TarInfo("twin")
    entry.size = 3
    with tarfile.open(fileobj=out, mode="w") as made:
        made.addfile(link)
        made.addfile(entry, io.BytesIO(b"100"))
    archive(folder, "homework.tar", out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """A reader that overwrites what is there writes into the grades."""
    (folder / "unpacked").mkdir()
    with tarfile.open(folder / HAND_IN / "homework.tar") as made:
        for entry in made:
            target = folder / "unpacked" / entry.name
            if entry.islnk():
                target.hardlink_to(folder / "unpacked" / entry.linkname)
            elif source := made.extractfile(entry):
                target.write_bytes(source.read())
    return (folder / "grades").read_text() == "100"
