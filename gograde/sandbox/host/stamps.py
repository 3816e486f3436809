"""Tells whether files and folders of the host have changed."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_Seen = tuple[int, ...]


@dataclass
class Stamps:
    """The inode, mode and owner of each path at one moment; for `folders` also the time of the last change.

    The object keeps a descriptor of each path, so that no new file gets the inode of a deleted one.
    """

    paths: Mapping[Path, _Seen]
    folders: Mapping[Path, _Seen]
    held: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for path in (*self.paths, *self.folders):
            with suppress(OSError):
                self.held.append(os.open(path, os.O_PATH | os.O_CLOEXEC))
        weakref.finalize(self, _close, self.held)

    def hold(self) -> bool:
        """Whether no path has changed."""
        return all(_look(path) == seen for path, seen in self.paths.items()) and all(
            _entries(path) == seen for path, seen in self.folders.items()
        )


def stamps(paths: Iterable[Path], folders: Iterable[Path] = ()) -> Stamps:
    """The stamps of paths and folders as they are now.  A missing path has an empty stamp."""
    return Stamps({path: _look(path) for path in paths}, {path: _entries(path) for path in folders})


def _look(path: Path) -> _Seen:
    try:
        found = path.stat()
    except OSError:
        return ()
    return (found.st_dev, found.st_ino, found.st_mode, found.st_uid)


def _entries(path: Path) -> _Seen:
    seen = _look(path)
    return (*seen, path.stat().st_mtime_ns) if seen else ()


def _close(descriptors: list[int]) -> None:
    for fd in descriptors:
        os.close(fd)
