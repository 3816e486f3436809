"""An export that was unpacked into a folder."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gograde.errors import DataError
from gograde.intake.downloads.part import CHUNK, Entry
from gograde.intake.names import TOO_LONG, RefusedError, is_junk, is_too_long, readable
from gograde.intake.printable import safe

LINK = "a link"
NO_FILE = "no regular file"


class FolderSource:
    """The files below a folder; links in it are never followed."""

    def __init__(self, top: Path) -> None:
        self._top = top
        self.entries: list[Entry] = []
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
                self.entries.append(Entry(path, len(self.entries), size))
                self._places.append(Path(item.path))
            else:
                self.skipped[path] = LINK if item.is_symlink() else NO_FILE

    def chunks(self, entry: Entry) -> Iterator[bytes]:
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
