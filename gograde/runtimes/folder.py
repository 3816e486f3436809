"""Where runtimes lie, and whether one is whole: a list of its files is in each."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from gograde.package.runtime_lock import plain

MANIFEST = "runtime.json"
SCHEMA = "gograde/runtime/v1"
FONTS = "fonts"
"""Holds matplotlib's list of fonts; without it each program makes its own, in 2 s of CPU, and a slow machine
has matplotlib print about it.  The stand-ins, which know nothing of gograde, name it too."""

_SAME = {
    "opencv-python": "opencv-python-headless",
    "opencv-contrib-python": "opencv-python-headless",
    "opencv-contrib-python-headless": "opencv-python-headless",
    "pygame": "pygame-ce",
    "pil": "pillow",
}
"""Packages with the same modules as another, for programs that nobody sees."""

_OF_EACH = {"pip", "setuptools", "wheel"}
"""What every environment has and no program imports."""

_MACHINE = Path("/var/cache")
"""Root's cache, in which every user can read and nobody else can write."""


def places() -> tuple[Path, ...]:
    """The folders of runtimes: the user's own, where new ones are made, and the machine's."""
    named = os.environ.get("XDG_CACHE_HOME")
    home = _MACHINE if os.geteuid() == 0 else Path.home() / ".cache"
    caches = dict.fromkeys((Path(named) if named else home, _MACHINE))
    return tuple(cache.absolute() / "gograde" / "runtimes" for cache in caches)


def whole_runtime(name: str) -> Path | None:
    """The whole runtime of this name."""
    return next((place / name for place in places() if is_whole(place / name)), None)


def is_whole(folder: Path) -> bool:
    """Whether every file is there with its size; tools that clean caches take some and leave others."""
    listed = read_manifest(folder).get("files", {})
    try:
        sizes = ((os.lstat(f"{folder}/{path}").st_size, size) for path, (size, _) in listed.items())
        return bool(listed) and all(size == wanted for size, wanted in sizes)
    except OSError:
        return False


def installed(folder: Path) -> list[str]:
    """The packages of a runtime, as in `numpy==2.4.6`."""
    found = folder.glob("lib/python3*/site-packages/*.dist-info")
    return sorted("==".join(path.stem.split("-", 1)) for path in found)


def lacking(folder: Path, names: Iterable[str]) -> list[str]:
    """Those of the named packages that a runtime does not have, under no name that stands for the same."""
    there = {plain(package.partition("==")[0]) for package in installed(folder)} | _OF_EACH
    return [name for name in names if _SAME.get(plain(name), plain(name)) not in there]


def changed(folder: Path) -> list[str]:
    """The files whose bytes are not those that were built, and files that were added."""
    listed, there = read_manifest(folder).get("files", {}), describe(folder)
    return sorted(path for path in {*listed, *there} if listed.get(path) != there.get(path))


def read_manifest(folder: Path) -> dict[str, dict[str, list[object]]]:
    """The list of a runtime's files; empty when there is none."""
    try:
        value = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) and value.get("schema") == SCHEMA else {}


def describe(folder: Path) -> dict[str, list[object]]:
    """Size and SHA-256 of each file by path; of a link, those of its target's name."""
    return {path.relative_to(folder).as_posix(): _measured(path) for path in sorted(_files(folder))}


def _files(folder: Path) -> Iterator[Path]:
    for top, folders, names in os.walk(folder):
        links = [name for name in folders if Path(top, name).is_symlink()]
        yield from (Path(top, name) for name in (*names, *links) if Path(top, name) != folder / MANIFEST)


def _measured(path: Path) -> list[object]:
    data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
    return [len(data), hashlib.sha256(data).hexdigest()]


def seal(folder: Path) -> None:
    """Take the right to write from everybody, and let everybody read."""
    for path in (*folder.rglob("*"), folder):
        mode = path.lstat().st_mode
        if not stat.S_ISLNK(mode):
            path.chmod(0o555 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0o444)


def unseal(folder: Path) -> None:
    """Give the owner the right to delete the folder."""
    for top, _, _ in os.walk(folder):
        Path(top).chmod(0o755)
