"""Measures what a run keeps on the host's disk: files in its folder, deleted files, sockets."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_BLOCK = 512  # bytes; the unit of st_blocks
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True)
class Usage:
    """What a run has in the kernel's keeping.

    `bytes` on disk and `files` (with folders) are those of its working directory; `sockets` are open, or
    on their way to a process.
    """

    bytes: int
    files: int
    sockets: int = 0


_BOTTOMLESS = Usage(1 << 62, 1 << 62)
"""Stands for a folder that is nested too deeply, or closed too well, to be measured."""


class _UnmeasurableError(Exception):
    """A folder cannot be looked into."""


def measure(top: int, path: Path, pids: Iterable[int], unseen: int) -> Usage:
    """What lies below the folder `top`, and what the processes `pids` hold of its deleted files.

    `top` is a descriptor of the folder, and `path` its name.  A deleted file that is mapped but not open
    cannot be measured, and counts `unseen` bytes.
    """
    named = _below(top)
    try:
        held = _held(os.fstat(top).st_dev, os.fsencode(path), tuple(pids), unseen)
    except _UnmeasurableError:
        return _BOTTOMLESS
    return Usage(named.bytes + held.bytes, named.files, held.sockets)


def _below(top: int) -> Usage:
    """Blocks on disk and number of entries below a folder, going down one descriptor a level."""
    size = files = 0
    chain: list[tuple[int, list[str]]] = []
    folder: int | None = os.dup(top)
    try:
        while folder is not None or chain:
            if folder is not None:
                found, below = _entries(folder)
                size += found.bytes
                files += found.files
                chain.append((folder, below))
            parent, names = chain[-1]
            folder = _entered(parent, names.pop()) if names else None
            if folder is None and not names:
                os.close(chain.pop()[0])
    except _UnmeasurableError:
        return _BOTTOMLESS
    finally:
        for left, _ in chain:
            os.close(left)
    return Usage(size, files)


def _entered(parent: int, name: str) -> int | None:
    """A folder's descriptor; None when the folder has gone meanwhile.

    Raises _UnmeasurableError when the folder cannot be opened: only a program that hides something
    makes such folders.
    """
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE, errno.EACCES):
            raise _UnmeasurableError from error
        return None


def _entries(folder: int) -> tuple[Usage, list[str]]:
    """What the entries of one folder take, and the names of the folders among them.

    Raises _UnmeasurableError when descriptors run out on the way down.
    """
    size = files = 0
    below = []
    try:
        with os.scandir(folder) as scanned:
            entries = list(scanned)
    except OSError as error:
        raise _UnmeasurableError from error
    for entry in entries:
        files += 1
        if entry.is_dir(follow_symlinks=False):
            below.append(entry.name)
        else:
            with suppress(FileNotFoundError):
                size += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
    return Usage(size, files), below


def _held(device: int, box: bytes, pids: tuple[int, ...], unseen: int) -> Usage:
    """Bytes on disk of deleted files that the processes hold, and how many sockets they have open."""
    deleted: dict[int, int] = {}
    sockets = set()
    for found in (found for pid in pids for found in _open_files(pid)):
        if stat.S_ISSOCK(found.st_mode):
            sockets.add(found.st_ino)
        elif found.st_dev == device and found.st_nlink == 0:
            deleted[found.st_ino] = found.st_blocks * _BLOCK
    mapped = {inode for pid in pids for inode in _mapped(pid, box)}
    size = sum(deleted.values()) + unseen * len(mapped - deleted.keys())
    return Usage(size, len(deleted), len(sockets))


def _open_files(pid: int) -> list[os.stat_result]:
    """What a process has open; a part of it when it ends or closes a file meanwhile.

    Raises _UnmeasurableError for a process that hides its open files from its own user.
    """
    found = []
    for folder in _entries_of_proc(pid):
        try:
            with os.scandir(f"{folder}/fd") as entries:
                for entry in entries:
                    with suppress(FileNotFoundError):
                        found.append(entry.stat())
        except PermissionError as error:
            if _has_memory(folder):  # else it has just ended, and belongs to root
                raise _UnmeasurableError from error
        except OSError:
            continue
    return found


def _entries_of_proc(pid: int) -> list[str]:
    """The folders of /proc that tell what a process holds: its main thread may end before the others."""
    main = f"/proc/{pid}"
    if _has_memory(main):
        return [main]
    with suppress(OSError):
        return [str(thread) for thread in Path(f"{main}/task").iterdir()]
    return []


def _has_memory(folder: str) -> bool:
    with suppress(OSError):
        return Path(f"{folder}/statm").read_bytes().split()[0] != b"0"
    return False


def _mapped(pid: int, box: bytes) -> Iterator[int]:
    """The inodes of deleted files of a working directory that a process has mapped."""
    maps = b""
    for folder in _entries_of_proc(pid):
        with suppress(OSError):
            maps += Path(f"{folder}/maps").read_bytes()
    if box not in maps:
        return
    for line in maps.split(b"\n"):  # names may hold every other byte that ends a line
        columns = line.split(maxsplit=5)
        if len(columns) > 5 and columns[5].startswith(box) and columns[5].endswith(b" (deleted)"):
            yield int(columns[4])
