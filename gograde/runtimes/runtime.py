"""The runtime of a package: what its students' programs are run by, in a read-only folder that is made once.

The folder is a virtual environment of an interpreter with the packages of the package's lock; packages with
the same lock share one.  Programs can read nothing of gograde's own environment.  pip installs wheels that
have the hashes of the lock, and nothing that runs code to be installed.  The folder appears as a whole or not
at all.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

from gograde.errors import DataError
from gograde.package.package import Package
from gograde.private import open_lock
from gograde.runtimes.folder import (
    FONTS,
    MANIFEST,
    SCHEMA,
    describe,
    is_whole,
    places,
    seal,
    unseal,
    whole_runtime,
)
from gograde.runtimes.recipe import Interpreter, Recipe, packages_beside, recipe_of

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
