"""JPEG (ITU-T T.81), read marker by marker; baseline, extended and progressive with Huffman codes."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

from gograde.pictures.decode.formats.common import Bare, UnfitError, check_size, part, scene_in

MOST_SCANS = 100
"""The most scans; a progressive picture has about ten, and each scan processes all pixels again."""

_END = 0xD9
_FRAMES = (0xC0, 0xC1, 0xC2)
_TABLES = (0xC4, 0xDB, 0xDD)
_SCAN = 0xDA
_COLOUR_NOTES = (0xE0, 0xEE)
"""The markers of JFIF and Adobe, which define the colour encoding; other application data is left out."""

_COMMENT = 0xFE
_DROPPED = frozenset({*range(0xE0, 0xF0), _COMMENT}) - frozenset(_COLOUR_NOTES)
_NEXT_MARKER = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")

Segment = tuple[int, bytes]


def check(data: bytes) -> Bare:
    """The frame, its tables, its scans and the scene; other comments and thumbnails are left out.

    Raises `UnfitError` for a malformed or incomplete file.  The scans are not decoded.
    """
    segments = list(_segments(data))
    frames = [body for marker, body in segments if marker in _FRAMES]
    markers = [marker for marker, _ in segments]
    if len(frames) != 1 or _SCAN not in markers or markers.index(_SCAN) < _frame_place(markers):
        raise UnfitError("it has no frame or no pixels")
    if markers.count(_SCAN) > MOST_SCANS:
        raise UnfitError(f"it goes over its pixels more than {MOST_SCANS} times")
    width, height = _size(frames[0])
    kept = (body for marker, body in segments if marker not in _DROPPED)
    scene = scene_in(body[4:] for marker, body in segments if marker == _COMMENT)
    return Bare("JPEG", width, height, b"\xff\xd8" + b"".join(kept) + b"\xff\xd9", scene)


def _segments(data: bytes) -> Iterator[Segment]:
    """Marker and bytes of every segment between start and end; the bytes of a scan include its pixels."""
    place = 2
    while (marker := _marker(data, place)) != _END:
        if marker not in (*_FRAMES, *_TABLES, _SCAN, *_COLOUR_NOTES, *_DROPPED):
            raise UnfitError("it is a kind of JPEG that is not read")
        (length,) = struct.unpack(">H", part(data, place + 2, 2))
        end = place + 2 + max(length, 2)
        part(data, place, end - place)
        if marker == _SCAN:
            end = _end_of_scan(data, end)
        yield marker, data[place:end]
        place = end
    if place + 2 != len(data):
        raise UnfitError("there is something behind its end")


def _marker(data: bytes, place: int) -> int:
    first, marker = part(data, place, 2)
    if first != 0xFF:
        raise UnfitError("it is not a whole JPEG")
    return marker


def _end_of_scan(data: bytes, start: int) -> int:
    found = _NEXT_MARKER.search(data, start)
    if found is None:
        raise UnfitError("it is cut off")
    return found.end() - 2


def _frame_place(markers: list[int]) -> int:
    return next(place for place, marker in enumerate(markers) if marker in _FRAMES)


def _size(frame: bytes) -> tuple[int, int]:
    """Width and height from the frame's header."""
    if len(frame) < 10:
        raise UnfitError("its header is not one of a JPEG")
    precision, height, width, components = struct.unpack(">BHHB", frame[4:10])
    if precision != 8 or components not in (1, 3, 4) or len(frame) != 10 + 3 * components:
        raise UnfitError("it is a kind of JPEG that is not read")
    check_size(width, height)
    return width, height
