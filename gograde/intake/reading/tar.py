"""Reads the tar format as a stream; time and memory do not depend on the sizes that headers claim.

The standard library's reader keeps extended headers of any length and parses them in time and
memory that grow with the square of their length.  Source: the pax format of POSIX.1, and GNU tar's
long names and large numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

BLOCK = 512
CHUNK = 64 * 1024
LONGEST_HEADER = 64 * 1024
"""Bytes of one extended header; real headers hold a name, times and attributes."""

FILE = "a regular file"
FOLDER = "a folder"
SPARSE = "a sparse file"
_KINDS = {
    b"\0": FILE,
    b"0": FILE,
    b"7": FILE,
    b"1": "a hard link",
    b"2": "a symbolic link",
    b"3": "a device or pipe",
    b"4": "a device or pipe",
    b"5": FOLDER,
    b"6": "a device or pipe",
    b"S": SPARSE,
}
_OTHER = "not a regular file"
_OCTAL = re.compile(rb"[ \0]*([0-7]*)[ \0]*")


class BrokenTarError(Exception):
    """The data is not a tar archive, or it is cut off."""


@dataclass(frozen=True)
class Member:
    """A member: its stored name, its kind in words (`FILE`, `FOLDER` …), its bytes in chunks.

    The chunks can be read only until the next member is requested.
    """

    name: bytes
    kind: str
    chunks: Iterator[bytes]


@dataclass(frozen=True)
class _Extra:
    """The values in extended headers of a member; None for a value that they do not state."""

    path: bytes | None = None
    size: int | None = None
    sparse: bool = False

    def over(self, other: _Extra) -> _Extra:
        """These values; the other's where a value is None."""
        path = other.path if self.path is None else self.path
        return _Extra(path, other.size if self.size is None else self.size, self.sparse or other.sparse)


def members(stream: BinaryIO) -> Iterator[Member]:
    """Read the members in order; raises `BrokenTarError`."""
    of_all, of_next, count = _Extra(), _Extra(), 0
    while header := _header(stream):
        kind, size = header[156:157], _number(header[124:136])
        count += 1
        if kind in b"xXgLK":
            text = _extension(stream, size)
            if kind == b"g":
                of_all = _records(text).over(of_all)
            elif kind != b"K":
                read = _Extra(path=text.split(b"\0")[0]) if kind == b"L" else _records(text)
                of_next = read.over(of_next)
            continue
        said = of_next.over(of_all)
        yield from _member(stream, header, replace(said, size=size if said.size is None else said.size))
        of_next = _Extra()
    if not count:
        raise BrokenTarError("no members in it")


def _member(stream: BinaryIO, header: bytes, said: _Extra) -> Iterator[Member]:
    name = _name(header) if said.path is None else said.path
    kind = SPARSE if said.sparse else _KINDS.get(header[156:157], _OTHER)
    if header[156:157] == b"\0" and name.endswith(b"/"):
        kind = FOLDER
    size = said.size if said.size and kind in (FILE, SPARSE, _OTHER) else 0
    chunks = _chunks(stream, size)
    yield Member(name, kind, chunks)
    for _ in chunks:
        pass
    _read(stream, -size % BLOCK)


def _chunks(stream: BinaryIO, size: int) -> Iterator[bytes]:
    while size:
        chunk = _read(stream, min(CHUNK, size))
        size -= len(chunk)
        yield chunk


def _read(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise BrokenTarError("it is cut off")
    return data


# -- headers --------------------------------------------------------------------------------


def _header(stream: BinaryIO) -> bytes:
    """The next header; empty at the end."""
    header = stream.read(BLOCK)
    if not header.strip(b"\0"):
        return b""
    if len(header) < BLOCK:
        raise BrokenTarError("it is cut off")
    blank = header[:148] + b" " * 8 + header[156:]
    signed = sum(blank) - 256 * sum(byte > 127 for byte in blank)
    if _number(header[148:156]) not in (sum(blank), signed):
        raise BrokenTarError("a header with a wrong check sum")
    return header


def _name(header: bytes) -> bytes:
    name, prefix = (part.split(b"\0")[0] for part in (header[:100], header[345:500]))
    posix = header[257:263] == b"ustar\0"
    return prefix + b"/" + name if posix and prefix else name


def _number(field: bytes) -> int:
    """A number field: octal digits, or after a first byte of 0x80 the number's big-endian bytes."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = _OCTAL.fullmatch(field)
    if digits is None:
        raise BrokenTarError("a header with a number that is none")
    return int(digits[1] or b"0", 8)


def _extension(stream: BinaryIO, size: int) -> bytes:
    if size > LONGEST_HEADER:
        raise BrokenTarError("an extended header that is too long")
    text = _read(stream, size)
    _read(stream, -size % BLOCK)
    return text


def _records(text: bytes) -> _Extra:
    """The path, size and sparseness in the records `length key=value` of a pax header."""
    said, at = _Extra(), 0
    while text[at : at + 1].strip(b"\0"):
        blank = text.find(b" ", at, at + 7)
        length = text[at:blank]
        end = at + int(length) if blank > at and length.isdigit() else -1
        if not blank < end <= len(text):
            raise BrokenTarError("an extended header that is broken")
        key, _, value = text[blank + 1 : end].rstrip(b"\n").partition(b"=")
        said = _record(key, value).over(said)
        at = end
    return said


def _record(key: bytes, value: bytes) -> _Extra:
    if key == b"path":
        return _Extra(path=value)
    if key == b"size":
        if not re.fullmatch(rb"[0-9]{1,18}", value):
            raise BrokenTarError("an extended header with a size that is none")
        return _Extra(size=int(value))
    return _Extra(sparse=key.startswith(b"GNU.sparse."))
