"""A working directory on the host's disk: made, measured and removed, whatever a program put into it."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.cell import Usage
from gograde.sandbox.host.identity import Identity

_PREFIX = "gograde-box-"
_BLOCK = 512
_YOUTH_S = 60.0
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_BOTTOMLESS = Usage(1 << 62, 1 << 62)
"""What a folder is said to hold that is nested too deeply, or closed too well, to be measured."""


class _UnmeasurableError(Exception):
    """A folder cannot be looked into."""


@dataclass(frozen=True)
class WorkDir:
    """`path` is the program's, `stdin` a file of what it reads.

    `holder` is a folder of ours around both, locked while we live.
    """

    path: Path
    stdin: Path
    holder: int
    box: int

    def usage(self, pids: Iterable[int], unseen: int = 0) -> Usage:
        """What lies in the folder, and what the processes `pids` keep of files that have no name any more.

        One that is mapped but not open cannot be measured, and counts `unseen` bytes.
        """
        named = _measure(self.box)
        try:
            kept = _kept(os.fstat(self.box).st_dev, os.fsencode(self.path), tuple(pids), unseen)
        except _UnmeasurableError:
            return _BOTTOMLESS
        return Usage(named.bytes + kept.bytes, named.files, kept.sockets)

    def remove(self) -> None:
        """Delete the folder, however deep it is and whatever modes it has."""
        _remove(self.path.parent, self.holder)
        os.close(self.box)
        os.close(self.holder)


@dataclass
class Places:
    """Makes the working directories of one back end's runs; where they lie is looked for and swept once."""

    _found: dict[bool, Path] = field(default_factory=dict)

    def make(self, who: Identity, stdin: bytes) -> WorkDir:
        """An empty folder that only `who` may enter, with a file of `stdin` beside it."""
        where = self._found.get(who.drop)
        if where is None:
            where = self._found[who.drop] = _temporary(who)
            _sweep(where)
            _allow_descriptors()
        return _make(where, who, stdin)


def _make(where: Path, who: Identity, stdin: bytes) -> WorkDir:
    around = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=where))
    holder = os.open(around, _FOLDER)
    fcntl.flock(holder, fcntl.LOCK_EX)
    path, read = around / "box", around / "stdin"
    path.mkdir(mode=0o700)
    read.write_bytes(stdin)
    read.chmod(0o444)
    if who.drop:
        around.chmod(0o711)
        os.chown(path, who.uid, who.gid)
    return WorkDir(path, read, holder, os.open(path, _FOLDER))


def _allow_descriptors() -> None:
    """As many open files as this process may have: measuring takes one a level of folders."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _temporary(who: Identity) -> Path:
    """The first folder for temporary files that `who` may come to."""
    for place in (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")):
        ways = (place, *place.parents) if who.drop else ()
        if place.is_dir() and all(way.stat().st_mode & stat.S_IXOTH for way in ways):
            return place.resolve()
    raise JudgeError("sandbox", "no folder for temporary files", "set TMPDIR to a folder of mode 1777")


def _sweep(where: Path) -> None:
    """Remove what graders have left that were killed together with their supervisors."""
    with os.scandir(where) as entries:
        left = [entry for entry in entries if entry.name.startswith(_PREFIX)]
    for path in [entry.path for entry in left if _is_old(entry)]:
        try:
            holder = os.open(path, _FOLDER)
        except OSError:  # another user's, or gone
            continue
        try:
            fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(holder).st_uid == os.geteuid():
                _remove(Path(path), holder)
        except BlockingIOError:
            pass
        finally:
            os.close(holder)


def _is_old(entry: os.DirEntry[str]) -> bool:
    """A young folder may be one that another grader is about to lock."""
    with suppress(FileNotFoundError):
        return entry.stat(follow_symlinks=False).st_mtime < time.time() - _YOUTH_S
    return False


def _measure(top: int) -> Usage:
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
    """A folder's descriptor; None when it went away meanwhile.

    Raises _UnmeasurableError when it cannot be looked into: only a program that hides something makes it so.
    """
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE, errno.EACCES):
            raise _UnmeasurableError from error
        return None


def _entries(folder: int) -> tuple[Usage, list[str]]:
    """What the entries of one folder take, and the names of the folders among them."""
    size = files = 0
    below = []
    for entry in _scanned(folder):
        files += 1
        if entry.is_dir(follow_symlinks=False):
            below.append(entry.name)
        else:
            size += _blocks(entry)
    return Usage(size, files), below


def _scanned(folder: int) -> list[os.DirEntry[str]]:
    """The entries of a folder; raises _UnmeasurableError when descriptors run out on the way down."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as error:
        raise _UnmeasurableError from error


