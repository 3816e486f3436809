"""A working directory on the host's disk, made for one run and removed with all its content."""

from __future__ import annotations

import fcntl
import os
import resource
import stat
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.workdir.usage import Usage, measure

_PREFIX = "gograde-box-"
_YOUTH_S = 60.0  # seconds; another grader may not have locked a younger folder yet
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True)
class WorkDir:
    """`path` is the program's folder and `box` its descriptor; `stdin` is the file of its standard input.

    `holder` is a descriptor of the grader's folder that contains both.  It is locked while the grader lives.
    """

    path: Path
    stdin: Path
    holder: int
    box: int

    def usage(self, pids: Iterable[int], unseen: int = 0) -> Usage:
        """What the run uses; see `measure`."""
        return measure(self.box, self.path, self.stdin, pids, unseen)

    def remove(self) -> None:
        """Delete the folder, whatever its depth and its modes."""
        _remove(self.path.parent, self.holder)
        os.close(self.box)
        os.close(self.holder)


@dataclass
class Places:
    """Makes the working directories of one back end's runs.

    The first call of `make` chooses the folder for them, and removes old working directories there.
    """

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
    """Raise this process's limit of open files: `measure` needs one descriptor for each level of folders."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _temporary(who: Identity) -> Path:
    """The first folder for temporary files that `who` may enter."""
    for place in (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")):
        ways = (place, *place.parents) if who.drop else ()
        if place.is_dir() and all(way.stat().st_mode & stat.S_IXOTH for way in ways):
            return place.resolve()
    raise JudgeError("sandbox", "no folder for temporary files", "set TMPDIR to a folder of mode 1777")


def _sweep(where: Path) -> None:
    """Remove the old folders in `where` that no living grader has locked."""
    with os.scandir(where) as entries:
        left = [entry for entry in entries if entry.name.startswith(_PREFIX)]
    for path in [entry.path for entry in left if _is_old(entry)]:
        try:
            holder = os.open(path, _FOLDER)
        except OSError:  # it belongs to another user, or has gone
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
    with suppress(FileNotFoundError):
        return entry.stat(follow_symlinks=False).st_mtime < time.time() - _YOUTH_S
    return False


def _remove(path: Path, holder: int) -> None:
    """Delete the folder `path`, whose descriptor is `holder`, with all its content.

    Each inner folder is moved up into `path` before it is emptied.  So the function does not recurse, and
    no path exceeds the system's limit.
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
                os.chmod(inner, 0o700, dir_fd=folder)  # moving a folder needs write access to it
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
