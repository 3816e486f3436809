# Tries: to reach decoders that nobody asked for: TIFF, PSD, WebP, EPS (a program), PPM, named PNG.
# Seen: refused: not the format that the name says; and a JPEG under that name is told by its kind.
# Control: naive
# Flagged: no

import io
from pathlib import Path

from tests.attacks.harness.craft_pictures import viewed

REFUSAL = "its name says PNG, but it is"


def make(folder: Path, marker: str) -> None:
    from PIL import Image

    for form in ("TIFF", "WEBP", "EPS", "PPM", "JPEG", "ICO"):
        out = io.BytesIO()
        Image.new("RGB", (32, 32)).save(out, form)
        (folder / f"{form}.png").write_bytes(out.getvalue())
    size = b"\0\1" + bytes(6) + b"\0\3" + b"\0\0\0\x20" * 2 + b"\0\x08\0\3"
    (folder / "PSD.png").write_bytes(b"8BPS" + size + bytes(12) + bytes(2 + 3 * 32 * 32))


def naive(folder: Path, marker: str) -> bool:
    """The viewer chooses the decoder by the content."""
    return all(viewed(folder / f"{form}.png").well for form in ("TIFF", "WEBP", "PPM", "PSD"))
