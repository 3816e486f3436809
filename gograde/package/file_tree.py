"""Reads folders from untrusted sources, with limits: regular files with simple names only."""

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
    """The limits of a folder's content; `entries` counts files and folders, `depth` nested folders."""

    entries: int = 10_000
    depth: int = 4
    total_bytes: int = 64 * 1024 * 1024


LIMITS = TreeLimits()


def read_tree(folder: Path, limits: TreeLimits = LIMITS) -> dict[str, bytes]:
    """All files in a folder and its subfolders, by path, sorted; empty folders are ignored.

    Raises `DataError` for links, pipes and devices, for names with characters other than ASCII letters,
    digits and `. _ -`, for paths that differ in case only, and above a limit.  The folder itself may
    be a link.
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
    """The bytes of a regular file; raises `DataError`, also for links."""
    if path.is_symlink():
        raise DataError(str(path), "a symbolic link", "put the file itself there")
    return read_capped(path, limit)


def _paths(folder: Path, limits: TreeLimits) -> Iterator[str]:
    """The paths of all files in a folder and its subfolders."""
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
    """Whether an entry is a folder; raises `DataError` for wrong names and for neither folder nor file."""
    if not NAME.fullmatch(entry.name):
        what = "a name that is not letters, digits and . _ - (at most 100, no dot first)"
        raise DataError(entry.path, what, "rename it or take it away")
    mode = entry.stat(follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        raise DataError(entry.path, "a symbolic link", "put the file itself there")
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise DataError(entry.path, "not a regular file", "take it away")
    return stat.S_ISDIR(mode)
