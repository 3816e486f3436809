"""The pinned packages of a package's `runtime:`, in `runtime.lock`: names, versions and hashes alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gograde.errors import DataError
from gograde.package.contents import CONFIG
from gograde.package.faults import did_you_mean
from gograde.package.package import Package, checked_file

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
    where = package.path / LOCK
    if LOCK not in package.hashes:
        raise DataError(str(where), f"missing or not listed, but runtime names {', '.join(named)}", _MAKE)
    data = checked_file(package.path, LOCK, package.hashes[LOCK])
    pinned = {plain(pin.partition("==")[0]) for pin in pins(data, str(where))}
    for number, name in enumerate(named):
        if plain(name) not in pinned:
            key = f"{package.path / CONFIG}: runtime.packages[{number}]"
            raise DataError(
                key, f"{name} is not pinned in {LOCK}", did_you_mean(name, sorted(pinned)) or _MAKE
            )
    return data


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
