"""Inspects and decodes picture files; runs inside the sandbox, and nowhere else.

Each picture has a process of its own, so that one that ends its process costs no other.
"""

from __future__ import annotations

import base64
import io
import json
import os
import resource
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from gograde.pictures.decode.inspect import BROKEN, Bare, inspect
from gograde.pictures.picture import Refused
from gograde.pictures.shapes.scene import Scene, read_scene, write_scene
from gograde.reader.parcel import packed, unpacked

MIB = 1024 * 1024

FULL = 65536 / 256
"""Steps of 16-bit grey per step of 8-bit grey."""

CPU_S = 4
"""Seconds of CPU time for one picture; the largest one takes about 1 s."""

MEMORY_BYTES = 320 * MIB
"""The most memory that the process of one picture may map; the largest one takes 160 MiB and the code."""

BAND = 64
"""Rows of the smaller picture that are made at once."""

ENOUGH_CPU_S = 8
"""Seconds of CPU time after which the pictures that are left wait for another job."""

ENOUGH_BYTES = 24 * MIB
"""Bytes of pixels after which they do."""

MOST_ENDED = 3
"""After this many pictures ended their process, no other picture of the run is read."""

ENDED = "decoding it took too much time or memory"
OTHER_SIZE = "what was decoded is not what its header says"
PALETTE = "a pixel in it has a colour that its palette does not have"

_CAPTURE = Path(__file__).parents[1] / "capture"
_DRAWING = (_CAPTURE / "inside", _CAPTURE / "stand_ins" / "tkinter" / "_drawing")
"""The folders of the programs that draw the content of a window."""


def decoded(request: Mapping[str, Any], files: Sequence[bytes]) -> tuple[list[Any], list[bytes]]:
    """The results of the first pictures in the order of `names`, at least of one.

    The pixels and the shapes of each are two files.  A result is the width and the height, or the reason for
    a refusal, then without pixels.  `side` is the most pixels of a side; a larger picture is shrunk by a
    whole factor.
    """
    warnings.simplefilter("ignore")
    found: list[Any] = []
    kept: list[bytes] = []
    before = _used_s()
    _import_for(request["names"])
    for name, data in zip(request["names"], files, strict=True):
        result, pixels_and_shapes = _apart(name, data, request["side"])
        found.append(result)
        kept += pixels_and_shapes
        enough = _used_s() - before > ENOUGH_CPU_S or sum(map(len, kept)) > ENOUGH_BYTES
        if enough or found.count(ENDED) == MOST_ENDED:
            break
    return found, kept


def _import_for(names: Sequence[str]) -> None:
    """Import once, before the processes of the pictures begin, what each of them would import."""
    Image.preinit()
    if any(name.endswith(".drawing") for name in names):
        _renderer()
        import gograde.pictures.shapes.of_drawing  # noqa: F401


def _used_s() -> float:
    """The CPU time of the processes so far."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _apart(name: str, data: bytes, side: int | None) -> tuple[Any, list[bytes]]:
    """The result of a picture, its pixels and its shapes, from a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _answer(writer, name, data, side)
    os.close(writer)
    with os.fdopen(reader, "rb") as source:
        said = source.read()
    os.waitpid(child, 0)
    try:
        result, (rgb, shapes) = unpacked(said)
    except ValueError:
        return ENDED, [b"", b""]
    return result, [rgb, shapes]


def _answer(writer: int, name: str, data: bytes, side: int | None) -> None:
    """Write the result of a picture and end the process."""
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        result, rgb, shapes = _decoded(name, data, side)
        with os.fdopen(writer, "wb") as out:
            out.write(packed(result, [rgb, shapes]))
    finally:
        os._exit(0)


def _decoded(name: str, data: bytes, side: int | None) -> tuple[Any, bytes, bytes]:
    """Size, pixels and shapes, or the reason for a refusal; Pillow raises errors of many kinds."""
    seen = inspect(name, data)
    if isinstance(seen, Refused):
        return seen.reason, b"", b""
    try:
        image = _image(seen)
    except Exception:
        return BROKEN, b"", b""
    if image is None:
        return PALETTE, b"", b""
    if image.size != (seen.width, seen.height):
        return OTHER_SIZE, b"", b""
    small = _reduced(image, 1 if side is None else -(-max(image.size) // side))
    return small.size, small.tobytes(), _shapes(seen)


def _image(seen: Bare) -> Image.Image | None:
    """The picture; None when a pixel has a colour that its palette does not have."""
    if seen.format == "drawing":
        return _renderer()(seen.data)
    with Image.open(io.BytesIO(seen.data), formats=[seen.format]) as image:
        image.load()
        return None if _beyond_palette(image) else image


def _reduced(image: Image.Image, factor: int) -> Image.Image:
    """The picture in RGB on white, smaller by a factor; made in bands, since large ones fit only once."""
    width, height = image.size
    small = Image.new("RGB", (-(-width // factor), -(-height // factor)))
    for top in range(0, height, BAND * factor):
        band = image.crop((0, top, width, min(height, top + BAND * factor)))
        small.paste(on_white(band).reduce(factor), (0, top // factor))
    return small


def _renderer() -> Callable[[bytes], Image.Image]:
    """The function that draws the content of a window; its folders lie outside of any package."""
    if str(_DRAWING[0]) not in sys.path:
        sys.path[:0] = map(str, _DRAWING)
    from render import render  # type: ignore[import-not-found]

    return render  # type: ignore[no-any-return]


def _shapes(seen: Bare) -> bytes:
    """The scene of a window, or the one that a picture brings; no bytes when there is none."""
    if seen.format != "drawing":
        scene = read_scene(seen.scene, seen.width, seen.height)
        return write_scene(scene) if scene else b""
    from colours import rgb  # type: ignore[import-not-found]

    from gograde.pictures.shapes.of_drawing import scene_of

    try:
        value = json.loads(seen.data.partition(b"\n")[2])
        scenes = {
            name: scene for name, image in value["images"].items() if (scene := _scene_of_image(*image))
        }
        return write_scene(scene_of(value, (seen.width, seen.height), rgb, scenes))
    except Exception:
        return b""


def _scene_of_image(kind: str, width: int, height: int, text: str) -> Scene | None:
    """The scene that an image inside a window brings."""
    seen = inspect("image.png", base64.b64decode(text)) if kind == "file" else None
    return read_scene(seen.scene, width, height) if isinstance(seen, Bare) else None


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
