"""Finds programs that may run a file as code or read their own source: they are not ranked by length.

Names in the sources decide.  So a program that hides a name is not found, and one may be found that does no
harm.  Neither gains by it, since the length counts every file.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping

from gograde.intake.entry import Entry
from gograde.intake.languages.table import LANGUAGES
from gograde.intake.names import is_notebook, language_of
from gograde.intake.reading.python_sources import parsed
from gograde.intake.reading.texts import C_COMMENT, is_c, without_comments

RUN_TEXT = frozenset({"exec", "eval", "getattr", "builtins"})
"""Names of Python that run a text as code, or lead to such a name."""

RUN_FILES = frozenset({"__import__", "importlib", "runpy", "subprocess", "ctypes", "multiprocessing", "pty"})
RUN_CALLS = re.compile(r"system|popen|f?exec[lv]\w{0,2}|spawn\w*|posix_spawnp?|dlopen|syscall")
"""Names of Python's `os` and of C that start a program or load a file."""

ORDINARY = frozenset({"__name__", "__init__", "__future__"})
"""Names with underscores that lead nowhere else."""

_WITHOUT_FILES = """
__future__ array bisect collections copy dataclasses decimal enum fractions functools heapq itertools math
operator random re string struct sys time typing
"""
NO_FILES = frozenset(_WITHOUT_FILES.split())
"""Modules of Python that open no file."""

TRANSLATED = "_python_2"
"""The module of ours that translated sources import."""

LIBRARIES = frozenset({*sys.stdlib_module_names, "numpy", TRANSLATED})

OWN_SOURCE = frozenset({"__file__", "__loader__", "__spec__", "inspect", "linecache"})

QUOTED = re.compile(rb"'[^']*'")

C_WORD = re.compile(r"[A-Za-z_]\w*")


def reads_code(entry: Entry, files: Mapping[str, bytes]) -> str:
    """Why a program is out of the ranking; empty when nothing speaks against it."""
    if is_notebook(entry.path):
        return "it is a notebook, whose page counts too"
    name = next(_named_itself(entry, files), "")
    if name:
        return f"it may read its own source ({name})"
    look = {"python": _in_python, "c": _in_c, "cpp": _in_c, "shell": _in_shell}.get(entry.language)
    if look is None:
        return f"it is {LANGUAGES[entry.language].program}, which is not looked through"
    found = look(entry, files)
    return found and f"it may run a file as code ({found})"


def _named_itself(entry: Entry, files: Mapping[str, bytes]) -> Iterator[str]:
    """The name of the entry, where a source has it outside its comments; `$0` in a script."""
    if any(entry.name.encode() in without_comments(path, data) for path, data in files.items()):
        yield entry.name
    if entry.language == "shell":
        script = QUOTED.sub(b"", files[entry.path])  # awk has a $0 of its own
        yield from (sign.decode() for sign in re.findall(rb"\$\{?0|BASH_SOURCE", script))
    if entry.language == "python":
        yield from sorted(OWN_SOURCE & set(_names(_trees(files))))


# -- Python ---------------------------------------------------------------------------------


def _trees(files: Mapping[str, bytes]) -> list[ast.Module | None]:
    return [parsed(data) for path, data in files.items() if language_of(path) == "python"]


def _names(trees: list[ast.Module | None]) -> Iterator[str]:
    """All names and attributes in the sources, and the modules that they import."""
    for node in (node for tree in trees if tree for node in ast.walk(tree)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.name.split(".")[0] for alias in node.names)
            yield (getattr(node, "module", None) or "").split(".")[0]


def _modules(trees: list[ast.Module | None]) -> Iterator[str]:
    """The modules that the sources import, by the first part of their names."""
    for node in (node for tree in trees if tree for node in ast.walk(tree)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0]


def _in_python(entry: Entry, files: Mapping[str, bytes]) -> str:
    """What may run a file as code."""
    trees = _trees(files)
    if None in trees:
        return "a source that is no Python, or too long to be looked through"
    names, modules = set(_names(trees)), set(_modules(trees))
    own = {part.removesuffix(".py") for path in files if path.endswith(".py") for part in path.split("/")}
    direct = {name for name in names if name in RUN_FILES or RUN_CALLS.fullmatch(name)}
    direct |= modules - LIBRARIES - own
    runs = {name for name in names if name in RUN_TEXT or name.startswith("__")} - ORDINARY
    opens = {"open"} if any(map(_opens, trees)) else set[str]()
    opens |= modules - NO_FILES - own - {TRANSLATED}
    return ", ".join(sorted(direct or (runs | opens if runs and opens else ())))


def _opens(tree: ast.Module | None) -> bool:
    """Whether a source names `open` in another way than in `open(0)`, which is standard input."""
    nodes = list(ast.walk(tree)) if tree else []
    named = sum(isinstance(node, ast.Name) and node.id == "open" for node in nodes)
    return named > sum(_is_open_0(node) for node in nodes)


def _is_open_0(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0)]):
            return True
    return False


# -- C and shell ----------------------------------------------------------------------------


def _in_c(entry: Entry, files: Mapping[str, bytes]) -> str:
    """What may start a program or load a file."""
    sources = (C_COMMENT.sub(b" ", data) for path, data in files.items() if is_c(path))
    words = {word for source in sources for word in C_WORD.findall(source.decode("latin-1"))}
    return ", ".join(sorted(word for word in words if RUN_CALLS.fullmatch(word)))


def _in_shell(entry: Entry, files: Mapping[str, bytes]) -> str:
    """Another file: a script can run each file that lies beside it, under no name that could be found."""
    return next((path for path in sorted(files) if path != entry.path), "")
