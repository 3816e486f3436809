"""What a runtime is made from: an interpreter and a lock; its name on the disk follows from them."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gograde.package.contents import CONFIG
from gograde.package.package import Package
from gograde.package.runtime_lock import pins, read_lock
from gograde.resources import packages_dir
from gograde.runtimes.interpreter import Interpreter, interpreter

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
    where = f"{package.path / CONFIG}: runtime.python"
    python = interpreter(package.config.runtime.python, where)
    return Recipe(python, read_lock(package), _named(package.path), package.config.runtime.packages)


def _named(path: Path) -> str:
    """How a package is named in a command."""
    if path.parent == packages_dir():
        return path.name
    return str(path) if path.is_absolute() or path.parts[:1] == ("..",) else f"./{path}"
