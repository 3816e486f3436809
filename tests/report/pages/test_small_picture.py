"""Pictures of many bytes are shown with fewer colours, and look the same."""

from __future__ import annotations

import io
import random

from PIL import Image

from gograde.pictures.picture import Picture, png
from gograde.report.pages.drawings import COLOURS, LARGE, small

WOOD, SIDE = (222, 184, 135), 300


def wooden() -> Picture:
    """A wooden ground whose pixels differ a little, and black stones."""
    dice = random.Random(1)
    rgb = bytearray()
    for row in range(SIDE):
        for column in range(SIDE):
            stone = (row % 60 - 30) ** 2 + (column % 60 - 30) ** 2 < 400
            rgb += bytes((0, 0, 0) if stone else (part + dice.randrange(-9, 10) for part in WOOD))
    return Picture(SIDE, SIDE, bytes(rgb))


def test_a_picture_of_many_colours_takes_a_fraction_of_its_bytes() -> None:
    whole = png(wooden())
    made = small(whole)
    assert len(whole) > LARGE
    assert len(made) < len(whole) / 3
    assert made == small(whole)
    shown = Image.open(io.BytesIO(made))
    assert (shown.size, shown.mode) == ((SIDE, SIDE), "P")
    pixels = shown.convert("RGB")
    colours = pixels.getcolors(1 << 24)
    assert colours is not None
    assert len(colours) <= COLOURS
    before = Image.frombytes("RGB", (SIDE, SIDE), wooden().rgb)
    pairs = zip(before.tobytes(), pixels.tobytes(), strict=True)
    assert max(abs(one - other) for one, other in pairs) <= 16


def test_a_small_picture_keeps_its_bytes() -> None:
    plain = png(Picture(SIDE, SIDE, bytes(WOOD) * SIDE**2))
    assert small(plain) == plain
