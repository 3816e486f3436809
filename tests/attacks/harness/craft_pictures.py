"""Helpers that make the attacks of the group `pictures`, and a careless viewer that opens them."""

import os
import resource
import struct
import zlib
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path

from gograde.pictures.picture import PNG_SIGNATURE, chunk

MIB = 1024 * 1024
MOST_MEMORY = 1024 * MIB
"""Address space of the careless viewer, so that it harms nobody here."""
_MOST_CPU_S = 3


def header(width: int, height: int, depth: int = 8, colour: int = 0) -> bytes:
    """The header of a PNG; colour 0 is grey, 2 RGB, 3 by palette."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))


def png(*middle: bytes, pixels: bytes = b"\0" * 72, head: bytes = header(8, 8)) -> bytes:
    """A PNG, by default of 8 x 8 black pixels, with chunks between header and pixels."""
    data = chunk(b"IDAT", zlib.compress(pixels, 9))
    return PNG_SIGNATURE + head + b"".join(middle) + data + chunk(b"IEND", b"")


def zeros(count: int) -> bytes:
    """So many zero bytes, compressed, without ever holding them all."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(min(MIB, count - done))) for done in range(0, count, MIB)]
    return b"".join([*parts, packer.flush()])


@dataclass(frozen=True)
class Viewed:
    """What became of a program that opened a file: its output, whether it ended well, its peak."""

    said: str
    well: bool
    peak_bytes: int

    @property
    def hurt(self) -> bool:
        """Whether it was brought down by a limit, or took more than 256 MiB."""
        return not self.well or self.peak_bytes > 256 * MIB


OPEN = (
    "from PIL import Image; image = Image.open(path); image.load(); image.convert('RGB'); print(image.size)"
)
OPEN_ANY_SIZE = f"from PIL import Image; Image.MAX_IMAGE_PIXELS = None; {OPEN}"
OPEN_FRAMES = (
    "from PIL import Image, ImageSequence; "
    "[frame.copy() for frame in ImageSequence.Iterator(Image.open(path))]"
)


def viewed(path: Path, program: str = OPEN) -> Viewed:
    """Open a picture in a child with 1 GiB and 3 s of CPU time; the program finds its `path`."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _view(path, program, writer)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8", errors="replace") as source:
        *said, peak = source.read().split("\n")[:-1] or ["0"]
    well = os.waitpid(child, 0)[1] == 0
    return Viewed("\n".join(said), well, int(peak) * 1024 if well else 0)


def _view(path: Path, program: str, writer: int) -> None:
    """In the child, which never comes back; it has Pillow from before, since not everybody can read it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_CPU_S, _MOST_CPU_S))
    ended = 1
    with suppress(BaseException), os.fdopen(writer, "w", encoding="utf-8") as out, redirect_stdout(out):
        exec(program, {"path": str(path)})
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True)
        ended = 0
    os._exit(ended)
