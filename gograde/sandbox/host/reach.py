"""Lets a submission's user read folders that lie below a closed home.

The user cannot reach an interpreter below `/root` or another folder of mode 0700.  So the run gets a
mount namespace in which an empty folder covers the closed folder.  Only the paths that the program may
read are mounted back at their places.
"""

from __future__ import annotations

import os
import stat
import weakref
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.spawn import in_thread

_KEPT = 24  # objects of a kind; a grading needs one for each language
_COVER = kernel.MS_NOSUID | kernel.MS_NODEV


def closed_ways(paths: Iterable[Path], who: Identity) -> Mapping[Path, Path]:
    """Maps each path that `who` cannot reach to the topmost closed folder above it.

    The result is empty when `who` is the grader's own user.  Raises JudgeError when a path does not exist,
    or when `who` may not read the path itself.
    """
    for path in paths:
        if not path.exists():
            raise JudgeError("sandbox", f"{path} does not exist", "name files and folders of this machine")
        if who.drop and not _permits(path, who, 0o5 if path.is_dir() else 0o4):
            raise JudgeError("sandbox", f"{path} cannot be read by uid {who.uid}", f"chmod -R o+rX {path}")
    if not who.drop:
        return {}
    above = {path: (up for up in reversed(path.parents) if not _permits(up, who, 0o1)) for path in paths}
    topmost = {path: next(closed, None) for path, closed in above.items()}
    return {path: folder for path, folder in topmost.items() if folder is not None}


_Made = TypeVar("_Made")


@dataclass
class Unchanged(Generic[_Made]):
    """Keeps up to `most` objects, those that were made last."""

    most: int = _KEPT
    _objects: dict[object, tuple[Stamps, _Made]] = field(default_factory=dict)

    def get(self, key: object, make: Callable[[], tuple[Stamps, _Made]]) -> _Made:
        """The object of `key`, made anew if its stamps, which are older than itself, do not hold any more."""
        kept = self._objects.get(key)
        if kept is None or not kept[0].hold():
            kept = make()
            while len(self._objects) >= self.most:
                self._objects.pop(next(iter(self._objects)), None)
            self._objects[key] = kept
        return kept[1]


class Stamps:
    """The inode, mode and owner of each path at one moment; for folders also the time of the last change.

    The object keeps a descriptor of each path, so that no new file gets the inode of a deleted one.
    """

    def __init__(self, paths: Iterable[Path], folders: Iterable[Path] = ()) -> None:
        looks = [*((f"{path}", False) for path in paths), *((f"{path}", True) for path in folders)]
        self._seen = [(path, times, _look(path, times)) for path, times in looks]
        for path, _ in looks:
            with suppress(OSError):
                weakref.finalize(self, os.close, os.open(path, os.O_PATH | os.O_CLOEXEC))

    def hold(self) -> bool:
        """Whether no path has changed."""
        return all(_look(path, times) == seen for path, times, seen in self._seen)


def _look(path: str, times: bool) -> tuple[int, ...]:
    """The stamp of a path; empty when it is missing."""
    try:
        found = os.stat(path)  # noqa: PTH116 - asked at each run
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_mode, found.st_uid, found.st_mtime_ns * times


@dataclass
class ReachableMounts:
    """A mount namespace from which a program can reach the paths it may read.

    `mounts` is a descriptor of the namespace, which closes with this object.  It is None when the host's
    own namespace is enough.
    """

    mounts: int | None

    def __post_init__(self) -> None:
        if self.mounts is not None:
            weakref.finalize(self, os.close, self.mounts)

    def enter(self) -> None:
        """Put this thread and its future children into the namespace; the working directory becomes `/`."""
        if self.mounts is not None:
            kernel.unshare(kernel.CLONE_FS)
            kernel.enter_namespace(self.mounts, kernel.CLONE_NEWNS)


@dataclass
class Ways:
    """Makes and keeps the mount namespaces for the runs of one back end.

    With `lean`, a grader that is root makes a namespace with few mounts even if no folder is closed.  This
    saves time, since bwrap reads the list of all mounts for each mount that it makes.
    """

    lean: bool = False
    _ways: Unchanged[ReachableMounts] = field(default_factory=Unchanged)

    def to(self, paths: tuple[Path, ...], who: Identity) -> ReachableMounts:
        """A namespace in which `who` can reach `paths`; raises JudgeError when there is none."""

        def make() -> tuple[Stamps, ReachableMounts]:
            stamps = Stamps({at for path in paths for at in (path, *path.parents)})
            return stamps, ReachableMounts(_opened(closed_ways(paths, who), lean=self.lean and who.drop))

        return self._ways.get((paths, who.drop), make)  # no user of a slot owns files of the system


def _opened(closed: Mapping[Path, Path], *, lean: bool) -> int | None:
    """A descriptor of a mount namespace in which `closed` is reachable, made by a temporary thread.

    None when no namespace is needed, or when nothing is closed and the kernel permits none.  Raises
    JudgeError when the kernel refuses to open what is closed.
    """

    def work() -> int:
        kernel.private_mounts()
        with suppress(OSError):
            kernel.detach("/sys")  # no program sees it, and bwrap reads the list of mounts many times
        _uncover(closed)
        return os.open("/proc/thread-self/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)

    if not closed and not lean:
        return None
    try:
        return in_thread(work)
    except OSError as error:
        if not closed:
            return None
        path, cover = next(iter(closed.items()))
        fault = f"{path} cannot be read by a submission, because {cover} is closed ({error.strerror})"
        fix = f"chmod o+x {cover}, or use an interpreter outside it"
        raise JudgeError("sandbox", fault, fix) from error


def _uncover(closed: Mapping[Path, Path]) -> None:
    """Cover the closed folders and bind the wanted paths back."""
    os.umask(0o022)  # changes this thread only, because `private_mounts` separates it
    originals = {path: os.open(path, os.O_PATH | os.O_CLOEXEC) for path in closed}
    covers = sorted(set(closed.values()))
    for cover in covers:
        if not any(other in cover.parents for other in covers):
            kernel.mount("tmpfs", str(cover), "tmpfs", _COVER, "mode=0755,size=1m")
    for path in sorted(closed):
        if not any(other in path.parents for other in closed):
            _bind_back(originals[path], path)
    for fd in originals.values():
        os.close(fd)


def _bind_back(original: int, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if stat.S_ISDIR(os.fstat(original).st_mode):
        path.mkdir(exist_ok=True)
    else:
        path.touch()
    kernel.mount(f"/proc/self/fd/{original}", str(path), "", kernel.MS_BIND | kernel.MS_REC)


def _permits(path: Path, who: Identity, wanted: int) -> bool:
    found = path.stat()
    shift = 6 if found.st_uid == who.uid else 3 if found.st_gid == who.gid else 0
    return found.st_mode >> shift & wanted == wanted
