"""One picture of many pages: a headless browser shows them in frames beside one another."""

from __future__ import annotations

import html
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from benchmarks.pictures.web import browser

ACROSS = 5
"""Frames in a row; a picture of thirty is then some 4,000 pixels wide and high."""
PAUSE = 120
"""Seconds for one start of the browser; a busy machine takes five."""
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@dataclass(frozen=True)
class Page:
    """The text of a page and its size in CSS pixels."""

    text: str
    width: int
    height: int


def photographed(pages: Sequence[Page], scale: float = 1.0) -> list[Image.Image] | None:
    """A picture of each page; None without a browser."""
    found = browser()
    if found is None:
        return None
    spots, size = _spots(pages)
    frames = "".join(
        f'<iframe srcdoc="{html.escape(page.text)}" style="position:absolute;border:0;left:{x}px;top:{y}px;'
        f'width:{page.width}px;height:{page.height}px"></iframe>'
        for page, (x, y) in zip(pages, spots, strict=True)
    )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page, file = Path(folder) / "page.html", Path(folder) / "page.png"
        page.write_text(
            f'<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">{frames}', encoding="utf-8"
        )
        told = (f"--window-size={size[0]},{size[1]}", f"--force-device-scale-factor={scale}")
        words = [
            found,
            *FLAGS,
            *told,
            f"--user-data-dir={folder}/profile",
            f"--screenshot={file}",
            page.as_uri(),
        ]
        subprocess.run(words, capture_output=True, timeout=PAUSE, check=True)
        with Image.open(file) as whole:
            sheet = whole.convert("RGB")
    return [_cut(sheet, page, spot, scale) for page, spot in zip(pages, spots, strict=True)]


def _cut(sheet: Image.Image, page: Page, spot: tuple[int, int], scale: float) -> Image.Image:
    """The picture of one page."""
    left, top = round(spot[0] * scale), round(spot[1] * scale)
    return sheet.crop((left, top, left + round(page.width * scale), top + round(page.height * scale)))


def _spots(pages: Sequence[Page]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Where each page stands, and the size of all together."""
    spots, top, widest = [], 0, 0
    for start in range(0, len(pages), ACROSS):
        line, left = pages[start : start + ACROSS], 0
        for page in line:
            spots.append((left, top))
            left += page.width
        widest, top = max(widest, left), top + max(page.height for page in line)
    return spots, (widest, top)
