# Tries: to bring down the drawing of windows by sizes, nests, numbers and images that lie.
# Seen: refused, by the size in the first line or by what the drawing says inside the sandbox.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.craft_drawings import CARELESS, HEAD, drawing, image, packed_zeros, write
from tests.attacks.harness.craft_pictures import header, png, viewed

REFUSAL = ("pixels, at most 4 million", "it cannot be decoded", "its first line is not that of a drawing")


def make(folder: Path, marker: str) -> None:
    put = [["image", [0, 0], {"image": "i"}]]
    write(
        folder,
        huge=drawing([], (60000, 60000)),
        endless=f"{HEAD} 99999999999999999999 1\n{{}}".encode(),
        nested=f"{HEAD} 9 9\n".encode() + b"[" * 900_000,
        digits=f"{HEAD} 9 9\n".encode() + b"9" * 900_000,
        nothing=f"{HEAD} 9 9\n".encode()
        + b'{"ground":"x","parts":[[[NaN,0,1,1],[0,0,9,9],"x",[]]],"images":{}}',
        unpacked=drawing(put, images=image(9, 9, b"x")),
        large=drawing(put, images=image(60000, 60000, packed_zeros(1000))),
        inside=drawing(put, images=image(9, 9, png(head=header(60000, 60000)), "file")),
        script=drawing(put, images=image(9, 9, b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "file")),
        text=drawing([["text", [0, 0], marker]]),
    )


def naive(folder: Path, marker: str) -> bool:
    """Who makes a picture of the size that is told has no memory left."""
    return not viewed(folder / "shown-01-window-huge.drawing", CARELESS).well
