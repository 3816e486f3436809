"""Folders and locks of the grader's own: no other account can read them, replace them or take them first.

In `/tmp` every account sees names at once, and may lay files, links and folders there.  So what is made
there has a name by chance, is closed to others from its first moment, and is changed through its descriptor
alone.  The folder itself must be one in which nobody else can rename or delete it.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gograde.errors import JudgeError

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""Flags to open a folder that is no link."""

_SCRATCH = "gograde-own-"
_LASTING = "gograde-locks-"
_TEMPORARY = ("/tmp", "/var/tmp")
_SETTLED_S = 0.05  # seconds; longer than a step of the clock that stamps files
_YOUTH_S = 60.0  # seconds; another grader may not have locked a younger folder yet
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


# -- folders for one use ---------------------------------------------------------------------


@dataclass(frozen=True)
class Scratch:
    """A new folder of mode 0700; `fd` is its descriptor, which is locked while the grader lives.

    The first one of a process removes those that killed graders left behind.
    """

    path: Path
    fd: int

    @classmethod
    def make(cls, group: int | None = None, longest: int = 4096) -> Scratch:
        """A folder whose path has at most `longest` bytes; with `group`, that group may go through it.

        Raises `JudgeError` when there is no place for it.
        """
        for top in (tempfile.gettempdir(), *_TEMPORARY):
            place = _safe(top, through=group is not None)
            if place is not None and len(os.fsencode(place)) < longest:
                _sweep_once(place, os.geteuid())
                with suppress(OSError):
                    made = _opened(Path(tempfile.mkdtemp(prefix=_SCRATCH, dir=place)))
                    give(made.fd, group, 0o710)
                    return made
        raise _no_place("temporary files")

    def remove(self) -> None:
        """Delete the folder, whatever the depth and the modes of what it holds."""
        empty(self.fd)
        self.path.rmdir()
        os.close(self.fd)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for the block."""
    made = Scratch.make()
    try:
        yield made.path
    finally:
        made.remove()


def give(fd: int, group: int | None, mode: int) -> None:
    """Set the mode of an open file; without a `group` to give it to, the owner's part of the mode alone."""
    path = f"/proc/self/fd/{fd}"  # unlike fchmod(2) also for descriptors that only stand for a path
    if group is not None:
        os.chown(path, -1, group)
    os.chmod(path, mode if group is not None else mode & stat.S_IRWXU)  # noqa: PTH101 - a descriptor


def _opened(path: Path) -> Scratch:
    fd = os.open(path, FOLDER)
    fcntl.flock(fd, fcntl.LOCK_EX)
    if not _is_own(os.fstat(fd)):
        raise PermissionError(f"{path} belongs to somebody else")
    return Scratch(path, fd)


def _is_own(found: os.stat_result) -> bool:
    """Whether this is a folder of the user's own that nobody else may enter."""
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077


def _safe(folder: str, *, through: bool = False) -> Path | None:
    """The real path of a folder in which no other account can replace what is ours; None for another one.

    With `through`, every account may go through the folders above.
    """
    try:
        real = Path(folder).resolve(strict=True)
        trusted = {os.geteuid(), Path("/").stat().st_uid}
        ways = [way.stat() for way in (real, *real.parents)]
    except OSError:
        return None
    for way in ways:
        loose = way.st_mode & _OTHERS_WRITE and not way.st_mode & stat.S_ISVTX
        if way.st_uid not in trusted or loose or (through and not way.st_mode & stat.S_IXOTH):
            return None
    return real


def _no_place(purpose: str) -> JudgeError:
    fix = "set TMPDIR to a folder that nobody else can write to, or to one of mode 1777"
    return JudgeError("gograde", f"no folder for {purpose}", fix)


# -- what killed graders left ----------------------------------------------------------------


@lru_cache(maxsize=16)
def _sweep_once(place: Path, uid: int) -> None:
    """Remove the old folders of this user in `place` that no living grader has locked."""
    with os.scandir(place) as entries:
        left = [Path(entry.path) for entry in entries if entry.name.startswith(_SCRATCH)]
    for path in left:
        with suppress(OSError):  # it belongs to another user, is in use, or has gone
            fd = os.open(path, FOLDER)
            try:
                found = os.fstat(fd)
                if found.st_uid == uid and found.st_mtime < time.time() - _YOUTH_S:
                    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    empty(fd)
                    path.rmdir()
            finally:
                os.close(fd)


