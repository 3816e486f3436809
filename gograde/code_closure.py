"""Which of gograde's own files a module depends on: read from import statements, never listed by hand.

A result that was made by older code is told by the digest of the code that made it.  An import in
a function counts, since the function may be called; one for type checkers only does not.  A text
`package.module:function` counts as an import: it names a function that runs in the sandbox.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NAME = ROOT.name

_NAMES_A_FUNCTION = re.compile(rf"""{NAME}(?<=["']{NAME})[.\w]*(?=:)""")
"""A text that begins with a module's name and a colon; what a pattern begins with is looked for fast."""

_STATEMENT = re.compile(rf"\n[ \t]*((?:from|import) {NAME}\b(?:[^(\n]*\([^)]*\)|.*))")
"""An import, by the formatting that all files here have; to parse whole files takes ten times as long."""

_WORD = re.compile(r"#.*|([\w.]+)(?:\s+as\s+\w+)?")
"""A word of an import, without the name that it gets; nothing of a comment."""

_ANY_IMPORT = re.compile(r"\n[ \t]*(?:from|import) (\w+)")

_FOR_TYPE_CHECKERS = re.compile(r"\nif TYPE_CHECKING:.*(?:\n[ \t]+.*|\n(?=\n|[ \t]))+")

_NO_PACKAGES = {NAME, *sys.stdlib_module_names}
"""Top modules that no installed package brings."""

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
    return hashlib.sha256(_content(path)).hexdigest()


@cache
def _content(path: str) -> bytes:
    return (ROOT / path).read_bytes()


@cache
def sources_sha256() -> str:
    """One digest over gograde's own files, by path and content."""
    return _digest_of(path for paths in _files().values() for path in paths)


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
    files = {_modules()[module] for module in found}
    beside = (path for folder in {path.rpartition("/")[0] for path in files} for path in _data_in(folder))
    return frozenset({*files, *beside})


@cache
def packages(*modules: str) -> tuple[str, ...]:
    """The installed packages, with versions, that files of `closure(*modules)` import: `pillow-12.0.0`."""
    files = (path for path in closure(*modules) if path.endswith(".py"))
    names = {name for path in files for name in _foreign_imports(path)}
    return tuple(sorted({package for name in names for package in _bringing(name)}))


@cache
def _foreign_imports(path: str) -> frozenset[str]:
    return frozenset(_ANY_IMPORT.findall("\n" + _content(path).decode())).difference(_NO_PACKAGES)


@cache
def _bringing(module: str) -> list[str]:
    """The installed packages, by name with version, whose list of files has a top module."""
    files = [file for file in (f"{module}.py", f"{module}/__init__.py") if _lies_in_path(file)]
    listed = [f"\n{file},".encode() for file in files]
    return [name for name, record in _installed().items() if any(file in record for file in listed)]


def _lies_in_path(file: str) -> bool:
    return any(Path(entry, file).exists() for entry in sys.path if entry)


@cache
def _installed() -> Mapping[str, bytes]:
    """The list of files of each installed package, by its name with the version."""
    records = {record for entry in sys.path if entry for record in Path(entry).glob("*.dist-info/RECORD")}
    return {record.parent.stem: b"\n" + record.read_bytes() for record in records}


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of gograde that a module imports, and the packages that are imported with them."""
    return imports_in(_content(_modules()[module]).decode())


def imports_in(source: str) -> frozenset[str]:
    """The modules of gograde that this source imports and has, with the packages around them."""
    statements = _STATEMENT.findall(_FOR_TYPE_CHECKERS.sub("", f"\n{source}"))
    imported = (name for statement in statements for name in _imported(statement))
    names = (*imported, *_NAMES_A_FUNCTION.findall(source))
    return frozenset(filter(_modules().get, (part for name in names for part in _with_packages(name))))


def _imported(statement: str) -> Iterator[str]:
    first, module, *names = filter(None, _WORD.findall(statement))
    yield from (_module_or_name(module, name) for name in names[1:]) if first == "from" else (module, *names)


def _module_or_name(package: str, name: str) -> str:
    """`from package import name` imports a module of the package, or takes a name out of it."""
    return f"{package}.{name}" if f"{package}.{name}" in _modules() else package


def _with_packages(module: str) -> Iterator[str]:
    parts = module.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))


@cache
def _modules() -> Mapping[str, str]:
    """The file of each module."""
    ours = {f"{NAME}/{path}": path for files in _files().values() for path in files if path.endswith(".py")}
    return {name[:-3].removesuffix("/__init__").replace("/", "."): path for name, path in ours.items()}


@cache
def _files() -> Mapping[str, Sequence[str]]:
    """All files by the folder of the innermost package around them, both as paths below `gograde/`."""
    found: dict[str, list[str]] = defaultdict(list)
    around = {"": ""}
    for place, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in _NO_DATA]
        below = place[len(f"{ROOT}/") :]
        parent = below.rpartition("/")[0]
        is_package = around[parent] == parent and "__init__.py" in names
        around[below] = below if is_package else around[parent]
        found[around[below]] += (f"{below}/{name}".removeprefix("/") for name in names)
    return found


def _data_in(package: str) -> Iterator[str]:
    """What modules of a package read: files that are no modules, and folders that are no packages.

    Such a folder holds programs that run inside the sandbox, or templates of pages.
    """
    lying = _files().get(package, ())
    return (one for one in lying if one.rpartition("/")[0] != package or not one.endswith((".py", ".typed")))
