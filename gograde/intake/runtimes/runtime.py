"""The runtime of a package: what its students' programs are run by, in a read-only folder that is made once.

The folder is a virtual environment of an interpreter with the packages of the package's lock; packages with
the same lock share one.  Programs can read nothing of gograde's own environment.  pip installs wheels that
have the hashes of the lock, and nothing that runs code to be installed.  The folder appears as a whole or not
at all: a list of its files is in it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

from gograde.errors import DataError
from gograde.intake.runtimes.recipe import Interpreter, Recipe, packages_beside, recipe_of
from gograde.package.package import Package
from gograde.private import open_lock

MANIFEST = "runtime.json"
SCHEMA = "gograde/runtime/v1"
FONTS = "fonts"
"""Holds matplotlib's list of fonts; without it each program makes its own, in 2 s of CPU, and a slow machine
has matplotlib print about it.  The stand-ins, which know nothing of gograde, name it too."""

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


_HOME = "/python"
"""What an interpreter's folder is called in records, so that they are the same on every machine."""


@dataclass(frozen=True)
class Runtime:
    """A runtime that is ready: its folder, the interpreter behind it, and the packages that it is for."""

    folder: Path
    base: Interpreter
    packages: tuple[str, ...] = ()

    @property
    def python(self) -> Path:
        """The program that is started."""
        return self.folder / "bin" / "python"

    def readable(self) -> tuple[Path, ...]:
        """What a Python program must be able to read."""
        return (self.folder, *self.base.readable())

    def hidden(self) -> tuple[Path, ...]:
        """The packages of the machine, among them gograde's, which programs of no language may read."""
        return packages_beside(self.base.prefix)

    def neutral(self) -> Mapping[Path, str]:
        """The folders that a program may name in what it prints, with what records call them."""
        lib, version = self.base.libraries, f"python{self.base.short}"
        return {
            self.folder: _HOME,
            self.folder / "lib" / version / "site-packages": f"{_HOME}/lib/site-packages",
            self.base.prefix: _HOME,
            self.base.prefix / lib / version: f"{_HOME}/lib",
        }


def runtime_of(package: Package) -> Runtime:
    """The runtime of a package, which is made if this machine does not have it.

    Raises `DataError` when the package asks for what cannot be had.
    """
    return ready(recipe_of(package))


@lru_cache(maxsize=8)
def ready(recipe: Recipe) -> Runtime:
    """The runtime that is made by a recipe, made now if this machine does not have it."""
    return Runtime(whole_runtime(recipe.name) or build(recipe), recipe.python, recipe.packages)


# -- making one ----------------------------------------------------------------------------------

_PIP = (sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "--python")
_INSTALL = ("install", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes", "--no-compile")
_COMPILE = ("-I", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "-x", "/tests?/")
"""Tests of packages are not compiled: nobody imports them."""

_FONTS = """
import matplotlib, pathlib
from matplotlib.font_manager import FontManager, fontManager, json_dump
for fonts in (fontManager.ttflist, fontManager.afmlist):
    fonts.sort(key=lambda font: font.fname)
json_dump(fontManager, pathlib.Path(matplotlib.get_cachedir(), f"fontlist-v{FontManager.__version__}.json"))
"""
"""Lists fonts in one order: of equally good ones matplotlib takes the first."""

_OWN_FONTS = {"MPL_IGNORE_SYSTEM_FONTS": "1"}
"""Of matplotlib; those of the machine would make pictures differ between machines."""


def build(recipe: Recipe) -> Path:
    """Make a runtime in the user's own place; returns its folder, which another process may have made.

    Raises `DataError` when the packages cannot be had, or the place cannot be written.
    """
    place = places()[0]
    target = place / recipe.name
    try:
        _open_folder(place)
        with _alone(place, recipe.name):
            if not is_whole(target):
                _make(target, recipe)
    except OSError as error:
        what = f"the runtime of {recipe.package or 'programs'} cannot be written ({error.strerror})"
        raise DataError(str(place), what, "make room, or name another folder in XDG_CACHE_HOME") from None
    return target


def _open_folder(folder: Path) -> None:
    """Make a folder that everybody can read, and those above it."""
    if not folder.is_dir():
        _open_folder(folder.parent)
        with suppress(FileExistsError):
            folder.mkdir()
            folder.chmod(0o755)


@contextmanager
def _alone(place: Path, name: str) -> Iterator[None]:
    """Keep others from building the same runtime, and delete what builds that were killed have left."""
    lock = open_lock(place / f".{name}.lock")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left in place.glob(f".{name}.*-"):
            _delete(left)
        yield
    finally:
        os.close(lock)


def _make(target: Path, recipe: Recipe) -> None:
    """Build beside the target, and put the result in its place."""
    folder = Path(mkdtemp(prefix=f".{target.name}.new-", suffix="-", dir=target.parent))
    try:
        _fill(folder, recipe, target)
        if target.exists():
            target.rename(folder.with_name(f"{folder.name}old-"))
        folder.rename(target)
    finally:
        for left in target.parent.glob(f".{target.name}.*-"):
            _delete(left)


def _fill(folder: Path, recipe: Recipe, target: Path) -> None:
    """Write the environment, install, compile, list and seal."""
    base = recipe.python
    site = folder / "lib" / f"python{base.short}" / "site-packages"
    python = folder / "bin" / "python"
    for each in (site, python.parent):
        each.mkdir(parents=True)
    python.symlink_to(base.program)
    home = f"home = {base.program.parent}\ninclude-system-site-packages = false\nversion = {base.version}\n"
    (folder / "pyvenv.cfg").write_text(home)
    if recipe.lock:
        print(f"building the runtime of {recipe.package}, once for this machine", file=sys.stderr)
        lock = folder / "runtime.lock"
        lock.write_bytes(recipe.lock)
        _pip(recipe, python, *_INSTALL, "--target", str(site), "--requirement", str(lock))
        _pip(recipe, python, "check")
        where = ("-s", str(folder), "-p", str(target), str(site))
        subprocess.run([python, *_COMPILE, *where], capture_output=True, check=False)
        if (site / "matplotlib").is_dir():
            env = {**_OWN_FONTS, "MPLCONFIGDIR": str(folder / FONTS)}
            subprocess.run([python, "-I", "-B", "-c", _FONTS], env=env, capture_output=True, check=False)
    manifest = {"schema": SCHEMA, **recipe.identity(), "packages": recipe.pins(), "files": describe(folder)}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1))
    seal(folder)


def _pip(recipe: Recipe, python: Path, *words: str) -> None:
    """Run pip for another interpreter; raises `DataError` with the last words of pip."""
    done = subprocess.run([*_PIP, str(python), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        said = ["pip failed", *filter(None, map(str.strip, (done.stdout + done.stderr).splitlines()))]
        faults = [line.removeprefix("ERROR: ") for line in said if line.startswith("ERROR: ")]
        what = f"cannot be built: {(faults or said)[-1]}"
        fix = f"see that pip works and finds packages, then: gograde runtime build {recipe.package}"
        raise DataError(f"the runtime of {recipe.package}", what, fix)


def _delete(folder: Path) -> None:
    with suppress(OSError):
        unseal(folder)
        shutil.rmtree(folder)
