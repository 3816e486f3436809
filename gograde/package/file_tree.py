"""Folders that strangers may have filled, read with limits: plain files with plain names only."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gograde.errors import DataError
from gograde.package.yaml_files import MAX_BYTES, read_capped

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
ANEW = "give the folder as it was made"


@dataclass(frozen=True)
class TreeLimits:
    """How much a folder may hold; folders count as entries, and are at most `depth` deep."""

    entries: int = 10_000
    depth: int = 4
    total_bytes: int = 64 * 1024 * 1024


LIMITS = TreeLimits()


def read_tree(folder: Path, limits: TreeLimits = LIMITS) -> dict[str, bytes]:
    """All files below a folder by path, in order; empty folders are passed over.

    Raises `DataError` for links, pipes and devices, for names that are not ASCII letters, digits
    and `. _ -`, for two that differ in case only, and above a limit.  The folder itself may be a link.
    """
    files: dict[str, bytes] = {}
    folded: set[str] = set()
    left = limits.total_bytes
    for path in sorted(_paths(folder, limits)):
        if path.lower() in folded:
            raise DataError(str(folder / path), "differs from another name in case only", "rename it")
        folded.add(path.lower())
        files[path] = read_plain(folder / path)
        left -= len(files[path])
        if left < 0:
            raise DataError(str(folder), f"holds more than {limits.total_bytes} bytes", ANEW)
    return files


def read_plain(path: Path, limit: int = MAX_BYTES) -> bytes:
    """A regular file that is no link; raises `DataError`."""
    if path.is_symlink():
        raise DataError(str(path), "a symbolic link", "put the file itself there")
    return read_capped(path, limit)


def _paths(folder: Path, limits: TreeLimits) -> Iterator[str]:
    """Paths of the files below a folder."""
    waiting, seen = [("", 1)], 0
    while waiting:
        above, depth = waiting.pop()
        for entry in _entries(folder / above):
            seen += 1
            if seen > limits.entries:
                raise DataError(str(folder), f"holds more than {limits.entries} files and folders", ANEW)
            path = f"{above}{entry.name}"
            if not _is_folder(entry):
                yield path
            elif depth > limits.depth:
                raise DataError(entry.path, f"more than {limits.depth} folders deep", ANEW)
            else:
                waiting.append((f"{path}/", depth + 1))


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except FileNotFoundError:
        raise DataError(str(folder), "no such folder", ANEW) from None
    except OSError as error:
        raise DataError(str(folder), f"cannot be read ({error.strerror})", "make it readable") from None


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder rather than a file; raises `DataError` for what is neither."""
    if not NAME.fullmatch(entry.name):
        what = "a name that is not letters, digits and . _ - (at most 100, no dot first)"
        raise DataError(entry.path, what, "rename it or take it away")
    mode = entry.stat(follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        raise DataError(entry.path, "a symbolic link", "put the file itself there")
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise DataError(entry.path, "not a regular file", "take it away")
    return stat.S_ISDIR(mode)
