"""What checking a submission needs besides gograde's own files, pinned with the hashes of our lock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import metadata

from gograde.code_closure import NAME
from gograde.errors import DataError
from gograde.resources import lock_file


def requirements(extra: str) -> str:
    """The lines of the lock for what gograde needs with this extra, or with none; raises `DataError`."""
    wanted = _needed(NAME, extra)
    blocks = _blocks(lock_file().read_text("utf-8")) if lock_file().is_file() else {}
    missing = sorted(wanted - blocks.keys())
    if missing:
        what = f"has no line for {', '.join(missing)}"
        raise DataError(str(lock_file()), what, "install gograde anew")
    return "".join(blocks[name] for name in sorted(wanted))


def _needed(distribution: str, extra: str) -> set[str]:
    """All that a distribution needs, directly or not, by normalised name."""
    waiting, found = list(_needs(distribution, extra)), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_needs(name))
    return found


def _needs(distribution: str, extra: str = "") -> Iterator[str]:
    """What a distribution needs here, with one extra or none: nothing of other systems."""
    for line in metadata.requires(distribution) or ():
        name = _normal(re.split(r"[^\w.-]", line, maxsplit=1)[0])
        of_extra = re.search(r"extra == ['\"]([^'\"]*)", line)
        if (of_extra is None or of_extra[1] == extra) and _is_installed(name):
            yield name


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _blocks(lock: str) -> dict[str, str]:
    """The lines of each distribution in a lock; it may have one for each of several versions of Python."""
    blocks: dict[str, str] = {}
    name = ""
    for line in lock.splitlines(keepends=True):
        if line[:1].isalnum():
            name = _normal(re.split(r"[=\s]", line, maxsplit=1)[0])
        if name:
            blocks[name] = blocks.get(name, "") + line
    return blocks


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
