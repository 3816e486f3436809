"""Interpreters for students' programs: a Python with the packages that a course names, and no others.

A runtime is made from an interpreter and a lock; its name on the disk follows from them.  The lock pins
the packages of a package's `runtime:`, in `runtime.lock`: names, versions and hashes alone.  `write_lock`
makes it: what pip would install.  The folder is a virtual environment of the interpreter; packages with the
same lock share one.  Programs can read nothing of gograde's own environment.  pip installs wheels that have
the hashes of the lock, and nothing that runs code to be installed.  The folder appears as a whole or not at
all: a list of its files is in it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import unquote, urlsplit

from gograde.errors import DataError
from gograde.files import make_folder, write_atomic
from gograde.package.contents import CONFIG
from gograde.package.package import Package, checked_file, named_by_path
from gograde.package.yaml_files import did_you_mean, read_capped
from gograde.private import open_lock, scratch_folder
from gograde.resources import packages_dir

LOCK = "runtime.lock"

_PIN = re.compile(
    r"([A-Za-z0-9][\w.-]*)==([A-Za-z0-9.!+]+)(?: ; [\w.<>=!()' ]+?)?(?: +--hash=sha256:[0-9a-f]{64})+",
    re.ASCII,
)
_MAKE = "make it again: docs/new-assignment.md has the command"


def read_lock(package: Package) -> bytes:
    """The lock of a package's runtime, empty for a runtime without packages.

    Raises `DataError` when it is missing or changed, when a line is anything but a pinned package with
    hashes (such as the address of a package index), or when it pins not every package that is named.
    """
    named = package.config.runtime.packages
    if not named:
        return b""
    data = _bytes(package)
    pinned = {plain(pin.partition("==")[0]) for pin in pins(data, str(package.lock or package.path / LOCK))}
    for number, name in enumerate(named):
        if plain(name) not in pinned:
            raise _not_pinned(package, number, pinned)
    return data


def _not_pinned(package: Package, number: int, pinned: Collection[str]) -> DataError:
    what = f"{package.config.runtime.packages[number]} is not pinned in"
    if package.lock:
        return DataError(str(package.lock), f"{what} it", _how(package))
    key = f"{package.path / CONFIG}: runtime.packages[{number}]"
    meant = did_you_mean(package.config.runtime.packages[number], sorted(pinned))
    return DataError(key, f"{what} {LOCK}", meant or _how(package))


def _bytes(package: Package) -> bytes:
    """The lock that counts; raises `DataError` when it is missing or changed."""
    named = ", ".join(package.config.runtime.packages)
    if package.lock:
        if not package.lock.is_file():
            raise DataError(str(package.lock), f"missing, but runtime names {named}", _how(package))
        return read_capped(package.lock)
    if LOCK not in package.hashes:
        what = f"missing or not listed, but runtime names {named}"
        raise DataError(str(package.path / LOCK), what, _how(package))
    return checked_file(package.path, LOCK, package.hashes[LOCK])


def _how(package: Package) -> str:
    """How the lock is made: that of a class lies in a folder of it."""
    named = package.lock.parent.parent if package.lock else named_by_path(package.path)
    return f"make it: gograde runtime lock {named}"


def pins(lock: bytes, where: str) -> Iterator[str]:
    """The pinned packages, as in `numpy==2.4.6`; raises `DataError` for any other line."""
    for line in lock.decode("utf-8", "replace").replace("\\\n", "  ").split("\n"):
        found = _PIN.fullmatch(line.rstrip())
        if found:
            yield f"{found[1]}=={found[2]}"
        elif line.strip() and not line.startswith("#"):
            raise DataError(where, f"not a pinned package with hashes: {line[:60]}", _MAKE)


def plain(name: str) -> str:
    """A name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


SYSTEM = Path("/usr")
"""What lies below it every program may read, except the packages."""

_PACKAGES = ("python3*/site-packages", "python3*/dist-packages")
"""The folders of installed packages below `lib`; the second is that of Debian."""

_ASKS = """
import json, platform, sys
print(json.dumps([sys._base_executable, sys.base_prefix, sys.platlibdir, platform.python_version()]))
"""


@dataclass(frozen=True)
class Interpreter:
    """A Python: its program, the folder it is installed in, the name of its `lib`, and its version."""

    program: Path
    prefix: Path
    libraries: str
    version: str

    @property
    def short(self) -> str:
        """The version without its last part, as in folder names."""
        return ".".join(self.version.split(".")[:2])

    def readable(self) -> tuple[Path, ...]:
        """What it needs to run, besides what lies below `/usr`."""
        paths = {self.program, *(self.prefix / name for name in ("lib", self.libraries))}
        return tuple(sorted(path for path in paths if not path.is_relative_to(SYSTEM) and path.exists()))


def own() -> Interpreter:
    """The interpreter that gograde's environment was made from."""
    program = Path(sys._base_executable).resolve()  # type: ignore[attr-defined]
    return Interpreter(program, Path(sys.base_prefix), sys.platlibdir, platform.python_version())


def interpreter_of(package: Package) -> Interpreter:
    """The interpreter that a package asks for, found on the `PATH`; gograde's own when it asks for none.

    Raises `DataError` when it is not on this machine.
    """
    mine, version = own(), package.config.runtime.python
    if version in (None, mine.short):
        return mine
    program = shutil.which(f"python{version}")
    asked_for = described(program) if program else None
    if asked_for is None:
        where = f"{package.path / CONFIG}: runtime.python"
        fix = f"install python{version}, or take out `python` for gograde's own {mine.short}"
        raise DataError(where, f"Python {version} is not on this machine", fix)
    return asked_for


