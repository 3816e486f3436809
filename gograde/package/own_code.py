"""Imports the Python files of a package's own code, from memory: outside the sandbox and in it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from gograde.errors import DataError
from gograde.package.contents import CONFIG, content_digest, sha256
from gograde.scoring.marking import Marking

MOST_TOLD = 500
"""The most characters of an exception's text in an error message."""


def load_from(marking: Marking, sources: Mapping[str, bytes], where: Path) -> Any:
    """The assignment in these Python files, which errors place in the folder `where`.

    Raises `DataError` for a missing or wrong name.
    """
    folder, _, name = (marking.code or "").partition(":")
    module = _module(marking.id, folder, sources, where)
    place = f"{where / CONFIG}: code"
    if not hasattr(module, name):
        raise DataError(place, f"{folder}/__init__.py has no {name}", f"write {name} = … there")
    assignment = getattr(module, name)
    if getattr(assignment, "id", None) != marking.id:
        what = f"{name} is no assignment with the id {marking.id!r}"
        raise DataError(place, what, f"make it in {folder}/__init__.py with the id of {CONFIG}")
    return assignment


def explain(error: BaseException) -> DataError | None:
    """An exception of a package's own code as a `DataError` with file and line; None for any other."""
    found, trace = None, error.__traceback__
    while trace is not None:
        if isinstance(trace.tb_frame.f_globals.get("__loader__"), _Loader):
            found = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
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


def _module(id: str, folder: str, sources: Mapping[str, bytes], where: Path) -> ModuleType:
    """The module of a folder of Python files; its name contains a digest of the files."""
    digest = content_digest({str(where.resolve() / path): sha256(data) for path, data in sources.items()})
    name = f"gograde_package_{id.replace('-', '_')}_{digest[:8]}"
    if name not in sys.modules:
        loaders = {_name(name, folder, path): _loader(where / path, data) for path, data in sources.items()}
        sys.meta_path.insert(0, _Finder(loaders))
    return import_module(name)


def _name(package: str, folder: str, path: str) -> str:
    """The module name of a file: `package.parts.x` for `grader/parts/x.py`."""
    parts = path.removeprefix(f"{folder}/").removesuffix(".py").split("/")
    return ".".join([package, *(part for part in parts if part != "__init__")])


def _loader(where: Path, data: bytes) -> _Loader:
    try:
        return _Loader(str(where), data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise DataError(str(where), "not UTF-8 text", "save it as UTF-8") from None
