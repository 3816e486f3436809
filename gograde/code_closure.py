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
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NAME = ROOT.name

_NAMES_A_FUNCTION = re.compile(rf"\b{NAME}[.\w]*:")
"""Where this is not in a file, no text in it names a function."""

_STATEMENT = re.compile(rf"^[ \t]*(?:from|import) {NAME}\b(?:[^(\n]*\([^)]*\)|.*)", re.MULTILINE)
"""An import, by the formatting that all files here have; to parse whole files takes ten times as long."""

_ANY_IMPORT = re.compile(r"^[ \t]*(?:from|import) (\w+)", re.MULTILINE)

_FOR_TYPE_CHECKERS = re.compile(r"^if TYPE_CHECKING:.*\n(?:[ \t]+.*\n|\n)+", re.MULTILINE)

_SOURCES = (".py", ".j2", ".css", ".js")

_NO_DATA = ("__pycache__", "_data")
"""`_data` holds the packages and the Snakefile in a wheel: they have hashes of their own."""


@cache
def code_digest(*modules: str) -> str:
    """SHA-256 (hex) over the paths and contents of `closure(*modules)`."""
    digest = hashlib.sha256()
    for path in sorted(closure(*modules)):
        data = (ROOT / path).read_bytes()
        digest.update(f"{path}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


@cache
def sources_sha256() -> str:
    """One digest over gograde's own sources and templates, by path and content."""
    digest = hashlib.sha256()
    for name in sorted(_sources(ROOT)):
        digest.update(f"{name}\0{hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


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
            waiting.extend(filter(_find, imports(module)))  # gograde-check leaves some out
    files = {_file(module) for module in found}
    return frozenset(path.relative_to(ROOT).as_posix() for path in files | _data_beside(files))


@cache
def packages(*modules: str) -> tuple[str, ...]:
    """The installed packages, with versions, that files of `closure(*modules)` import: `pillow-12.0.0`."""
    sources = (ROOT / path for path in closure(*modules) if path.endswith(".py"))
    names = {name for path in sources for name in _ANY_IMPORT.findall(path.read_text("utf-8"))}
    files = [f"{name}{rest},".encode() for name in names for rest in ("/__init__.py", ".py")]
    records = {record for entry in sys.path if entry for record in Path(entry).glob("*.dist-info/RECORD")}
    found = {record.parent.stem for record in records if _has_any(record.read_bytes(), files)}
    return tuple(sorted(name for name in found if not name.startswith(f"{NAME}-")))


def _has_any(record: bytes, files: list[bytes]) -> bool:
    """Whether one of these lines begins in the list of a package's files."""
    return any(record.startswith(line) or b"\n" + line in record for line in files)


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of gograde that a module imports, and the packages that are imported with them."""
    return imports_in(_file(module).read_text("utf-8"))


def imports_in(source: str) -> frozenset[str]:
    """The modules of gograde that this source imports, and the packages that are imported with them."""
    found = _STATEMENT.findall(_FOR_TYPE_CHECKERS.sub("", source))
    tree = ast.parse("\n".join(map(str.strip, found)))
    texts = _texts(ast.parse(source)) if _NAMES_A_FUNCTION.search(source) else ()
    return frozenset(part for name in (*_imported(tree), *texts) for part in _with_packages(name))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (_module_or_name(f"{node.module}", alias.name) for alias in node.names)


def _texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            yield from _named(node.value)


def _named(value: object) -> Iterator[str]:
    """The module of ours in a text like `package.module:function`."""
    module, colon, _ = value.partition(":") if isinstance(value, str) else ("", "", "")
    if colon and module.split(".")[0] == NAME and _find(module):
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


def _data_beside(files: set[Path]) -> set[Path]:
    """What modules read: files beside them that are no modules, and folders there that are no packages.

    Such a folder holds programs that run inside the sandbox, or templates of pages.
    """
    found: set[Path] = set()
    for folder in {path.parent for path in files}:
        for path in folder.iterdir():
            if path.is_file() and path.suffix not in (".py", ".typed"):
                found.add(path)
            elif path.is_dir() and path.name not in _NO_DATA and not (path / "__init__.py").exists():
                found.update(
                    inner
                    for inner in path.rglob("*")
                    if inner.is_file() and inner.parent.name != "__pycache__"
                )
    return found