def _blocks(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_blocks * _BLOCK
    except FileNotFoundError:
        return 0


def _kept(device: int, box: bytes, pids: tuple[int, ...], unseen: int) -> Usage:
    """Bytes on disk of deleted files that the processes hold, and how many sockets they have open."""
    held: dict[int, int] = {}
    sockets = set()
    for found in (found for pid in pids for found in _open_files(pid)):
        if stat.S_ISSOCK(found.st_mode):
            sockets.add(found.st_ino)
        elif found.st_dev == device and found.st_nlink == 0:
            held[found.st_ino] = found.st_blocks * _BLOCK
    mapped = {inode for pid in pids for inode in _mapped(pid, box)}
    return Usage(sum(held.values()) + unseen * len(mapped - held.keys()), len(held), len(sockets))


def _open_files(pid: int) -> list[os.stat_result]:
    """What a process has open; a part of it when it ends or closes a file meanwhile.

    Raises _UnmeasurableError for one that hides it from its own user.
    """
    found = []
    for shown in _shown(pid):
        try:
            with os.scandir(f"{shown}/fd") as entries:
                for entry in entries:
                    with suppress(FileNotFoundError):
                        found.append(entry.stat())
        except PermissionError as error:
            if _has_memory(shown):  # else it has just ended, and belongs to root
                raise _UnmeasurableError from error
        except OSError:
            continue
    return found


def _shown(pid: int) -> list[str]:
    """The folders of /proc that show what a process holds: its main thread may have ended before others."""
    main = f"/proc/{pid}"
    if _has_memory(main):
        return [main]
    with suppress(OSError):
        return [str(thread) for thread in Path(f"{main}/task").iterdir()]
    return []


def _has_memory(shown: str) -> bool:
    with suppress(OSError):
        return Path(f"{shown}/statm").read_bytes().split()[0] != b"0"
    return False


def _mapped(pid: int, box: bytes) -> Iterator[int]:
    """The inodes of deleted files of a working directory that a process has mapped."""
    maps = b""
    for shown in _shown(pid):
        with suppress(OSError):
            maps += Path(f"{shown}/maps").read_bytes()
    if box not in maps:
        return
    for line in maps.split(b"\n"):  # names may hold every other byte that ends a line
        columns = line.split(maxsplit=5)
        if len(columns) > 5 and columns[5].startswith(box) and columns[5].endswith(b" (deleted)"):
            yield int(columns[4])


def _remove(path: Path, holder: int) -> None:
    """Delete a holder and all below it: each folder that is not empty hands its folders up to the holder.

    So nothing recurses, and no name grows longer than the system takes.
    """
    with os.scandir(holder) as entries:
        pending = [entry.name for entry in entries]
    count = 0
    while pending:
        name = pending.pop()
        if not stat.S_ISDIR(os.stat(name, dir_fd=holder, follow_symlinks=False).st_mode):
            os.unlink(name, dir_fd=holder)
            continue
        os.chmod(name, 0o700, dir_fd=holder)
        folder = os.open(name, _FOLDER, dir_fd=holder)
        for inner, is_folder in _listed(folder):
            if is_folder:
                count += 1
                os.chmod(inner, 0o700, dir_fd=folder)  # a folder is moved by one who may write to it
                os.rename(inner, f".{count}", src_dir_fd=folder, dst_dir_fd=holder)
                pending.append(f".{count}")
            else:
                os.unlink(inner, dir_fd=folder)
        os.close(folder)
        os.rmdir(name, dir_fd=holder)
    path.rmdir()


def _listed(folder: int) -> list[tuple[str, bool]]:
    with os.scandir(folder) as entries:
        return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
