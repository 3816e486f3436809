"""Opens folders and files by descriptors, a name at a time, so that nobody leads the way elsewhere.

Students may own folders in a class, and may exchange a folder for a link at any moment.  A link is refused
wherever it stands, and an entry that is not the one that was looked at is a change.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from gograde.intake.names import RefusedError, readable
from gograde.listing import safe
from gograde.sandbox.host.kernel import RESOLVE_WITHOUT_LINKS, openat2

T = TypeVar("T")

_NO_SUCH_CALL = (errno.ENOSYS, errno.EPERM)
"""What an older kernel, or the filter of a container, answers to openat2."""

_GONE = (
    *(errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO, errno.ENODEV),
    *(errno.EXDEV, errno.EAGAIN),  # openat2, when the entry is moved while it is opened
)
"""What an open answers when an entry has been removed, moved, or exchanged for one of another kind."""

_WAY = os.O_PATH | os.O_DIRECTORY  # a folder on the way need not be readable
FOLDER = os.O_RDONLY | os.O_DIRECTORY
FILE = os.O_RDONLY | os.O_NONBLOCK  # a pipe in the place of a file is not waited for


class ChangedError(Exception):
    """A file or a folder changed while it was taken in."""


def open_entry(folder: int, name: str, flags: int) -> int:
    """Open an entry of a folder, which is no link; raises `OSError`."""
    if "/" in name or name in ("", ".", ".."):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)
    try:
        return openat2(folder, name, flags, RESOLVE_WITHOUT_LINKS)
    except OSError as error:
        if error.errno not in _NO_SUCH_CALL:
            raise
    return os.open(name, flags | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)


@contextmanager
def folder_below(top: Path, way: Sequence[str]) -> Iterator[int]:
    """The folder at the end of a way below `top`, to open what is in it; raises `OSError` without one."""
    folder = os.open(top, _WAY | os.O_CLOEXEC)
    try:
        for name in way:
            inner = open_entry(folder, name, _WAY)
            os.close(folder)
            folder = inner
        yield folder
    finally:
        os.close(folder)


def listed_below(top: Path, way: Sequence[str]) -> list[tuple[str, bool]]:
    """The names in that folder in order, and whether each is a folder; raises `OSError`."""
    with folder_below(top, way) as folder:
        readable_one = os.open(".", FOLDER | os.O_CLOEXEC, dir_fd=folder)
    try:
        with os.scandir(readable_one) as entries:
            return sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    finally:
        os.close(readable_one)


@dataclass(frozen=True)
class Met:
    """An entry of an open folder as it was met; `path` is its path in the submission."""

    folder: int
    name: str
    path: str
    status: os.stat_result

    @property
    def kind(self) -> int:
        return stat.S_IFMT(self.status.st_mode)

    @property
    def stamp(self) -> tuple[object, ...]:
        """What differs after a change: which file it is, its kind, rights and size, and when it changed."""
        it = self.status
        return self.path, it.st_dev, it.st_ino, it.st_mode, it.st_size, it.st_mtime_ns, it.st_ctime_ns


def meet(folder: int, name: str, prefix: str) -> Met:
    """Look at an entry; raises `ChangedError` when it is gone, `RefusedError` when its folder is closed."""
    path = prefix + readable(name)
    look = partial(os.stat, name, dir_fd=folder, follow_symlinks=False)
    return Met(folder, name, path, _call(look, path))


@contextmanager
def opened(entry: Met, flags: int) -> Iterator[int]:
    """The entry, opened; raises `ChangedError` when another one lies in its place by now."""
    descriptor = _call(partial(open_entry, entry.folder, entry.name, flags), entry.path)
    try:
        if Met(entry.folder, entry.name, entry.path, os.fstat(descriptor)).stamp != entry.stamp:
            raise ChangedError(entry.path)
        yield descriptor
    finally:
        os.close(descriptor)


def _call(call: Callable[[], T], path: str) -> T:
    try:
        return call()
    except PermissionError as error:
        raise RefusedError(f"{safe(path)}: cannot be read ({(error.strerror or '').lower()})") from None
    except OSError as error:
        if error.errno in _GONE:
            raise ChangedError(path) from None
        raise
