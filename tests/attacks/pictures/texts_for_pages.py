# Tries: to bring markup and terminal escapes onto a page or a screen by what a picture says of itself.
# Seen: the picture is read; nothing that it says of itself goes on.
# Control: naive
# Flagged: no

import io
from pathlib import Path

from tests.attacks.harness.craft_pictures import chunk, png, viewed

REFUSAL = ""


def make(folder: Path, marker: str) -> None:
    from PIL import Image

    text = f"<script>{marker}</script>\x1b]0;{marker}\x07".encode()
    (folder / "a.png").write_bytes(png(chunk(b"tEXt", b"Title\0" + text)))
    for form, name in (("JPEG", "b.jpg"), ("GIF", "c.gif")):
        out = io.BytesIO()
        Image.new("RGB", (8, 8)).save(out, form, comment=text)
        (folder / name).write_bytes(out.getvalue())


def naive(folder: Path, marker: str) -> bool:
    """A page that tells the picture's notes carries them."""
    shown = "from PIL import Image; print(Image.open(path).info)"
    return all(f"<script>{marker}</script>" in viewed(path, shown).said for path in folder.iterdir())
