"""Which of gograde's own files a module depends on: read from import statements, never listed by hand.

A result that was made by older code is told by the digest of the code that made it.  An import in
a function counts, since the function may be called; one for type checkers only does not.  A text
`package.module:function` counts as an import: it names a function that runs in the sandbox.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NAME = ROOT.name

_NAMES_A_FUNCTION = re.compile(rf"\b{NAME}[.\w]*:")
"""Where this is not in a file, no text in it names a function."""

_STATEMENT = re.compile(rf"^[ \t]*(?:from|import) {NAME}\b(?:[^(\n]*\([^)]*\)|.*)", re.MULTILINE)
"""An import, by the formatting that all files here have; to parse whole files takes ten times as long."""

_ANY_IMPORT = re.compile(rb"^[ \t]*(?:from|import) (\w+)", re.MULTILINE)

_TOP_MODULE = re.compile(rb"^(\w+)(?:/__init__)?\.py,", re.MULTILINE)
"""A file in the list of a package's files."""

_FOR_TYPE_CHECKERS = re.compile(r"^if TYPE_CHECKING:.*\n(?:[ \t]+.*\n|\n)+", re.MULTILINE)

_SOURCES = (".py", ".j2", ".css", ".js")

_NO_DATA = ("__pycache__", "_data")
"""`_data` holds the packages and the Snakefile in a wheel: they have hashes of their own."""


@cache
def code_digest(*modules: str) -> str:
    """SHA-256 (hex) over the paths and contents of `closure(*modules)`."""
    return _digest_of(closure(*modules))


def _digest_of(paths: Iterable[str]) -> str:
    lines = (f"{path}\0{_sha256(path)}\n" for path in sorted(paths))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@cache
def _sha256(path: str) -> str:
    return hashlib.sha256((ROOT / path).read_bytes()).hexdigest()


@cache
def sources_sha256() -> str:
    """One digest over gograde's own sources and templates, by path and content."""
    return _digest_of(_sources(ROOT))


def _sources(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _NO_DATA]
        yield from (Path(place, n).relative_to(ROOT).as_posix() for n in names if Path(n).suffix in _SOURCES)


@lru_cache
def closure(*modules: str, without: tuple[str, ...] = ()) -> frozenset[str]:
    """All files, as paths below `gograde/`, that these modules depend on, themselves among them.

    These are the modules that they import, directly or not, with the packages around them, and the
    data that lies beside each.  Modules and packages of `without` are left out, with what only they import.
    Raises KeyError for a module that there is not.
    """
    found: set[str] = set()
    waiting = [part for module in modules for part in _with_packages(module)]
    while waiting:
        module = waiting.pop()
        if module not in found and not any(f"{module}.".startswith(f"{left}.") for left in without):
            found.add(module)
            waiting.extend(imports(module))
    files = {_file(module) for module in found}
    beside = (path for folder in {path.parent for path in files} for path in _data_in(folder))
    return frozenset(path.relative_to(ROOT).as_posix() for path in {*files, *beside})


@cache
def packages(*modules: str) -> tuple[str, ...]:
    """The installed packages, with versions, that files of `closure(*modules)` import: `pillow-12.0.0`."""
    names = {name for path in closure(*modules) if path.endswith(".py") for name in _any_imports(path)}
    found = {name for name, modules in _installed().items() if not modules.isdisjoint(names)}
    return tuple(sorted(name for name in found if not name.startswith(f"{NAME}-")))


@cache
def _any_imports(path: str) -> list[bytes]:
    return _ANY_IMPORT.findall((ROOT / path).read_bytes())


@cache
def _installed() -> dict[str, set[bytes]]:
    """The top modules of each installed package, by its name with the version."""
    records = {record for entry in sys.path if entry for record in Path(entry).glob("*.dist-info/RECORD")}
    return {record.parent.stem: {*_TOP_MODULE.findall(record.read_bytes())} for record in records}


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of gograde that a module imports, and the packages that are imported with them."""
    return imports_in(_file(module).read_text("utf-8"))


def imports_in(source: str) -> frozenset[str]:
    """The modules of gograde that this source imports and has, with the packages around them."""
    found = _STATEMENT.findall(_FOR_TYPE_CHECKERS.sub("", source))
    tree = ast.parse("\n".join(map(str.strip, found)))
    texts = _texts(ast.parse(source)) if _NAMES_A_FUNCTION.search(source) else ()
    parts = (part for name in (*_imported(tree), *texts) for part in _with_packages(name))
    return frozenset(filter(_find, parts))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (_module_or_name(f"{node.module}", alias.name) for alias in node.names)


def _texts(tree: ast.AST) -> Iterator[str]:
    """The modules of ours in texts like `package.module:function`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            module, colon, _ = node.value.partition(":")
            if colon and module.split(".")[0] == NAME:
                yield module


def _module_or_name(package: str, name: str) -> str:
    """`from package import name` imports a module of the package, or takes a name out of it."""
    return f"{package}.{name}" if _find(f"{package}.{name}") else package


def _with_packages(module: str) -> Iterator[str]:
    parts = module.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def _file(module: str) -> Path:
    found = _find(module)
    if found is None:
        raise KeyError(module)
    return found


@cache
def _find(module: str) -> Path | None:
    place = ROOT.joinpath(*module.split(".")[1:])
    candidates = (place / "__init__.py", place.parent / f"{place.name}.py")
    return next((path for path in candidates if path.is_file()), None)


@cache
def _data_in(folder: Path) -> frozenset[Path]:
    """What modules of a folder read: files beside them that are no modules, and folders that are no packages.

    Such a folder holds programs that run inside the sandbox, or templates of pages.
    """
    found: set[Path] = set()
    for path in folder.iterdir():
        if path.is_file() and path.suffix not in (".py", ".typed"):
            found.add(path)
        elif path.is_dir() and path.name not in _NO_DATA and not (path / "__init__.py").exists():
            found.update(one for one in path.rglob("*") if one.is_file() and one.parent.name != "__pycache__")
    return frozenset(found)
