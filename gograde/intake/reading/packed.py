"""Unpacks gzip, bzip2 and xz data as a stream, within bounds of memory and length."""

from __future__ import annotations

import bz2
import io
import lzma
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol

CHUNK = 64 * 1024
MEMORY = 128 * 1024 * 1024
"""Bytes of memory for unpacking xz; its highest preset needs 65 MiB."""

MOST_PARTS = 1000
"""The most packed parts in a row: an empty part gives no bytes but costs time."""


class Unpacker(Protocol):
    """The interface of the standard library's incremental decompressors."""

    @property
    def eof(self) -> bool: ...

    @property
    def needs_input(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class LongerError(Exception):
    """The unpacked data is longer than allowed."""


def unpacked(data: bytes, most: int) -> io.BufferedReader:
    """A stream of the unpacked data; data that is not packed is streamed as it is.

    Reading raises `LongerError` after `most` bytes, `EOFError` for cut-off data, and `zlib.error`,
    `OSError` or `lzma.LZMAError` for broken data.
    """
    return io.BufferedReader(_Unpacked(data, most), CHUNK)


class _Gzip:
    """zlib's decompressor as an `Unpacker`."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


class _NotPacked:
    """An `Unpacker` of data that is not packed."""

    eof, needs_input, unused_data = False, True, b""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return data


def _xz() -> Unpacker:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)


_BY_MAGIC: Mapping[bytes, Callable[[], Unpacker]] = {
    b"\x1f\x8b": _Gzip,
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ\x00": _xz,
}


class _Unpacked(io.RawIOBase):
    """Unpacks part after part; no read unpacks more bytes than requested."""

    def __init__(self, data: bytes, most: int) -> None:
        self._source, self._left, self._parts = io.BytesIO(data), most, 1
        self._magic = next((magic for magic in _BY_MAGIC if data.startswith(magic)), b"")
        self._unpacker = self._new()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._piece(len(buffer))
        self._left -= len(piece)
        if self._left < 0:
            raise LongerError
        buffer[: len(piece)] = piece
        return len(piece)

    def _new(self) -> Unpacker:
        return _BY_MAGIC[self._magic]() if self._magic else _NotPacked()

    def _piece(self, most: int) -> bytes:
        """The next bytes, at most `most`; empty at the end."""
        if not self._magic:
            return self._source.read(most)
        while not self._unpacker.eof or self._next_part():
            fresh = self._source.read(CHUNK) if self._unpacker.needs_input else b""
            piece = self._unpacker.decompress(fresh, most)
            if piece:
                return piece
            if not fresh and not self._unpacker.eof:
                raise EOFError("the packed data is cut off")
        return b""

    def _next_part(self) -> bool:
        """Start the next part; return whether there is one."""
        self._source.seek(-len(self._unpacker.unused_data), io.SEEK_CUR)
        rest = b""
        while not rest and (chunk := self._source.read(CHUNK)):
            rest = chunk.lstrip(b"\0")  # xz and tape drives pad with zeros
        self._source.seek(-len(rest), io.SEEK_CUR)
        follows = rest.startswith(self._magic)
        self._parts += 1
        if follows and self._parts > MOST_PARTS:
            raise LongerError
        if follows:
            self._unpacker = self._new()
        return follows
