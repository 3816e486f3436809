"""Waits until files change.

The files are looked at again and again: this works on every file system, and whatever an editor does to save.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

STEP_S = 0.25
"""Seconds between two looks: soon enough for a person, and a thousandth of a processor."""

_ASIDE = ("__pycache__", "node_modules")

State = frozenset[tuple[Path, int, int, int]]
"""The files by path, with time, size and number of each."""


def state_of(path: Path) -> State:
    """The files of a folder, or the file, as they are now; names that begin with a dot are left aside."""
    return frozenset(found for one in (path, *_inside(path)) if (found := _seen(one)) is not None)


def _seen(path: Path) -> tuple[Path, int, int, int] | None:
    try:
        found = path.stat()
    except OSError:  # gone in this moment, or not readable
        return None
    return None if stat.S_ISDIR(found.st_mode) else (path, found.st_mtime_ns, found.st_size, found.st_ino)


def _inside(path: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(path):
        folders[:] = [one for one in folders if not one.startswith(".") and one not in _ASIDE]
        yield from (Path(folder, one) for one in files if not one.startswith("."))


def wait_for_change(
    path: Path, before: State, pause: Callable[[], None] = lambda: time.sleep(STEP_S)
) -> State:
    """The state that is no more `before`, once it stands still: an editor saves in several steps."""
    last, now = before, state_of(path)
    while now == before or now != last:
        pause()
        last, now = now, state_of(path)
    return now
