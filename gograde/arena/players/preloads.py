"""Which modules a Python program imports that can be had ready before it starts: read, never run."""

from __future__ import annotations

import ast
import posixpath
import warnings
from collections.abc import Collection, Iterator, Mapping

_SAFE = frozenset(
    word
    for words in """
    __future__ abc argparse array ast bisect cmath collections contextlib copy csv ctypes dataclasses
    datetime decimal difflib enum fractions functools gc glob hashlib heapq inspect io itertools json
    math numbers numpy operator os pathlib pickle platform pprint queue random re shutil signal
    statistics string struct subprocess sys textwrap threading time timeit traceback types typing
    unittest warnings weakref zlib
    """.splitlines()
    for word in words.split()
)
"""Modules that are the same in a forked process as when it imports them itself."""

_RANDOM = "numpy.random"
"""numpy imports it when it is asked for, which takes as long as all the rest."""


def ready_modules(files: Mapping[str, bytes], entry: str, ours: Collection[str] = ()) -> tuple[str, ...]:
    """Names of safe modules that a program imports, by itself or through its own files, sorted.

    `entry` is the path of the program in `files`, where all modules in `ours` are of our writing, and as
    safe as those.  Files that are no Python import nothing.
    """
    folder, waiting, seen = posixpath.dirname(entry), [entry], set[str]()
    found: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in seen or path not in files:
            continue
        seen.add(path)
        for name in _imports(files[path]):
            top = name.split(".")[0]
            own = [posixpath.join(folder, *parts) for parts in ((f"{top}.py",), (top, "__init__.py"))]
            mine = [path for path in own if path in files]
            waiting += mine
            if (top in ours and mine == [f"{top}.py"]) or (top in _SAFE and not mine):
                found.add(name if name == _RANDOM else top)
    return tuple(sorted(found))


def _imports(source: bytes) -> Iterator[str]:
    """Dotted names of modules that a source asks for."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    numpy = {"numpy"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            numpy |= {alias.asname for alias in node.names if alias.name == "numpy" and alias.asname}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute) and _is_random(node, numpy):
            yield _RANDOM


def _is_random(node: ast.Attribute, numpy: set[str]) -> bool:
    """Whether an expression is `numpy.random`, by any name of numpy."""
    return isinstance(node.value, ast.Name) and node.value.id in numpy and node.attr == "random"
