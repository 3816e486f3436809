"""BMP (Windows and OS/2), uncompressed."""

from __future__ import annotations

import struct

from gograde.pictures.decode.formats.common import SCENE, Bare, UnfitError, check_size, part, scene_in

_FILE_BYTES = 14  # bytes before the header
_OLD = 12  # bytes of the header of OS/2
_INFO = (40, 52, 56, 108, 124)  # bytes of the headers of Windows
_DEPTHS = (1, 4, 8, 16, 24, 32)
_UNCOMPRESSED = 0  # BI_RGB
_MASKED = 3  # BI_BITFIELDS: uncompressed, with masks for the colours
_MOST_PADDING = 4  # bytes after the last row


def check(data: bytes) -> Bare:
    """The file without its scene; raises `UnfitError` unless the header fits the length of the file."""
    (start,) = struct.unpack("<I", part(data, 10, 4))
    width, height, depth = _header(data)
    check_size(width, height)
    row = (width * depth + 31) // 32 * 4
    if start < _FILE_BYTES + _OLD or start + row * height > len(data):
        raise UnfitError("it is cut off, or its header does not fit it")
    if start + row * height + _MOST_PADDING < len(data):
        raise UnfitError("there is something behind its end")
    at = data.find(SCENE, _FILE_BYTES + _OLD, start)
    if at < 0:
        return Bare("BMP", width, height, data)
    bare = data[:10] + struct.pack("<I", at) + data[14:at] + data[start:]
    return Bare("BMP", width, height, bare, scene_in((data[at:start],)))


def _header(data: bytes) -> tuple[int, int, int]:
    """Width, height and bits per pixel; a negative height means rows from the top."""
    (size,) = struct.unpack("<I", part(data, _FILE_BYTES, 4))
    if size == _OLD:
        width, height, planes, depth = struct.unpack("<HHHH", part(data, 18, 8))
        method = _UNCOMPRESSED
    elif size in _INFO:
        width, height, planes, depth, method = struct.unpack("<iiHHI", part(data, 18, 16))
    else:
        raise UnfitError("its header is not one of a BMP")
    if planes != 1 or depth not in _DEPTHS or method not in (_UNCOMPRESSED, _MASKED):
        raise UnfitError("it is a kind of BMP that is not read")
    return width, abs(height), depth
