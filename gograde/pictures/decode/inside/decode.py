"""Decodes pictures inside the sandbox: reads a list from standard input, writes pixels to files.

A line of the list has the number of a picture, its format and a factor.  The file is called `<number>`; its
pixels go to `<number>.rgb`, three bytes each, on a white background.  Squares of `factor` x `factor` pixels
become one pixel.  The program prints `ready`, then for every picture its number and `ok`, `broken` or
`palette`.

This is a stand-alone program, since the sandbox has no gograde package.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

from PIL import Image

FULL = 65536 / 256
"""Steps of 16-bit grey per step of 8-bit grey."""


def main() -> None:
    """Decode the pictures of the list, and print the result of each."""
    warnings.simplefilter("error")
    print("ready", flush=True)
    for line in sys.stdin:
        number, form, factor = line.split()
        print(number, decode(Path(number), form, int(factor)), flush=True)


def decode(path: Path, form: str, factor: int) -> str:
    """Decode one picture; returns `ok`, `broken` or `palette`.

    Pillow raises many kinds of errors for broken files; every error means `broken`.
    """
    try:
        if form == "DRAWING":
            return _drawn(path, factor)
        with Image.open(path, formats=[form]) as image:
            image.load()
            if _beyond_palette(image):
                return "palette"
            pixels = on_white(image)
    except Exception:
        return "broken"
    path.with_suffix(".rgb").write_bytes(pixels.reduce(factor).tobytes())
    return "ok"


def _drawn(path: Path, factor: int) -> str:
    from render import render  # type: ignore[import-not-found]

    pixels = render(path.read_bytes()).reduce(factor)
    path.with_suffix(".rgb").write_bytes(pixels.tobytes())
    return "ok"


def on_white(image: Image.Image) -> Image.Image:
    """The picture in RGB, with white where it is transparent."""
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value / FULL).convert("L").convert("RGB")
    if not image.has_transparency_data:
        return image.convert("RGB")
    seen = image.convert("RGBA")
    ground = Image.new("RGBA", seen.size, "white")
    return Image.alpha_composite(ground, seen).convert("RGB")


def _beyond_palette(image: Image.Image) -> bool:
    """Whether a pixel refers to a colour outside the palette."""
    if image.mode not in ("P", "PA") or image.palette is None:
        return False
    colours = len(image.palette.palette) // len(image.palette.mode)
    return max(place for place, count in enumerate(image.histogram()[:256]) if count) >= colours


if __name__ == "__main__":
    main()
