"""Inspects and decodes picture files; runs inside the sandbox, and nowhere else.

Each picture has a process of its own, so that one that ends its process costs no other.
"""

from __future__ import annotations

import base64
import io
import json
import os
import re
import resource
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from PIL import Image

from gograde.pictures.capture.stand_ins._window_files import PNG_SIGNATURE, SCENE
from gograde.pictures.picture import MOST_PIXELS, OF_FORMAT, SUFFIXES, VECTORS, NoPicture
from gograde.pictures.shapes.scene import Scene, read_scene, write_scene
from gograde.sandbox.reader.parcel import packed, unpacked

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

MOST_BYTES = 1024 * 1024
"""A larger file is refused."""

MOST_DRAWING_PIXELS = 4_000_000
"""The most pixels of a window, twice those of its screen."""

BROKEN = "it cannot be decoded"

STARTS: Mapping[str, tuple[bytes, ...]] = MappingProxyType(
    {
        "PNG": (PNG_SIGNATURE,),
        "JPEG": (b"\xff\xd8\xff",),
        "GIF": (b"GIF87a", b"GIF89a"),
        "BMP": (b"BM",),
        "WEBP": (b"RIFF",),
        "PPM": tuple(b"P%d" % kind for kind in range(1, 7)),
        "drawing": (b"gograde drawing 1 ",),
    }
)
"""The first bytes of files by format."""

_DRAWING = re.compile(rb"gograde drawing 1 ([0-9]{1,5}) ([0-9]{1,5})\n")

# The limit of pixels is `MOST_PIXELS`, which is checked before pixels are decoded.
Image.MAX_IMAGE_PIXELS = None


def decoded(request: Mapping[str, Any], files: Sequence[bytes]) -> tuple[list[Any], list[bytes]]:
    """The results of the first pictures in the order of `names`, at least of one.

    The pixels and the shapes of each are two files.  A result is the width and the height, or the reason for
    a refusal, then without pixels.  `side` is the most pixels of a side; a larger picture is shrunk by a
    whole factor.
    """
    warnings.simplefilter("ignore")
    results: list[Any] = []
    kept: list[bytes] = []
    before = _used_s()
    _import_for(request["names"])
    for name, data in zip(request["names"], files, strict=True):
        result, pixels_and_shapes = _apart(name, data, request["side"])
        results.append(result)
        kept += pixels_and_shapes
        enough = _used_s() - before > ENOUGH_CPU_S or sum(map(len, kept)) > ENOUGH_BYTES
        if enough or results.count(ENDED) == MOST_ENDED:
            break
    return results, kept


def _import_for(names: Sequence[str]) -> None:
    """Import once, before the processes of the pictures begin, what each of them would import."""
    Image.preinit()
    if any(name.endswith(".drawing") for name in names):
        import gograde.pictures.render
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
    if isinstance(seen, NoPicture):
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
        from gograde.pictures.render import render

        return render(seen.data)
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


def _shapes(seen: Bare) -> bytes:
    """The scene of a window, or the one that a picture brings; no bytes when there is none."""
    if seen.format != "drawing":
        scene = read_scene(seen.scene, seen.width, seen.height)
        return write_scene(scene) if scene else b""
    from gograde.pictures.shapes.of_drawing import scene_of

    try:
        value = json.loads(seen.data.partition(b"\n")[2])
        scenes = {
            name: scene for name, image in value["images"].items() if (scene := _scene_of_image(*image))
        }
        return write_scene(scene_of(value, (seen.width, seen.height), scenes))
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


# -- before pixels are decoded ------------------------------------------------------------------


@dataclass(frozen=True)
class Bare:
    """A file that may be decoded: its format, its size in pixels, and its bytes without the scene.

    `scene` is what the file says of its shapes (`gograde.pictures.shapes`), unchecked.
    """

    format: str
    width: int
    height: int
    data: bytes
    scene: bytes = b""


def inspect(name: str, data: bytes) -> Bare | NoPicture:
    """The file with the size that its header says, or why it must not be decoded.

    The name decides the format.  No pixel is decoded.
    """
    wanted = next((form for form, endings in OF_FORMAT.items() if name.lower().endswith(endings)), None)
    if name.lower().endswith(VECTORS):
        return NoPicture("lines and shapes are not read, only pixels, as in a .png")
    if wanted is None:
        return NoPicture(f"its name does not end with {', '.join(SUFFIXES)}")
    if not data:
        return NoPicture("it is empty")
    if len(data) > MOST_BYTES:
        return NoPicture(f"larger than {MOST_BYTES // 1024} KiB")
    if not data.startswith(STARTS[wanted]):
        other = next((form for form, starts in STARTS.items() if data.startswith(starts)), "")
        return NoPicture(f"its name says {wanted}, but it is {f'a {other}' if other else 'none'}")
    return _drawing(data) if wanted == "drawing" else _pixels(wanted, data)


def _drawing(data: bytes) -> Bare | NoPicture:
    """The drawing of a window: a line with the size, then a JSON value, which the renderer reads."""
    head = _DRAWING.match(data)
    if head is None:
        return NoPicture("its first line is not that of a drawing")
    return _sized(Bare("drawing", int(head[1]), int(head[2]), data), MOST_DRAWING_PIXELS)


def _pixels(form: str, data: bytes) -> Bare | NoPicture:
    """A file of pixels; of one that moves, the first frame is decoded."""
    bare, mark, scene = data.rpartition(SCENE)
    bare, scene = (bare, scene) if mark else (data, b"")
    try:
        with Image.open(io.BytesIO(bare), formats=[form]) as image:
            width, height = image.size
            moves = form == "WEBP" and getattr(image, "is_animated", False)
    except Exception:  # Pillow raises errors of many kinds
        return NoPicture(BROKEN)
    if moves:
        return NoPicture("it moves")
    return _sized(Bare(form, width, height, bare, scene), MOST_PIXELS)


def _sized(bare: Bare, most: int) -> Bare | NoPicture:
    """The file, if it has from 1 to `most` pixels."""
    size = f"{bare.width} x {bare.height} pixels"
    if bare.width < 1 or bare.height < 1:
        return NoPicture(f"its header says {size}")
    if bare.width * bare.height > most:
        return NoPicture(f"{size}, at most {most // 1_000_000} million are read")
    return bare