def empty(top: int) -> None:
    """Delete all that the folder behind the descriptor `top` holds.

    Each inner folder is moved up before it is emptied, so that no path exceeds the system's limit.
    """
    mark, count = secrets.token_hex(8), 0
    pending = [name for name, _ in _listed(top)]
    while pending:
        name = pending.pop()
        if not stat.S_ISDIR(os.stat(name, dir_fd=top, follow_symlinks=False).st_mode):
            os.unlink(name, dir_fd=top)
            continue
        folder = _entered(name, top)
        for inner, is_folder in _listed(folder):
            if is_folder:
                count += 1
                os.close(_entered(inner, folder))  # moving a folder needs write access to it
                os.rename(inner, f".{mark}-{count}", src_dir_fd=folder, dst_dir_fd=top)
                pending.append(f".{mark}-{count}")
            else:
                os.unlink(inner, dir_fd=folder)
        os.close(folder)
        os.rmdir(name, dir_fd=top)


def _entered(name: str, parent: int) -> int:
    """A descriptor of a folder, which its owner may write from now on."""
    found = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    try:
        give(found, None, stat.S_IRWXU)
        return os.open(f"/proc/self/fd/{found}", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    finally:
        os.close(found)


def _listed(folder: int) -> list[tuple[str, bool]]:
    return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in listed(folder)]


def listed(folder: int) -> list[os.DirEntry[str]]:
    """The entries of the folder behind a descriptor; raises OSError.

    Forked processes share the position of a listing, and one that dies amid it leaves it where it was.
    """
    os.lseek(folder, 0, os.SEEK_SET)
    with os.scandir(folder) as entries:
        return list(entries)


# -- the folder of locks ---------------------------------------------------------------------


def lock_folder() -> Path:
    """The folder of this user's locks and proofs, the same one for all his processes until a restart.

    It lies in `/run` for root and in `$XDG_RUNTIME_DIR` for others, else in `/var/tmp`.
    Raises `JudgeError` without one.
    """
    uid = os.geteuid()
    first = "/run" if uid == 0 else os.environ.get("XDG_RUNTIME_DIR", "")
    for top in (first, *reversed(_TEMPORARY)):
        with suppress(OSError):
            kept = _lasting(top, uid)
            if kept is not None and not kept.is_dir():  # as the runtime folder of a user who logged out
                _lasting.cache_clear()
                kept = _lasting(top, uid)
            if kept is not None and _is_own(kept.lstat()):
                return kept
    raise _no_place("locks")


@lru_cache(maxsize=16)
def _lasting(top: str, uid: int) -> Path | None:
    """The folder of locks of this user in `top`, or a new one; None when `top` is unsafe.

    Where others can take a name, it has one by chance, and processes that make one at the same moment agree
    on the one that has had its name for the longest time.  Locks lie one level below, because their coming
    and going would change that time.
    """
    place = _safe(top)
    if place is None or os.fspath(place) != top:
        return None
    if not place.stat().st_mode & _OTHERS_WRITE:
        (place / "gograde").mkdir(mode=0o700, exist_ok=True)
        return place / "gograde"
    found = _own_folders(place)
    if not found:
        made = Path(tempfile.mkdtemp(prefix=_SCRATCH, dir=place))
        (made / "own").mkdir(mode=0o700)
        made.rename(place / f"{_LASTING}{secrets.token_hex(8)}")
    if not found or found[0][0] > time.time() - _SETTLED_S:
        time.sleep(_SETTLED_S)
        found = _own_folders(place)
    own = place / found[0][1] / "own"
    own.mkdir(mode=0o700, exist_ok=True)
    return own


def _own_folders(place: Path) -> list[tuple[float, str]]:
    """The folders of locks of this user, as time of the name and name, in this order."""
    found = []
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.name.startswith(_LASTING) and _is_own(each := entry.stat(follow_symlinks=False)):
                found.append((each.st_ctime, entry.name))
    return sorted(found)


def open_lock(path: Path) -> int:
    """A descriptor of a file to lock; only its owner may open it, and so lock it."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    os.fchmod(fd, 0o600)
    return fd
