"""The runtime of a package: what its students' programs are run by, in a read-only folder that is made once.

The folder is a virtual environment with the packages of the package's lock; packages with the same lock share
one.  Programs can read nothing of gograde's own environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gograde.package.package import Package
from gograde.runtimes.build import build
from gograde.runtimes.folder import found
from gograde.runtimes.interpreter import Interpreter, packages_beside
from gograde.runtimes.recipe import Recipe, recipe_of

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
    return Runtime(found(recipe.name) or build(recipe), recipe.python, recipe.packages)
