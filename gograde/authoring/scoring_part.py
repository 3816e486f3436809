"""Which files of a package's own code score public cases, read from imports: they are handed out.

What knows right answers or mistakes, or needs what gograde-check leaves out, is not: a package that scores
with such a module is refused, with the line that imports it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from gograde.authoring.registry import shipped_ids
from gograde.authoring.spec import bare
from gograde.authoring.spec_author import SpecAuthor, author_of
from gograde.code_closure import NAME
from gograde.errors import DataError
from gograde.package.package import Package
from gograde.student_build import student_files

AUTHORS = ("author", "mistakes")
"""The modules beside an assignment that are never handed out (`gograde.authoring.registry`)."""

_KNOWS = "which knows right answers or mistakes"
_APART = "put what scoring needs of it into a module of its own"
_TELLS = "is handed out, and has functions that know right answers or mistakes"
_ELSEWHERE = "put these functions into a module of their own"
_LEFT_OUT = "which gograde-check leaves out"
_WITHOUT = "score with the answer that the case has: students have no more"


class Import(NamedTuple):
    """A line that imports `target`: a file of the package by its path, or a module by its name."""

    line: int
    target: str


def scoring_part(package: Package) -> frozenset[str]:
    """The files of the package's own code that are handed out; none for a package without.

    Raises `DataError` for an import of what is not handed out, and for an `__init__.py` that tells answers.
    """
    files = package.code()
    folder = (package.config.code or "").partition(":")[0]
    first = f"{folder}/__init__.py"
    secret = {f"{folder}/{name}.py" for name in AUTHORS} | _secret(package) if files else set()
    if first in secret:
        raise DataError(str(package.path / first), _TELLS, _ELSEWHERE)
    handed = student_files(tuple(name.replace("-", "_") for name in shipped_ids()))
    found: set[str] = set()
    waiting = [first] if files else []
    while waiting:
        path = waiting.pop()
        found.add(path)
        for line, target in _imports(path, files):
            if target in secret:
                raise DataError(f"{package.path / path}:{line}", f"imports {target}, {_KNOWS}", _APART)
            if target not in files and not _is_handed(target, handed):
                raise DataError(f"{package.path / path}:{line}", f"imports {target}, {_LEFT_OUT}", _WITHOUT)
            waiting += {target} & files.keys() - found
    return frozenset(found)


def _secret(package: Package) -> set[str]:
    """The files that the right answers, the cases and the mistakes of a package come from."""
    author = author_of(package)
    if not isinstance(author, SpecAuthor):
        return set()
    spec = author.spec_of(package.config)
    answers = (mistake.answer for mistake in spec.mistakes)
    given: tuple[Callable[..., Any], ...]
    given = (spec.fast, spec.slow, spec.make, spec.may_ask or spec.make, *spec.features.values(), *answers)
    programs = {one.module for one in spec.mistakes}.union(spec.reference.names if spec.reference else ())
    modules = programs | {bare(one).__module__ for one in given}
    root = package.path.resolve()
    places = (getattr(sys.modules.get(name), "__file__", None) for name in modules)
    found = (Path(place).resolve() for place in places if place)
    return {path.relative_to(root).as_posix() for path in found if path.is_relative_to(root)}


def _imports(path: str, files: Mapping[str, bytes]) -> Iterator[Import]:
    """The imports of a file that name files of the package, or modules of ours."""
    for node in ast.walk(ast.parse(files[path])):
        if isinstance(node, ast.Import):
            ours = (one.name for one in node.names if one.name.split(".")[0] == NAME)
            yield from (Import(node.lineno, name) for name in ours)
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield from (Import(node.lineno, name) for name in _beside(path, node, files))
        elif isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{NAME}."):
            yield from (Import(node.lineno, _origin(f"{node.module}", one.name)) for one in node.names)


def _beside(path: str, node: ast.ImportFrom, files: Mapping[str, bytes]) -> Iterator[str]:
    """The files of the package that a relative import loads: what it names, and the folders around that."""
    folder = PurePosixPath(path).parents[node.level - 1].joinpath(*(node.module or "").split("."))
    for place in (*folder.parents, folder, *(folder / one.name for one in node.names)):
        yield from {f"{place}.py", f"{place}/__init__.py"} & files.keys()


def _origin(module: str, name: str) -> str:
    """The module of ours that an imported name comes from."""
    if find_spec(f"{module}.{name}") if hasattr(import_module(module), "__path__") else None:
        return f"{module}.{name}"
    origin = str(getattr(getattr(import_module(module), name, None), "__module__", module))
    return origin if origin.startswith(f"{NAME}.") else module


def _is_handed(module: str, handed: frozenset[str]) -> bool:
    place = "/".join(module.split(".")[1:])
    return not {f"{place}.py", f"{place}/__init__.py"}.isdisjoint(handed)