@lru_cache(maxsize=8)
def described(command: str) -> Interpreter | None:
    """The interpreter behind a command, as it describes itself; None when it does not run."""
    done = subprocess.run([command, "-I", "-c", _ASKS], capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    program, prefix, libraries, version = json.loads(done.stdout)
    return Interpreter(Path(program).resolve(), Path(prefix), libraries, version)


@lru_cache(maxsize=8)
def packages_beside(prefix: Path) -> tuple[Path, ...]:
    """The folders of installed packages that programs could read: of the interpreter, the system and gograde.

    A tool of a language may lie in gograde's own environment, whose `lib` programs can read then.
    """
    tops = (top / name for top in (prefix, SYSTEM, SYSTEM / "local") for name in ("lib", "lib64"))
    found = {path.resolve() for top in tops for name in _PACKAGES for path in top.glob(name)}
    ours = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
    return tuple(sorted(found | ours))


# -- recipes ------------------------------------------------------------------------------------


_LAYOUT = 2
"""Changes with what is written into the folder of a runtime."""


@dataclass(frozen=True)
class Recipe:
    """An interpreter and the bytes of a lock; `package` and `packages` are what people are told of it."""

    python: Interpreter
    lock: bytes
    package: str
    packages: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The folder's name, such as `3.11-0123456789abcdef`."""
        base = self.python
        parts = [_LAYOUT, str(base.program), str(base.prefix), platform.machine(), self.identity()]
        return f"{base.short}-{hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]}"

    def identity(self) -> Mapping[str, str]:
        """What runs depend on: the same on all machines with this version of Python."""
        return {"python": self.python.version, "lock": hashlib.sha256(self.lock).hexdigest()}

    def pins(self) -> tuple[str, ...]:
        """The pinned packages, as in `numpy==2.4.6`; those for other versions of Python are among them."""
        return tuple(pins(self.lock, self.package))


def recipe_of(package: Package) -> Recipe:
    """What a package asks for; raises `DataError` for a missing interpreter and a lock that does not fit."""
    return Recipe(
        interpreter_of(package), read_lock(package), _named(package.path), package.config.runtime.packages
    )


def _named(path: Path) -> str:
    """How a package is named in a command."""
    if path.parent == packages_dir():
        return path.name
    return str(path) if path.is_absolute() or path.parts[:1] == ("..",) else f"./{path}"


_PIP = (sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "--python")
_ASK = ("install", "--quiet", "--dry-run", "--ignore-installed", "--only-binary", ":all:")


def write_lock(package: Package) -> Path | None:
    """Write the lock of a package of one's own, or that of a class for a package; returns where it is.

    None where there is nothing to pin, as for a package that ships.  Raises `DataError`.
    """
    if package.path.parent == packages_dir() and package.lock is None:
        return None
    if not package.config.runtime.packages:
        return None
    own, target = package.path / LOCK, package.lock or package.path / LOCK
    data = made_lock(package, read_capped(own) if own.is_file() else b"")
    make_folder(target.parent)
    write_atomic(target, data)
    return target


def made_lock(package: Package, before: bytes) -> bytes:
    """The lock for the packages that are named, on machines of this kind with the same Python.

    What is pinned in the lock `before` keeps its version.  Raises `DataError` when pip finds no packages.
    """
    python = interpreter_of(package)
    named = package.config.runtime.packages
    with scratch_folder() as folder:
        kept, report = folder / "kept.txt", folder / "report.json"
        kept.write_text(
            "".join(f"{line}\n" for line in _pinned(before, f"{package.path / CONFIG}: runtime.python"))
        )
        words = (*_PIP, str(python.program), *_ASK, "--constraint", str(kept), "--report", str(report))
        done = subprocess.run([*words, *named], capture_output=True, text=True, check=False)
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
            what = f"cannot be locked: {(said or ['pip failed'])[-1].removeprefix('ERROR: ')}"
            raise DataError(
                ", ".join(named), what, "see that the names are right and that pip finds packages"
            )
        return _written(json.loads(report.read_bytes())["install"])


def _pinned(before: bytes, where: str) -> Iterable[str]:
    """The pins of a lock with the machines that they are for."""
    list(pins(before, where))  # no line is anything else
    lines = before.decode().replace("\\\n", " ").splitlines()
    return (line.partition(" --hash")[0].strip() for line in lines if line and not line.startswith("#"))


def _written(found: Iterable[Any]) -> bytes:
    rows = sorted((plain(one["metadata"]["name"]), one) for one in found)
    pinned = ((f"{name}=={one['metadata']['version']}", _hash(one, name)) for name, one in rows)
    return "".join(f"{pin} \\\n    --hash=sha256:{digest}\n" for pin, digest in pinned).encode()


def _hash(one: Any, name: str) -> str:
    about = one["download_info"]
    found = about.get("archive_info", {}).get("hashes", {}).get("sha256")
    at = urlsplit(about["url"])
    if (
        not found and at.scheme == "file" and Path(unquote(at.path)).is_file()
    ):  # an old pip hashes none of these
        found = hashlib.sha256(Path(unquote(at.path)).read_bytes()).hexdigest()
    if not found:
        raise DataError(name, "has no hash where pip finds it", "take it from a package index")
    return str(found)


# -- the runtime of a package: what its students' programs are run by ---------------------------------------

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
