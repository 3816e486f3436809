"""Reads untrusted archives into memory, within limits; nothing is written to the disk.

One bad entry refuses the whole archive: a link, a device, an unsafe name.  The refusal names the entry.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, BinaryIO

from gograde.intake.bag import MIB, Bag, Caps
from gograde.intake.names import (
    ENVIRONMENT_MARK,
    LONGEST_PATH,
    MAC_ICON,
    UNREADABLE,
    ZIP_SUFFIXES,
    RefusedError,
    check_overlap,
    decoded,
    is_archive,
    is_junk,
    parents,
    safe_path,
    suffix_of,
    zip_name,
    zip_path,
)
from gograde.intake.submission import HAND_IN
from gograde.listing import safe

CHUNK = 64 * 1024
LONGEST_HEADER = 16 * 1024
"""Bytes of the further fields of a file in a tar archive, such as a long path."""

_UNPACKED_BY: Mapping[bytes, Callable[[BinaryIO], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": partial(lzma.open, format=lzma.FORMAT_XZ),
}
"""What unpacks a tar archive, by its first bytes; one that begins otherwise is not packed."""

MOST_NESTED = 2
"""Archives inside each other that are unpacked: some systems pack what a student had packed already."""


def unpacked(files: Mapping[str, bytes], depth: int = MOST_NESTED) -> Mapping[str, bytes]:
    """The files of the archive that is the only file, else `files`; raises `RefusedError`."""
    if not files:
        raise RefusedError(f"no files in it; {HAND_IN}")
    if len(files) > 1:
        return files
    [(name, data)] = files.items()
    if is_archive(name):
        if depth == 0:
            raise RefusedError(f"{safe(name)}: archives in archives; {HAND_IN}")
        return unpacked(unpack(name.rpartition("/")[2], data), depth - 1)
    kind = UNREADABLE.get(suffix_of(name))
    if kind:
        raise RefusedError(f"{safe(name)}: {kind}, which cannot be run; {HAND_IN}")
    return files


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


_SPECIAL = {
    **{tarfile.LNKTYPE: "a hard link", tarfile.SYMTYPE: "a symbolic link"},
    **dict.fromkeys((tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE), "a device or pipe"),
}


class TarHeader(tarfile.TarInfo):
    """A header, or a further one for it: of each field of a long one tarfile keeps all that follows."""

    def _proc_pax(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.size > LONGEST_HEADER:
            raise tarfile.ReadError("a header in it is too long")
        return super()._proc_pax(archive)  # type: ignore[misc,no-any-return]


_BROKEN_TAR = (
    *(tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, OSError),
    *(ValueError, OverflowError, MemoryError),  # of a size that cannot be
)


def read_tar(data: bytes, bag: Bag) -> None:
    """Put the files of a tar archive (plain, gzip, bzip2 or xz) into the bag; raises `RefusedError`."""
    most = 4 * bag.caps.total_bytes
    try:
        plain = _plain(data, most)
        if len(plain) > most:
            raise RefusedError(f"unpacks to more than {most // MIB} MiB")
        _take_tar(plain, bag)
    except _BROKEN_TAR as error:
        raise RefusedError(f"not a tar archive, or a broken one ({safe(str(error))})") from None


def _plain(data: bytes, most: int) -> bytes:
    """The unpacked bytes, at most one more than `most`."""
    unpacked_by = next((found for magic, found in _UNPACKED_BY.items() if data.startswith(magic)), None)
    if unpacked_by is None:
        return data
    with unpacked_by(io.BytesIO(data)) as stream:
        return bytes(stream.read(most + 1))


def _take_tar(plain: bytes, bag: Bag) -> None:
    stream = io.BytesIO(plain)
    how: dict[str, Any] = {"encoding": "utf-8", "errors": "surrogateescape", "tarinfo": TarHeader}
    with tarfile.open(fileobj=stream, mode="r:", **how) as archive:
        for member in archive:
            _take_tar_member(archive, member, bag)
        # tarfile takes a broken header for the end of the archive, and would lose what follows.
        if plain[archive.offset : archive.offset + tarfile.BLOCKSIZE].strip(b"\0"):
            raise tarfile.ReadError("a header in it is broken or cut off")


def _take_tar_member(archive: tarfile.TarFile, member: tarfile.TarInfo, bag: Bag) -> None:
    bag.meet()
    name = decoded(member.name.encode("utf-8", "surrogateescape"))
    if _is_icon(name):
        return
    path = safe_path(name)
    if member.isdir():
        return
    content = archive.extractfile(member) if member.isreg() and not member.issparse() else None
    if content is None or member.size < 0:
        raise RefusedError(f"{safe(name)}: {_SPECIAL.get(member.type, 'not a regular file')}")
    if path and not is_junk(path):
        bag.add(path, iter(lambda: content.read(CHUNK), b""))


# -- for files that are no submissions --------------------------------------------------------


def unzipped(request: Any, files: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """The paths of the files in a zip archive, with their bytes; or why it is refused."""
    bag = Bag(archive_bytes=len(files[0]))
    try:
        read_zip(files[0], bag)
    except RefusedError as refusal:
        return {"refused": str(refusal)}, []
    return {"paths": list(bag.files)}, list(bag.files.values())
