"""An export that a person packed with tar: unpacked into a private folder first, and read from there.

No learning system writes one, so the library's reader is enough for its headers.  Only regular files are
written, by our own writer; any other member refuses the whole archive.
"""

from __future__ import annotations

import lzma
import os
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gograde.errors import DataError
from gograde.files import FILE_MODE, make_folder
from gograde.intake.downloads.folder import FolderSource
from gograde.intake.downloads.part import CHUNK
from gograde.intake.downloads.zip_archive import MOST_ENTRIES
from gograde.intake.names import RefusedError, is_junk, safe_path
from gograde.intake.printable import safe
from gograde.private import scratch_folder

MOST_BYTES = 8 * 1024 * 1024 * 1024
"""Bytes of an export after unpacking: 300 students with the 20 MiB that a submission may have, and more."""

_FIX = "unpack it by hand and import the folder"
_BROKEN = (tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, ValueError)


@contextmanager
def open_tar(path: Path) -> Iterator[FolderSource]:
    """The export in a tar archive (plain, gzip, bzip2 or xz); raises `DataError` when broken or unsafe."""
    with scratch_folder() as folder:
        try:
            _unpack(path, folder)
        except RefusedError as refusal:
            raise DataError(str(path), f"refused as a whole: {refusal}", _FIX) from None
        except (*_BROKEN, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise  # the disk, not the archive
            what = f"no tar archive, or a broken one ({safe(str(error))})"
            raise DataError(str(path), what, _FIX) from None
        yield FolderSource(folder)


def _unpack(path: Path, folder: Path) -> None:
    left, count = MOST_BYTES, 0
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            count += 1
            if count > MOST_ENTRIES:
                raise RefusedError(f"more than {MOST_ENTRIES} entries")
            name = safe_path(member.name)
            if member.isdir() or not name or is_junk(name):
                continue
            if not member.isreg():
                raise RefusedError(f"{safe(member.name)}: a link, or no regular file")
            left -= member.size
            if left < 0:
                raise RefusedError(f"more than {MOST_BYTES // 1024**3} GiB, at {safe(name)}")
            _write(archive, member, folder / name)


def _write(archive: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    try:
        make_folder(target.parent)
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, FILE_MODE)
    except (FileExistsError, NotADirectoryError):
        raise RefusedError(f"{safe(member.name)}: the name occurs twice") from None
    content = archive.extractfile(member)
    with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
        while content is not None and (chunk := content.read(CHUNK)):
            file.write(chunk)
