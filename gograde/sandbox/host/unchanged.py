"""Keeps what is made from files and folders of the host, as long as they have not changed."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

_Made = TypeVar("_Made")


@dataclass
class Unchanged(Generic[_Made]):
    """Keeps up to `most` objects, those that were made last."""

    most: int
    _kept: dict[object, tuple[_Stamps, _Made]] = field(default_factory=dict)

    def get(
        self, key: object, make: Callable[[], _Made], paths: Iterable[Path], folders: Iterable[Path] = ()
    ) -> _Made:
        """The object of `key`, made anew if its `paths`, or the entries of `folders`, have changed since."""
        kept = self._kept.get(key)
        if kept is None or not kept[0].hold():
            kept = _Stamps(paths, folders), make()  # the stamps are older, so that no change is missed
            while len(self._kept) >= self.most:
                self._kept.pop(next(iter(self._kept)), None)
            self._kept[key] = kept
        return kept[1]


class _Stamps:
    """The inode, mode and owner of each path at one moment; for folders also the time of the last change.

    The object keeps a descriptor of each path, so that no new file gets the inode of a deleted one.
    """

    def __init__(self, paths: Iterable[Path], folders: Iterable[Path]) -> None:
        self._looks = [*((_look, path) for path in paths), *((_look_into, path) for path in folders)]
        self._seen = [look(path) for look, path in self._looks]
        held: list[int] = []
        for _, path in self._looks:
            with suppress(OSError):
                held.append(os.open(path, os.O_PATH | os.O_CLOEXEC))
        weakref.finalize(self, _close, held)

    def hold(self) -> bool:
        """Whether no path has changed."""
        return all(look(path) == seen for (look, path), seen in zip(self._looks, self._seen, strict=True))


def _look(path: Path) -> tuple[int, ...]:
    """The stamp of a path; empty when it is missing."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return (found.st_dev, found.st_ino, found.st_mode, found.st_uid)


def _look_into(folder: Path) -> tuple[int, ...]:
    seen = _look(folder)
    return (*seen, folder.stat().st_mtime_ns) if seen else ()


def _close(descriptors: list[int]) -> None:
    for fd in descriptors:
        os.close(fd)
