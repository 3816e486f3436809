"""Which files a program has no business to open: a judgement on names alone, for the record.

It holds nobody: namespaces or the kernel refuse what may not be opened.  Only files that exist on this
machine count, so a path of the student's own computer is a mistake and no attempt.  Neither is `stat`,
nor looking for data in the folder above.
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
"""Libraries look up settings and what the machine is like; most of it is not there in the sandbox."""

_SETTINGS = ("/etc", "/proc/sys", "/sys")
_TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")
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
"""What nobody has to change about himself: whom the kernel kills first, and who one is."""


@dataclass(frozen=True)
class FilePolicy:
    """What a run may open: what lies below `own`, but nothing below `hidden`; folders end with a slash.

    `listed` are folders that an interpreter looks into by itself for modules.  `holder` is the host's
    folder around the working directory, which reads `/` here; "" where the program too calls its
    working directory `/box`.
    """

    own: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    listed: frozenset[str] = frozenset()
    holder: str = ""
    exists: Callable[[str], bool] = os.path.lexists

    def surely_allows(self, path: str) -> bool:
        """Whether a path may be read for sure: a quick answer for most paths, False where it is not known."""
        return path.startswith(self.own) and not path.startswith(self.hidden) and ".." not in path

    def trespass(self, path: str, folder: str, *, writes: bool, pids: frozenset[int] = frozenset()) -> str:
        """What is wrong with opening `path` in `folder`: a word and the path in full, or ""."""
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
        return "" if self._may_be_looked_at(whole) else f"opens {whole}"

    def _whole(self, path: str, folder: str) -> str:
        """The path from the root on, as a program in a namespace of its own would say it."""
        joined = posixpath.join(self._named(folder), self._named(path))
        whole = self._named(posixpath.normpath(joined)).replace("//", "/")
        through = _THROUGH_ITSELF.match(whole)
        if through is None:
            return whole
        return self._whole(whole[through.end() + 1 :], folder if through[1] == "cwd" else "/")

    def _named(self, path: str) -> str:
        within = self.holder and (path == self.holder or path.startswith(self.holder + "/"))
        return path[len(self.holder) :] or "/" if within else path

    def _may_be_looked_at(self, whole: str) -> bool:
        leads_to_own = any(own.startswith(whole + "/") for own in self.own)
        known = whole in _TEMPORARY or whole in self.listed
        return leads_to_own or known or _below(whole, (*self.own, *_LOOKED_AT))


def file_policy(job: Job, work: Path | None = None) -> FilePolicy:
    """What a run of `job` may open; `work` is the host's name of its working directory, if not `/box`."""
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
    """Also where they really are: an environment may be a link, and libraries ask by either name."""
    return tuple(dict.fromkeys((*paths, *(path.resolve() for path in paths))))


def _below(path: str, places: tuple[str, ...]) -> bool:
    """Whether `path` is one of `places` or lies below one, each with or without a slash at its end."""
    return any(f"{path}/".startswith(place.rstrip("/") + "/") for place in places)
