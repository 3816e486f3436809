"""GIF (87a and 89a), read block by block."""

from __future__ import annotations

import struct

from gograde.pictures.decode.formats.common import Bare, UnfitError, check_size, part, scene_in

MOST_BLOCKS = 20_000
"""The most blocks of a file; a block has at most 255 bytes."""

_SCREEN_BYTES = 13
_FRAME_BYTES = 10
_FRAME = 0x2C
_EXTENSION = 0x21
_END = 0x3B
_CONTROL = 0xF9
_COMMENT = b"!\xfe"
_HAS_TABLE = 0x80


def check(data: bytes) -> Bare:
    """The screen, the colours, the first frame and the scene; further frames are left out.

    Raises `UnfitError` for a malformed or incomplete file.  The pixels are not decoded.
    """
    screen = part(data, 0, _SCREEN_BYTES)
    width, height, flags = struct.unpack("<HHB", screen[6:11])
    check_size(width, height)
    start = _SCREEN_BYTES + _table_bytes(flags)
    walk = _Walk(data, start, (width, height))
    bare = part(data, 0, start) + walk.first_frame() + bytes((_END,))
    return Bare("GIF", width, height, bare, scene_in(walk.comments))


class _Walk:
    """Reads and counts the blocks of one file."""

    def __init__(self, data: bytes, place: int, screen: tuple[int, int]) -> None:
        self.data, self.place, self.screen = data, place, screen
        self.blocks = 0
        self.comments: list[bytes] = []

    def first_frame(self) -> bytes:
        """The first frame with its transparency block; the rest of the file is only read to its end."""
        first = control = b""
        while (kind := part(self.data, self.place, 1)[0]) != _END:
            start = self.place
            self.step(kind)
            if self.data[start : start + 2] == _COMMENT:
                self.comments.append(_joined(self.data[start + 2 : self.place]))
            if first:
                continue
            if kind == _FRAME:
                first = control + self.data[start : self.place]
            elif self.data[start + 1] == _CONTROL:
                control = self.data[start : self.place]
        if not first:
            raise UnfitError("it has no pixels")
        if self.place + 1 != len(self.data):
            raise UnfitError("there is something behind its end")
        return first

    def step(self, kind: int) -> None:
        if kind == _FRAME:
            self.check_frame()
            flags = self.data[self.place + 9]
            self.place += _FRAME_BYTES + _table_bytes(flags)
            if not 1 <= part(self.data, self.place, 1)[0] <= 8:
                raise UnfitError("its pixels are not those of a GIF")
            self.place += 1
        elif kind == _EXTENSION:
            self.place += 2
        else:
            raise UnfitError("it is not a whole GIF")
        self.skip_blocks()

    def check_frame(self) -> None:
        """Check that a frame lies within the screen, which has the size of the picture."""
        left, top, width, height = struct.unpack("<HHHH", part(self.data, self.place, _FRAME_BYTES)[1:9])
        check_size(width, height)
        if left + width > self.screen[0] or top + height > self.screen[1]:
            raise UnfitError("its pixels lie outside its frame")

    def skip_blocks(self) -> None:
        while length := part(self.data, self.place, 1)[0]:
            self.blocks += 1
            self.place += 1 + length
        self.blocks += 1
        self.place += 1
        if self.blocks > MOST_BLOCKS:
            raise UnfitError(f"it has more than {MOST_BLOCKS} blocks")


def _joined(blocks: bytes) -> bytes:
    """The bytes of blocks, each with its length before it."""
    found, place = [], 0
    while length := blocks[place]:
        found.append(blocks[place + 1 : place + 1 + length])
        place += 1 + length
    return b"".join(found)


def _table_bytes(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & _HAS_TABLE else 0
