"""Judges, by the path alone, whether a file that a program opens is an attempt to record.

The judgement does not protect the file: namespaces or Landlock do.  Only files that exist on this machine
count, so a path of the student's own computer is a mistake and no attempt.
"""

from __future__ import annotations

import os
import posixpath
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from gograde.sandbox.host import system
from gograde.sandbox.protocol import BOX, Job

_BOX = os.fspath(BOX)
_LOOKED_AT = ("/etc", "/proc", "/sys", "/dev", "/run", "/var/run", "/var/cache", "/var/lib")
"""Folders in which libraries look up settings and facts about the machine."""

_SETTINGS = ("/etc", "/proc/sys", "/sys")
_TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")
_OF_THE_RUN = (_BOX, "/dev/shm")
_BESIDE_LIBRARIES = ("include", "share", "etc")
_SECRETS = re.compile(
    r"/etc/(g?shadow-?|sudoers|ssh/.*key|ssl/private)(/|$)"
    r"|/(var/)?run/secrets(/|$)"
    r"|/proc/(kcore|kallsyms|kmsg|keys|sysrq-trigger|kpage\w+)$"
    r"|/dev/(mem|kmem|port|kmsg|kvm|fuse|uinput|loop\w*|sd\w+|vd\w+|xvd\w+|nvme\w+|dm-\w+|disk|mapper)(/|$)"
)
_OF_A_PROCESS = re.compile(
    r"/proc/(\d+)/(?:task/\d+/)?(?:environ|mem|maps|smaps|numa_maps|pagemap|auxv|fd|fdinfo|map_files"
    r"|root|cwd|exe|stack|syscall|ns|oom_score_adj|oom_adj)(?:/|$)"
)

_THROUGH_ITSELF = re.compile(r"/proc/(?:self|thread-self)/(root|cwd)(?=/)")
_OF_ITSELF = re.compile(
    r"/proc/(?:self|thread-self|\d+)/(?:task/\d+/)?(?:oom_score_adj|oom_adj|[ug]id_map|setgroups)$"
)
"""Files of a process's own that it must not write: its rank for the OOM killer, and its id maps."""


@dataclass(frozen=True)
class FilePolicy:
    """A run may open what lies below `own`, except what lies below `hidden`; folders end with a slash.

    `listed` holds the folders in which the interpreter itself looks for modules.  `holder` is the host's
    folder around the working directory, which `trespass` treats as `/`.  It is "" where the program's own
    name for its working directory is `/box`.
    """

    own: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    listed: frozenset[str] = frozenset()
    holder: str = ""
    exists: Callable[[str], bool] = os.path.lexists

    def is_work(self, path: str) -> bool:
        """Whether `path`, as the kernel names an open file, lies where only the run writes."""
        return _below(self._named(path), _OF_THE_RUN)

    def surely_allows(self, path: str) -> bool:
        """A quick test: True when the program may read `path`, False when only `trespass` can tell."""
        return path.startswith(self.own) and not path.startswith(self.hidden) and ".." not in path

    def trespass(self, path: str, folder: str, *, writes: bool, pids: frozenset[int] = frozenset()) -> str:
        """What is wrong with opening `path` from `folder`: a verb and the full path, or "".

        `pids` are the process's own pids: it may open its own entries of /proc.
        """
        whole = self._whole(path, folder)
        if whole == "/" or _below(whole, (_BOX,)):
            return ""
        if writes and _OF_ITSELF.match(whole):
            return f"writes {whole}"
        of_another = _OF_A_PROCESS.match(whole)
        if of_another:
            return "" if int(of_another[1]) in pids else f"opens {whole}"
        if not self.exists(whole):
            return ""
        if _SECRETS.match(whole) or _below(whole, self.hidden):
            return f"opens {whole}"
        if writes and _below(whole, (*self.own, *_SETTINGS)):
            return f"writes {whole}"
        leads_to_own = any(own.startswith(whole + "/") for own in self.own)
        known = whole in _TEMPORARY or whole in self.listed
        looks = leads_to_own or known or _below(whole, (*self.own, *_LOOKED_AT))
        return "" if looks else f"opens {whole}"

    def _whole(self, path: str, folder: str) -> str:
        """The absolute path, as a program in its own namespace names it."""
        joined = posixpath.join(self._named(folder), self._named(path))
        whole = self._named(posixpath.normpath(joined)).replace("//", "/")
        through = _THROUGH_ITSELF.match(whole)
        if through is None:
            return whole
        return self._whole(whole[through.end() + 1 :], folder if through[1] == "cwd" else "/")

    def _named(self, path: str) -> str:
        within = self.holder and (path == self.holder or path.startswith(self.holder + "/"))
        return path[len(self.holder) :] or "/" if within else path


def file_policy(job: Job, work: Path | None = None) -> FilePolicy:
    """The policy for a run of `job`; `work` is the path of its working directory where that is not `/box`."""
    common = _file_policy(job.readable, job.hidden)
    return common if work is None else replace(common, holder=os.fspath(work.parent))


@lru_cache(maxsize=16)
def _file_policy(readable: tuple[Path, ...], hidden: tuple[Path, ...]) -> FilePolicy:
    folders, closed = _and_real(readable), _and_real(hidden)
    own = (*system.PROGRAMS, *system.SETTINGS, *folders)
    beside = (path.parent / name for path in folders for name in _BESIDE_LIBRARIES)
    return FilePolicy(
        own=tuple(f"{path}/" if path.is_dir() else f"{path}" for path in (*own, *beside)),
        hidden=tuple(f"{path}/" for path in closed),
        listed=frozenset(sys.path),
    )


def _and_real(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """`paths` and their resolved forms: an environment may be a link, and libraries use either path."""
    return tuple(dict.fromkeys((*paths, *(path.resolve() for path in paths))))


def _below(path: str, places: tuple[str, ...]) -> bool:
    """Whether `path` is one of `places` or lies below one, each with or without a slash at its end."""
    return any(f"{path}/".startswith(place.rstrip("/") + "/") for place in places)
