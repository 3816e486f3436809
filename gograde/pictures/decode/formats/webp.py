"""WebP (RFC 9649), read chunk by chunk; still pictures, lossy and lossless."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from gograde.pictures.decode.formats.common import Bare, UnfitError, check_size, part, scene_in

MOST_CHUNKS = 100
_HEAD_BYTES = 12
_PICTURE = (b"VP8 ", b"VP8L")
_SCENE = b"gogr"
_START_CODE = b"\x9d\x01\x2a"
_ALPHA = 0x10

Chunk = tuple[bytes, bytes]


def check(data: bytes) -> Bare:
    """The chunks of pixels and transparency, and the scene; texts are left out.

    Raises `UnfitError` for a malformed file and for an animation.  Nothing is decoded.
    """
    if part(data, 0, _HEAD_BYTES)[8:] != b"WEBP":
        raise UnfitError("it is not a whole WEBP")
    chunks = list(_chunks(data))
    pictures = [one for one in chunks if one[0] in _PICTURE]
    if len(pictures) != 1:
        raise UnfitError("it has no pixels, or moves")
    width, height = _size(*pictures[0])
    check_size(width, height)
    alphas = [one for one in chunks if one[0] == b"ALPH"]
    if len(alphas) > 1 or (alphas and pictures[0][0] != b"VP8 "):
        raise UnfitError("its chunks are out of order")
    kept = [_extended(width, height), *alphas, *pictures] if alphas else pictures
    body = b"".join(kind + struct.pack("<I", len(one)) + one + b"\0" * (len(one) % 2) for kind, one in kept)
    data = b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body
    return Bare("WEBP", width, height, data, scene_in(one for kind, one in chunks if kind == _SCENE))


def _chunks(data: bytes) -> Iterator[Chunk]:
    """Every chunk; the file must end where its header says."""
    (told,) = struct.unpack("<I", data[4:8])
    if told + 8 > len(data):
        raise UnfitError("it is cut off")
    if told + 8 < len(data):
        raise UnfitError("there is something behind its end")
    place = _HEAD_BYTES
    for _ in range(MOST_CHUNKS):
        if place == len(data):
            return
        kind = part(data, place, 4)
        (length,) = struct.unpack("<I", part(data, place + 4, 4))
        yield kind, part(data, place + 8, length)
        place += 8 + length + length % 2
        if place > len(data):
            raise UnfitError("it is cut off")
    raise UnfitError(f"it has more than {MOST_CHUNKS} chunks")


def _size(kind: bytes, body: bytes) -> tuple[int, int]:
    """Width and height from the header of the pixel data."""
    if kind == b"VP8L":
        signature, bits = struct.unpack("<BI", part(body, 0, 5))
        if signature != 0x2F or bits >> 29:
            raise UnfitError("its pixels are not those of a WEBP")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    head = part(body, 0, 10)
    if head[0] & 1 or head[3:6] != _START_CODE:
        raise UnfitError("its pixels are not those of a WEBP")
    width, height = struct.unpack("<HH", head[6:10])
    return width & 0x3FFF, height & 0x3FFF


def _extended(width: int, height: int) -> Chunk:
    """The header of a picture with a transparency chunk."""
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"VP8X", bytes((_ALPHA, 0, 0, 0)) + sizes
