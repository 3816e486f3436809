"""Which of gograde's own files a module depends on: read from import statements, never listed by hand.

A result that was made by older code is told by the digest of the code that made it.  An import in
a function counts, since the function may be called; one for type checkers only does not.  A text
`package.module:function` counts as an import: it names a function that runs in the sandbox.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NAME = ROOT.name

_NO_DATA = ("__pycache__", "_data")
"""`_data` holds the packages and the Snakefile in a wheel: they have hashes of their own."""


def code_digest(*modules: str) -> str:
    """SHA-256 (hex) over the paths and contents of `closure(*modules)`."""
    digest = hashlib.sha256()
    for path in sorted(closure(*modules)):
        data = (ROOT / path).read_bytes()
        digest.update(f"{path}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


@lru_cache
def closure(*modules: str) -> frozenset[str]:
    """All files, as paths below `gograde/`, that these modules depend on, themselves among them.

    These are the modules that they import, directly or not, with the packages around them, and the
    data that lies beside each.  Raises KeyError for a module that there is not.
    """
    found: set[str] = set()
    waiting = [part for module in modules for part in _with_packages(module)]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting.extend(imports(module))
    files = {_file(module) for module in found}
    return frozenset(path.relative_to(ROOT).as_posix() for path in files | _data_beside(files))


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of gograde that a module imports, and the packages that are imported with them."""
    tree = ast.parse(_file(module).read_bytes())
    return frozenset(part for name in _imported(tree) for part in _with_packages(name))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == NAME)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == NAME:
            yield from (_module_or_name(f"{node.module}", alias.name) for alias in node.names)
        elif isinstance(node, ast.Constant):
            yield from _named(node.value)
        elif not _is_for_type_checkers(node):
            yield from _imported(node)


def _named(value: object) -> Iterator[str]:
    """The module of ours in a text like `package.module:function`."""
    module, colon, _ = value.partition(":") if isinstance(value, str) else ("", "", "")
    if colon and module.split(".")[0] == NAME and _find(module):
        yield module


def _is_for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


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
                found.update(inner for inner in path.rglob("*") if inner.is_file() and inner.suffix != ".pyc")
    return found
