"""The pinned packages of a package's `runtime:`, in `runtime.lock`: names, versions and hashes alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from gograde.errors import DataError
from gograde.package.contents import CONFIG
from gograde.package.package import Package, checked_file, named_by_path
from gograde.package.yaml_files import did_you_mean, read_capped

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
