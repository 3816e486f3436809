"""Imports the Python files of a package's own code, from memory: outside the sandbox and in it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from gograde.core.marking import Marking
from gograde.errors import DataError
from gograde.package.contents import CONFIG, content_digest, sha256, text_of

MOST_TOLD = 500
"""The most characters of an exception's text in an error message."""


@dataclass(frozen=True)
class OwnCode:
    """The Python files of a package's own code, by path; errors place them in the folder `where`."""

    marking: Marking
    sources: Mapping[str, bytes] = field(repr=False)
    where: Path

    @property
    def folder(self) -> str:
        return (self.marking.code or "").partition(":")[0]

    def assignment(self) -> Any:
        """The assignment that `code:` names; raises `DataError` for a missing or wrong name."""
        name = (self.marking.code or "").partition(":")[2]
        module = import_module(self._module())
        place = f"{self.where / CONFIG}: code"
        if not hasattr(module, name):
            raise DataError(place, f"{self.folder}/__init__.py has no {name}", f"write {name} = … there")
        assignment = getattr(module, name)
        if getattr(assignment, "id", None) != self.marking.id:
            what = f"{name} is no assignment with the id {self.marking.id!r}"
            raise DataError(place, what, f"make it in {self.folder}/__init__.py with the id of {CONFIG}")
        return assignment

    def part(self, module: str, name: str) -> Any:
        """The object `name` in a module beside the assignment; None without the module.

        Raises `DataError` when the module has no such object.
        """
        path = f"{self.folder}/{module}.py"
        if path not in self.sources:
            return None
        found = import_module(f"{self._module()}.{module}")
        if not hasattr(found, name):
            raise DataError(str(self.where / path), f"has no {name}", f"write {name} there")
        return getattr(found, name)

    def _module(self) -> str:
        """The module name of the folder, which can be imported; it contains a digest of the files."""
        places = {str(self.where.resolve() / path): sha256(data) for path, data in self.sources.items()}
        name = f"gograde_package_{self.marking.id.replace('-', '_')}_{content_digest(places)[:8]}"
        if name not in sys.modules:
            loaders = {
                _name(name, self.folder, path): _Loader(where, text_of(data, where))
                for path, data in self.sources.items()
                for where in [str(self.where / path)]
            }
            sys.meta_path.insert(0, _Finder(loaders))
        return name


def explain(error: BaseException) -> DataError | None:
    """An exception of a package's own code as a `DataError` with file and line; None for any other.

    A function that cannot be called as it must be has no line in the traceback: its name is in the message.
    """
    found, trace = None, error.__traceback__
    while trace is not None:
        if isinstance(trace.tb_frame.f_globals.get("__loader__"), _Loader):
            found = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    for call in re.findall(r"^(\w+)\(\) (?:takes|missing) ", str(error)) if found is None else ():
        owned = [one for one in sys.modules.values() if isinstance(getattr(one, "__loader__", None), _Loader)]
        for code in filter(None, (getattr(vars(one).get(call), "__code__", None) for one in owned)):
            found = f"{code.co_filename}:{code.co_firstlineno}"
    if found is None:
        return None
    told = f"{type(error).__name__}: {error}".removesuffix(": ")
    return DataError(found, told[:MOST_TOLD], "mend this code of the package, or what it was given")


# -- importing ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Loader(InspectLoader):
    """The source of one module, held in memory."""

    path: str
    source: str

    def get_source(self, fullname: str) -> str:
        return self.source

    def is_package(self, fullname: str) -> bool:
        return Path(self.path).name == "__init__.py"

    def get_code(self, fullname: str) -> CodeType:
        try:
            return compile(self.source, self.path, "exec", dont_inherit=True)
        except SyntaxError as error:
            where = f"{self.path}:{error.lineno}"
            raise DataError(where, f"SyntaxError: {error.msg}", "mend the line") from None


@dataclass(frozen=True)
class _Finder(MetaPathFinder):
    """Finds only the modules of one package's code."""

    loaders: Mapping[str, _Loader]

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        loader = self.loaders.get(fullname)
        if loader is None:
            return None
        # The search path for submodules stays empty, so that no other file is imported.
        spec = ModuleSpec(fullname, loader, origin=loader.path, is_package=loader.is_package(fullname))
        spec.has_location = True
        return spec


def _name(package: str, folder: str, path: str) -> str:
    """The module name of a file: `package.parts.x` for `grader/parts/x.py`."""
    parts = path.removeprefix(f"{folder}/").removesuffix(".py").split("/")
    return ".".join([package, *(part for part in parts if part != "__init__")])
