"""Helpers that make attacks with drawings of windows, and a careless grader that draws them."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

HEAD = "gograde drawing 1"

CARELESS = (
    "import json; from PIL import Image, ImageDraw; head, body = open(path, 'rb').read().split(b'\\n', 1); "
    "size = [int(word) for word in head.split()[-2:]]; value = json.loads(body); "
    "image = Image.new('RGB', size); draw = ImageDraw.Draw(image); "
    "[getattr(draw, 'ellipse' if kind == 'oval' else kind)(coords, fill=told.get('fill'), "
    "width=int(told.get('width', 1))) for part in value['parts'] for kind, coords, told in part[3]]"
)
"""A program for `viewed`: draws as it is told, without a limit."""


def drawing(items: Any, size: tuple[int, int] = (500, 500), images: Any = None) -> bytes:
    """A window that is one canvas with these items."""
    box = [0, 0, *size]
    value = {"ground": "white", "parts": [[box, box, "tan", items]], "images": images or {}}
    return f"{HEAD} {size[0]} {size[1]}\n{json.dumps(value, separators=(',', ':'))}\n".encode()


def image(width: int, height: int, data: bytes, kind: str = "rgba") -> Any:
    """The images of a drawing: one, called `i`."""
    return {"i": [kind, width, height, base64.b64encode(data).decode()]}


def write(folder: Path, **drawings: bytes) -> None:
    """Each as the file of a window that was shown."""
    for number, (title, data) in enumerate(drawings.items(), 1):
        (folder / f"shown-{number:02d}-window-{title}.drawing").write_bytes(data)


def packed_zeros(count: int) -> bytes:
    """So many zero bytes, compressed."""
    return zlib.compress(bytes(count), 9)
