"""Detects clones of git repositories among submissions.

Only the name `.git` marks a clone.  That folder is never opened, listed, copied or given to git, since
a student's repository can name programs for git to start.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

GIT = ".git"
MODULES = ".gitmodules"
BARE = "a bare git repository, in which no file is checked out"
EMPTY = "a git clone in which no file is checked out"
NOT_THERE = "a git submodule that is not checked out"
MOST_MODULES = 20

_PATH = re.compile(rb"^[ \t]*path[ \t]*=[ \t]*([\x20-\x7e]{1,200})$", re.MULTILINE)


def is_clone(folder: Path) -> bool:
    """Whether a folder holds an entry `.git` (a folder, or the file of a worktree)."""
    return os.path.lexists(folder / GIT)


def is_bare(names: Collection[str]) -> bool:
    """Whether the names in a folder are those of a bare repository."""
    return {"HEAD", "objects", "refs"} <= set(names)


def missing_modules(files: Mapping[str, bytes]) -> Iterator[str]:
    """The submodule paths in `.gitmodules` that hold no file."""
    named = _PATH.findall(files.get(MODULES, b"")[: 1 << 16])[:MOST_MODULES]
    for path in dict.fromkeys(name.decode().strip().strip('"').rstrip("/") for name in named):
        if path and not any(file.startswith(f"{path}/") for file in files):
            yield path
