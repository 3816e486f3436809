"""PNG (ISO/IEC 15948), read chunk by chunk."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence

from gograde.pictures.decode.formats.common import Bare, UnfitError, check_size, part, scene_in
from gograde.pictures.picture import PNG_SIGNATURE, chunk

MOST_CHUNKS = 10_000

_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_ORDER = {kind: place for place, kind in enumerate(_KEPT)}
_ONCE = (b"IHDR", b"PLTE", b"tRNS", b"IEND")
_INDEXED = 3

Chunk = tuple[bytes, bytes]


def check(data: bytes) -> Bare:
    """The chunks that the pixels need, and the scene; other texts, profiles and further frames are left out.

    Raises `UnfitError` for a malformed or incomplete file.  The pixel data is not inflated.
    """
    every = list(_chunks(data))
    chunks = [(kind, body) for kind, body in every if _is_kept(kind)]
    kinds = [kind for kind, _ in chunks]
    if kinds != sorted(kinds, key=_ORDER.__getitem__) or any(kinds.count(kind) > 1 for kind in _ONCE):
        raise UnfitError("its chunks are out of order")
    if kinds[:1] != [b"IHDR"] or b"IDAT" not in kinds:
        raise UnfitError("it has no header or no pixels")
    width, height, colour = _header(chunks[0][1])
    _check_palette(colour, chunks)
    scene = scene_in(body for kind, body in every if kind == b"tEXt")
    return Bare("PNG", width, height, PNG_SIGNATURE + b"".join(chunk(*one) for one in chunks), scene)


def _chunks(data: bytes) -> Iterator[Chunk]:
    """Every chunk up to IEND, which must end the file."""
    place = len(PNG_SIGNATURE)
    for _ in range(MOST_CHUNKS):
        (length,) = struct.unpack(">I", part(data, place, 4))
        kind, body = part(data, place + 4, 4), part(data, place + 8, length)
        if part(data, place + 8 + length, 4) != struct.pack(">I", zlib.crc32(kind + body)):
            raise UnfitError("a check sum in it is wrong")
        place += 12 + length
        yield kind, body
        if kind == b"IEND":
            break
    else:
        raise UnfitError(f"it has more than {MOST_CHUNKS} chunks")
    if place != len(data):
        raise UnfitError("there is something behind its end")


def _is_kept(kind: bytes) -> bool:
    if kind not in _KEPT and not kind[:1].islower():
        raise UnfitError("it has a chunk that no PNG needs")
    return kind in _KEPT


def _header(body: bytes) -> tuple[int, int, int]:
    """Width, height and colour type."""
    if len(body) != 13:
        raise UnfitError("its header is not one of a PNG")
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", body)
    if depth not in _DEPTHS.get(colour, ()) or rest[:2] != [0, 0] or rest[2] > 1:
        raise UnfitError("its header is not one of a PNG")
    check_size(width, height)
    return width, height, colour


def _check_palette(colour: int, chunks: Sequence[Chunk]) -> None:
    palette = next((body for kind, body in chunks if kind == b"PLTE"), None)
    if palette is None and colour == _INDEXED:
        raise UnfitError("it has no palette")
    if palette is not None and (len(palette) % 3 or not 3 <= len(palette) <= 768):
        raise UnfitError("its palette is not one of a PNG")
