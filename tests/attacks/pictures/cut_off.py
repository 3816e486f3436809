# Tries: to pass as a drawn board a file that ends after its first bytes.
# Seen: refused; the file of every format.
# Control: naive
# Flagged: no

import io
from pathlib import Path

from tests.attacks.harness.craft_pictures import viewed

REFUSAL = "it cannot be decoded"


def make(folder: Path, marker: str) -> None:
    from PIL import Image

    for form, name in (("PNG", "a.png"), ("GIF", "b.gif"), ("BMP", "c.bmp"), ("JPEG", "d.jpg")):
        out = io.BytesIO()
        Image.radial_gradient("L").resize((100, 100)).convert("RGB").save(out, form)
        for length in (60, len(out.getvalue()) // 2):
            (folder / f"{length}_{name}").write_bytes(out.getvalue()[:length])


def naive(folder: Path, marker: str) -> bool:
    """Asked for its size only, Pillow takes a cut PNG for one."""
    said = viewed(folder / "60_a.png", "from PIL import Image; print(Image.open(path).size)").said
    return said == "(100, 100)"
