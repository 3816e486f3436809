"""A working directory on the host's disk, made for one run and removed with all its content."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gograde.private import FOLDER, Scratch
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.workdir.usage import Usage, measure

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
        _allow_descriptors()
        holder = Scratch.make(who.gid if who.drop else None)
        os.mkdir(_NAME, 0o700, dir_fd=holder.fd)
        os.close(os.open(_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=holder.fd))
        box = os.open(_NAME, FOLDER, dir_fd=holder.fd)
        if who.drop:
            os.fchown(box, who.uid, who.gid)
        return cls(holder.path / _NAME, box, holder)

    def usage(self, pids: Iterable[int], unseen: int = 0) -> Usage:
        """What the run uses; see `measure`."""
        return measure(self.box, self.path, self.path.with_name(_FILE), pids, unseen)

    def remove(self) -> None:
        """Delete the folder."""
        self.holder.remove()
        os.close(self.box)


def _allow_descriptors() -> None:
    """Raise this process's limit of open files: `measure` needs one descriptor for each level of folders."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
