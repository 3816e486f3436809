"""A working directory on the host's disk, made for one run, and what the run uses of the disk."""

from __future__ import annotations

import errno
import os
import resource
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gograde.private import FOLDER, Scratch
from gograde.sandbox.host.identity import Identity

_NAME = "box"
_FILE = "file"  # whose device is that of the files in the box


@dataclass(frozen=True)
class WorkDir:
    """`path` is the program's folder and `box` its descriptor; `holder` is the grader's folder around it."""

    path: Path
    box: int
    holder: Scratch

    @classmethod
    def make(cls, who: Identity) -> WorkDir:
        """An empty folder that only `who` may enter; users of other slots get no further than `holder`."""
        # To measure the folder takes a descriptor for each level of folders.
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        holder = Scratch.make(who.gid if who.drop else None)
        os.mkdir(_NAME, 0o700, dir_fd=holder.fd)
        os.close(os.open(_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=holder.fd))
        box = os.open(_NAME, FOLDER, dir_fd=holder.fd)
        if who.drop:
            os.fchown(box, who.uid, who.gid)
        return cls(holder.path / _NAME, box, holder)

    def usage(self, pids: Iterable[int], unseen: int = 0) -> Usage:
        """What lies below the folder, plus its deleted files that the processes `pids` have open or mapped.

        A deleted file that is only mapped counts `unseen` bytes.
        """
        named = _below(self.box)
        # An overlay tells the device of files apart from that of folders.
        device = self.path.with_name(_FILE).stat().st_dev
        try:
            held = _held(device, os.fsencode(self.path), tuple(pids), unseen)
        except _UnmeasurableError:
            return _BOTTOMLESS
        return Usage(named.bytes + held.bytes, named.files, held.sockets)

    def remove(self) -> None:
        """Delete the folder."""
        self.holder.remove()
        os.close(self.box)


_BLOCK = 512  # bytes; the unit of st_blocks
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True)
class Usage:
    """What a run uses: bytes on disk, files and folders of its working directory, and Unix sockets."""

    bytes: int
    files: int
    sockets: int = 0


_BOTTOMLESS = Usage(1 << 62, 1 << 62)
"""The usage of a folder that is too deep to measure or cannot be opened: more than any limit."""


class _UnmeasurableError(Exception):
    """A folder cannot be opened or listed."""


def _below(top: int) -> Usage:
    """Bytes on disk and number of entries below a folder; uses one descriptor for each level."""
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
    """A descriptor of the folder `name` in `parent`; None when the folder has gone.

    Raises _UnmeasurableError when the folder cannot be opened.
    """
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE, errno.EACCES):
            raise _UnmeasurableError from error
        return None


def _entries(folder: int) -> tuple[Usage, list[str]]:
    """The usage of one folder's entries, and the names of the folders among them.

    Raises _UnmeasurableError when the folder cannot be listed.
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
    """The deleted files that the processes have open or mapped, and the number of their open sockets."""
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
    """The stat results of a process's open files.  Files that the process closes meanwhile may be missing.

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
            if _has_memory(folder):  # without memory it has just ended, and root owns its entry
                raise _UnmeasurableError from error
        except OSError:
            continue
    return found


def _entries_of_proc(pid: int) -> list[str]:
    """The folders of /proc with a process's files: those of its threads when its main thread has ended."""
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
    """The inodes of the deleted files below `box` that a process has mapped."""
    maps = b""
    for folder in _entries_of_proc(pid):
        with suppress(OSError):
            maps += Path(f"{folder}/maps").read_bytes()
    if box not in maps:
        return
    for line in maps.split(b"\n"):  # not splitlines: names may hold its other line ends
        columns = line.split(maxsplit=5)
        if len(columns) > 5 and columns[5].startswith(box) and columns[5].endswith(b" (deleted)"):
            yield int(columns[4])
