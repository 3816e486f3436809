"""Opens an export of a class as a source of files: a folder or a zip."""

from __future__ import annotations

import errno
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gograde.errors import DataError
from gograde.intake.downloads.part import CHUNK, Member
from gograde.intake.names import (
    BAD_CHARACTER,
    TOO_LONG,
    RefusedError,
    check_overlap,
    has_bad_character,
    is_junk,
    is_too_long,
    readable,
    zip_name,
    zip_path,
)
from gograde.listing import safe

# -- an export that was unpacked into a folder -------------------------------------------------------------

LINK = "a link"
NO_FILE = "no regular file"


class FolderSource:
    """The files below a folder; links in it are never followed."""

    def __init__(self, top: Path) -> None:
        self.entries: list[Member] = []
        self.skipped: dict[str, str] = {}
        self._places: list[Path] = []
        self._walk(top, "")

    def _walk(self, folder: Path, prefix: str) -> None:
        for item in sorted(os.scandir(folder), key=lambda item: item.name):
            path = prefix + readable(item.name)
            if item.is_dir(follow_symlinks=False):
                if is_too_long(f"{path}/x"):
                    self.skipped[path] = TOO_LONG
                elif not is_junk(f"{path}/x"):
                    self._walk(Path(item.path), f"{path}/")
            elif is_junk(path):
                continue
            elif item.is_file(follow_symlinks=False):
                size = item.stat(follow_symlinks=False).st_size
                self.entries.append(Member(path, len(self.entries), size))
                self._places.append(Path(item.path))
            else:
                self.skipped[path] = LINK if item.is_symlink() else NO_FILE

    def chunks(self, entry: Member) -> Iterator[bytes]:
        """The bytes of a file, which must be a regular one still."""
        try:
            descriptor = os.open(self._places[entry.number], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError as error:
            what = "a link" if error.errno == errno.ELOOP else f"cannot be read ({error.strerror})"
            raise RefusedError(f"{safe(entry.path)}: {what}") from None
        with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise RefusedError(f"{safe(entry.path)}: not a regular file")
            while chunk := file.read(CHUNK):
                yield chunk


@contextmanager
def open_folder(path: Path) -> Iterator[FolderSource]:
    """The export in a folder; raises `DataError` when a folder in it cannot be read."""
    try:
        yield FolderSource(path)
    except PermissionError as error:
        where = str(error.filename or path)
        raise DataError(where, f"cannot be read ({error.strerror})", "make it readable") from None


# -- an export as the learning system zips it --------------------------------------------------------------
# Only the outer archive is opened, which the system made.  Its members are copied as bytes; an archive
# that a student handed in is one of them.  A member that no learning system would write refuses the whole
# archive: an unsafe path, a link, a name that occurs twice.  A name that a student may have chosen and no
# file can have leaves out this member alone, so that nobody can stop the import of a class.

MOST_ENTRIES = 200_000
"""Entries of an export: 300 students with the 500 files that a submission may have, and a third more."""

RATIO = 1100
"""How many times its size a member may unpack to; deflate makes at most 1032."""

BACKSLASH = "a backslash in a name"
"""Archives made on Windows have them between all names, and systems have none: a student wrote this one."""

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
        check_overlap(infos)
        self._archive = archive
        self._infos: list[zipfile.ZipInfo] = []
        self.entries: list[Member] = []
        self.skipped: dict[str, str] = {}
        seen: set[str] = set()
        for info in infos:
            if why := unwritable(zip_name(info)):
                self.skipped[zip_name(info)] = why
                continue
            if not (path := zip_path(info)):
                continue
            if info.file_size > RATIO * max(info.compress_size, 1):
                raise RefusedError(f"{safe(path)}: unpacks to more than {RATIO} times its size")
            if path in seen:
                raise RefusedError(f"{safe(path)}: the name occurs twice")
            seen.add(path)
            self.entries.append(Member(path, len(self._infos), info.file_size))
            self._infos.append(info)

    def chunks(self, entry: Member) -> Iterator[bytes]:
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
