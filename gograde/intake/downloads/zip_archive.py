"""An export as the learning system zips it.

Only the outer archive is opened, which the system made.  Its members are copied as bytes; an archive
that a student handed in is one of them.  A member that no learning system would write refuses the whole
archive: an unsafe path, a link, a name that occurs twice.  A name that a student may have chosen and no
file can have leaves out this member alone, so that nobody can stop the import of a class.
"""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from gograde.errors import DataError
from gograde.intake.downloads.part import CHUNK, Entry
from gograde.intake.names import (
    BAD_CHARACTER,
    TOO_LONG,
    RefusedError,
    decoded,
    has_bad_character,
    is_junk,
    is_too_long,
    safe_path,
)
from gograde.intake.printable import safe

MOST_ENTRIES = 200_000
"""Entries of an export: 300 students with the 500 files that a submission may have, and a third more."""

RATIO = 1100
"""How many times its size a member may unpack to; deflate makes at most 1032."""

BACKSLASH = "a backslash in a name"
"""Archives made on Windows have them between all names, and systems have none: a student wrote this one."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_HEADER_BYTES = 30  # of a member, before its name
_KINDS = {stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
_FIX = "download it again, or unpack it by hand and import the folder"
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, ValueError),
    OSError,  # a place in the archive that cannot be
)


class ZipSource:
    """The members of an open archive; raises `RefusedError` for one that is unsafe."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        infos = archive.infolist()
        if len(infos) > MOST_ENTRIES:
            raise RefusedError(f"more than {MOST_ENTRIES} entries")
        _check_overlap(infos)
        self._archive = archive
        self._infos: list[zipfile.ZipInfo] = []
        self.entries: list[Entry] = []
        self.skipped: dict[str, str] = {}
        seen: set[str] = set()
        for info in infos:
            if why := unwritable(_name(info)):
                self.skipped[_name(info)] = why
                continue
            path = _checked(info)
            if not path:
                continue
            if path in seen:
                raise RefusedError(f"{safe(path)}: the name occurs twice")
            seen.add(path)
            self.entries.append(Entry(path, len(self._infos), info.file_size))
            self._infos.append(info)

    def chunks(self, entry: Entry) -> Iterator[bytes]:
        """The bytes of a member."""
        info = self._infos[entry.number]
        try:
            with self._archive.open(info) as member:
                while chunk := member.read(CHUNK):
                    yield chunk
        except _BROKEN as error:
            raise RefusedError(f"{safe(entry.path)}: broken in the archive ({safe(str(error))})") from None


def unwritable(name: str) -> str:
    """Why no file can have this name, which a student may have thought of; empty when one can."""
    if is_too_long(name.replace("\\", "/")):
        return TOO_LONG
    if "\\" in name and ("/" in name or ".." in name.split("\\")[1:]):
        return BACKSLASH
    return BAD_CHARACTER if has_bad_character(name) and "\0" not in name else ""


def _checked(info: zipfile.ZipInfo) -> str:
    """The path of a member; empty for a folder, and for what tools leave behind."""
    name = _name(info)
    path = safe_path(name)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise RefusedError(f"{safe(name)}: {_KINDS.get(kind, 'a special file')}")
    if name.endswith(("/", "\\")) or kind == stat.S_IFDIR or not path or is_junk(path):
        return ""
    if info.flag_bits & 0x1:
        raise RefusedError(f"{safe(name)}: encrypted")
    if info.compress_type not in _METHODS:
        raise RefusedError(f"{safe(name)}: packed in a way that is not read here ({info.compress_type})")
    if info.file_size > RATIO * max(info.compress_size, 1):
        raise RefusedError(f"{safe(name)}: unpacks to more than {RATIO} times its size")
    return path


def _name(info: zipfile.ZipInfo) -> str:
    """The stored name; `zipfile` itself cuts names at NUL and reads old names as cp437."""
    if info.flag_bits & 0x800:
        return info.orig_filename
    try:
        return decoded(info.orig_filename.encode("cp437"))
    except UnicodeEncodeError:
        return info.orig_filename


def _check_overlap(infos: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse members that share bytes: with them, a small archive can hold a large file many times."""
    placed = sorted(infos, key=lambda info: info.header_offset)
    for info, follower in pairwise(placed):
        if info.header_offset + _HEADER_BYTES + info.compress_size > follower.header_offset:
            raise RefusedError(f"{safe(_name(follower))}: lies over {safe(_name(info))}")


@contextmanager
def open_zip(path: Path) -> Iterator[ZipSource]:
    """The export in a zip archive; raises `DataError` for one that is broken or unsafe."""
    try:
        archive = zipfile.ZipFile(path)
    except PermissionError as error:
        raise DataError(str(path), f"cannot be read ({error.strerror})", "make it readable") from None
    except _BROKEN as error:
        raise DataError(str(path), f"no zip archive, or a broken one ({safe(str(error))})", _FIX) from None
    with archive:
        try:
            source = ZipSource(archive)
        except RefusedError as refusal:
            raise DataError(str(path), f"refused as a whole: {refusal}", _FIX) from None
        yield source
