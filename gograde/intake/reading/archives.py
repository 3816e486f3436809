"""Reads untrusted archives into memory, within limits; nothing is written to the disk.

One bad entry refuses the whole archive: a link, a device, an unsafe name.  The refusal names the entry.
"""

from __future__ import annotations

import bz2
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from gograde.intake.bag import MIB, Bag, Caps
from gograde.intake.names import (
    ENVIRONMENT_MARK,
    LONGEST_PATH,
    MAC_ICON,
    ZIP_SUFFIXES,
    RefusedError,
    check_overlap,
    decoded,
    is_junk,
    parents,
    safe_path,
    zip_name,
    zip_path,
)
from gograde.intake.reading import tar
from gograde.listing import safe

# -- unpacks gzip, bzip2 and xz data as a stream, within bounds of memory and length -----------------------

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


def unpack(name: str, data: bytes, caps: Caps | None = None) -> dict[str, bytes]:
    """The regular files of a zip or tar archive, by path; raises `RefusedError`.

    The suffix of `name` decides how the data is read.
    """
    bag = Bag(caps or Caps(), archive_bytes=len(data))
    try:
        read_zip(data, bag) if name.lower().endswith(ZIP_SUFFIXES) else read_tar(data, bag)
    except RefusedError as refusal:
        raise RefusedError(f"{safe(name)}: {refusal}") from None
    return bag.files


# -- zip ------------------------------------------------------------------------------------

_DIRECTORY_BYTES = 2 * MIB  # the largest list of entries that `zipfile` reads here


def read_zip(data: bytes, bag: Bag) -> None:
    """Put the files of a zip archive into the bag; raises `RefusedError`."""
    _check_directory(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            bag.meet(len(entries))
            check_overlap(entries)
            environments = _environments(entries)
            for info in entries:
                if not _is_inside(zip_name(info).replace("\\", "/"), environments):
                    _take_zip_entry(archive, info, bag)
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError) as error:
        raise RefusedError(f"a broken zip archive ({safe(str(error))})") from None
    except (NotImplementedError, RuntimeError, ValueError, OverflowError) as error:
        raise RefusedError(f"a zip archive that cannot be read ({safe(str(error))})") from None


def _check_directory(data: bytes) -> None:
    """Refuse data that is no zip, a zip64 archive, and a list of entries too long for `zipfile`."""
    at = data.rfind(b"PK\x05\x06", max(0, len(data) - 66_000))
    if not data.startswith(b"PK") or at < 0 or len(data) < at + 22:
        raise RefusedError("not a zip archive, or one that is cut off")
    if data[at - 20 : at - 16] == b"PK\x06\x07":
        raise RefusedError("a zip64 archive")
    if struct.unpack_from("<I", data, at + 12)[0] > _DIRECTORY_BYTES:
        raise RefusedError("too many entries")


def _environments(entries: Iterable[zipfile.ZipInfo]) -> frozenset[str]:
    """The folders that hold a virtual environment."""
    names = (zip_name(info).replace("\\", "/") for info in entries)
    return frozenset(
        name.removesuffix(f"/{ENVIRONMENT_MARK}") for name in names if name.endswith(f"/{ENVIRONMENT_MARK}")
    )


def _is_inside(name: str, folders: frozenset[str]) -> bool:
    return bool(folders) and len(name) <= LONGEST_PATH and not folders.isdisjoint(parents(name))


def _take_zip_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, bag: Bag) -> None:
    if not _is_icon(zip_name(info)) and (path := zip_path(info)):
        with archive.open(info) as member:
            bag.add(path, iter(lambda: member.read(CHUNK), b""))


def _is_icon(name: str) -> bool:
    return name.rpartition("/")[2] == MAC_ICON


# -- tar ------------------------------------------------------------------------------------


def read_tar(data: bytes, bag: Bag) -> None:
    """Put the files of a tar archive (plain, gzip, bzip2 or xz) into the bag; raises `RefusedError`."""
    most = 4 * bag.caps.total_bytes
    try:
        for member in tar.members(unpacked(data, most)):
            _take_tar_member(member, bag)
    except LongerError:
        raise RefusedError(f"unpacks to more than {most // MIB} MiB") from None
    except (tar.BrokenTarError, lzma.LZMAError, zlib.error, EOFError, OSError, ValueError) as error:
        raise RefusedError(f"not a tar archive, or a broken one ({safe(str(error))})") from None


def _take_tar_member(member: tar.Member, bag: Bag) -> None:
    bag.meet()
    name = decoded(member.name)
    if _is_icon(name):
        return
    path = safe_path(name)
    if member.kind == tar.FOLDER:
        return
    if member.kind != tar.FILE:
        raise RefusedError(f"{safe(name)}: {member.kind}")
    if path and not is_junk(path):
        bag.add(path, member.chunks)


# -- for files that are no submissions --------------------------------------------------------


def unzipped(request: Any, files: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """The paths of the files in a zip archive, with their bytes; or why it is refused."""
    bag = Bag(archive_bytes=len(files[0]))
    try:
        read_zip(files[0], bag)
    except RefusedError as refusal:
        return {"refused": str(refusal)}, []
    return {"paths": list(bag.files)}, list(bag.files.values())
