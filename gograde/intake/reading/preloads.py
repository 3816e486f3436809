"""Finds the modules that can be imported before a Python program starts; reads the source, never runs it."""

from __future__ import annotations

import ast
import posixpath
from collections.abc import Collection, Iterator, Mapping

from gograde.intake.modules import RANDOM, SAFE
from gograde.intake.reading.python_sources import parsed


def ready_modules(files: Mapping[str, bytes], entry: str, ours: Collection[str] = ()) -> tuple[str, ...]:
    """Sorted names of the safe modules that a program or its own files import.

    `entry` is the path of the program in `files`.  Modules in `ours` belong to gograde and are safe too.
    Files that are not Python import nothing.
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
            if (top in ours and mine == [f"{top}.py"]) or (top in SAFE and not mine):
                found.add(name if name == RANDOM else top)
    return tuple(sorted(found))


def _imports(source: bytes) -> Iterator[str]:
    """Dotted names of the modules that a source imports; none of one that is not parsed."""
    tree = parsed(source)
    if tree is None:
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
            yield RANDOM


def _is_random(node: ast.Attribute, numpy: set[str]) -> bool:
    """Whether an expression is `numpy.random`, under any alias of numpy."""
    return isinstance(node.value, ast.Name) and node.value.id in numpy and node.attr == "random"
