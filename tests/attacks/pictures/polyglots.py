# Tries: to hand in one file that is a picture for one reader and an archive or a page for another.
# Seen: its picture is read, and nothing but pixels leaves the sandbox.
# Control: naive
# Flagged: no

import io
import zipfile
from pathlib import Path

from tests.attacks.harness.craft_pictures import png, viewed

REFUSAL = ""


def make(folder: Path, marker: str) -> None:
    from PIL import Image

    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("payload", marker)
    page = f"<script>{marker}</script>".encode()
    for form, name in (("JPEG", "b.jpg"), ("GIF", "c.gif"), ("BMP", "d.bmp")):
        out = io.BytesIO()
        Image.new("RGB", (8, 8)).save(out, form)
        (folder / name).write_bytes(out.getvalue() + page)
    (folder / "a.png").write_bytes(png() + archive.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """The viewer opens them, and the other reader finds what is hidden."""
    opened = all(viewed(path).well for path in folder.iterdir())
    return opened and zipfile.ZipFile(folder / "a.png").read("payload").decode() == marker
