"""Detects clones of git repositories among submissions.

Only the name `.git` marks a clone.  That folder is never opened, listed, copied or given to git, since
a student's repository can name programs for git to start.
"""

from __future__ import annotations

from collections.abc import Collection

GIT = ".git"
MODULES = ".gitmodules"
BARE = "a bare git repository, in which no file is checked out"
EMPTY = "a git clone in which no file is checked out"
NOT_THERE = "a git submodule that is not checked out"
"""Of an empty folder beside a `.gitmodules`; git keeps no other empty folder."""


def is_bare(names: Collection[str]) -> bool:
    """Whether the names in a folder are those of a bare repository."""
    return {"HEAD", "objects", "refs"} <= set(names)
