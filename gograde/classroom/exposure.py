"""Says what other users of the machine can read in a class although it is not for them."""

from __future__ import annotations

import shlex
import stat
from dataclasses import dataclass
from pathlib import Path

from gograde.classroom.classroom import OVERRIDES, Classroom
from gograde.classroom.former import TAKEN
from gograde.classroom.left_out import FILE as LEFT_OUT

PRIVATE = ("hidden/*", "work", "replaced", "gradebooks", "reports/staff", OVERRIDES, TAKEN, LEFT_OUT, "*.key")
"""Patterns of what is for the owner of a class alone."""

HANDED_IN = "submissions/*/*"
"""The pattern of what students handed in; they may have folders of their own there, closed to each other."""


@dataclass(frozen=True)
class Exposed:
    """A file or folder of a class that every user of the machine can read."""

    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.what}; to mend it: {self.fix}"


def exposed(classroom: Classroom) -> tuple[Exposed, ...]:
    """The private files and folders of a class that every user of the machine can read."""
    found = [path for pattern in PRIVATE for path in sorted(classroom.path.glob(pattern)) if _is_open(path)]
    if any(_is_open(path) for path in classroom.path.glob(HANDED_IN)):
        found.append(classroom.path / "submissions")
    return tuple(_exposed(classroom, path) for path in found)


def _exposed(classroom: Classroom, path: Path) -> Exposed:
    name = path.relative_to(classroom.path)
    deep = "-R " if path.is_dir() else ""
    return Exposed(
        f"{name} can be read by every user of this machine", f"chmod {deep}o= {shlex.quote(str(path))}"
    )


def _is_open(path: Path) -> bool:
    """Whether others may read the file, or enter the folder, and enter all folders above it."""
    mode = path.lstat().st_mode
    needed = stat.S_IROTH if stat.S_ISREG(mode) else stat.S_IXOTH
    return (
        not stat.S_ISLNK(mode)
        and bool(mode & needed)
        and all(folder.stat().st_mode & stat.S_IXOTH for folder in path.parents)
    )
