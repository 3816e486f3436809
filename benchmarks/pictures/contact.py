"""A sheet of small pictures: what went wrong, to look at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from benchmarks.pictures.looks import font
from benchmarks.pictures.measure import Case

SIDE, LABEL, ACROSS, MOST = 132, 26, 8, 32


def contact(found: Sequence[Case], file: Path) -> int:
    """Write right pictures that were not accepted and wrong ones that were, and say how many there are.

    The sheet shows one a style and a reason, at most `MOST`, and none of a program that is held (its
    name ends in a star); a palette keeps it small.
    """
    bad = [case for case in found if not case.good]
    free = [case for case in bad if not case.style.endswith("*")]
    shown = list({(case.style, case.wrong, case.reading.reason): case for case in free}.values())[:MOST]
    rows = max(1, -(-len(shown) // ACROSS))
    sheet = Image.new("RGB", (ACROSS * (SIDE + 8), rows * (SIDE + LABEL + 8)), "white")
    pen = ImageDraw.Draw(sheet)
    for place, case in enumerate(shown):
        x, y = place % ACROSS * (SIDE + 8) + 4, place // ACROSS * (SIDE + LABEL + 8) + 4
        small = case.image.copy()
        small.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
        sheet.paste(small, (x, y + LABEL))
        pen.text((x, y), f"{case.style} {case.number}", "black", font(10))
        pen.text((x, y + 12), f"{case.reading.verdict.value} {case.wrong}", "#a00000", font(10))
    sheet.quantize(48).save(file, optimize=True)
    return len(bad)
