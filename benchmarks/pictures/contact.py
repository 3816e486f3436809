"""A sheet of small copies of misread pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from benchmarks.pictures.looks import font
from benchmarks.pictures.measure import Case

SIDE, LABEL, ACROSS, MOST = 132, 26, 8, 32


def contact(found: Sequence[Case], file: Path) -> int:
    """Write the misread pictures to a sheet, and return their number.

    A picture is misread if it is right and not accepted, or wrong and accepted. The sheet has one picture
    per style and reason, at most `MOST`, and none of a held program (its name ends in `*`).
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
