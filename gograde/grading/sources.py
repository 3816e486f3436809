"""Python sources from strangers, parsed by the grader and never run by it."""

from __future__ import annotations

import ast
import warnings

LONGEST = 128 * 1024
"""Bytes; a tree takes up to a thousand times the memory of its source."""


def parsed(source: bytes) -> ast.Module | None:
    """The syntax tree; None for what is no Python 3, or too long to be looked at."""
    if len(source) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_python_3(source: bytes) -> bool:
    """Whether the source parses as the Python that runs it; what is too long is taken to."""
    return len(source) > LONGEST or parsed(source) is not None


def imports(source: bytes) -> set[str]:
    """The last parts of all names that a source imports; none when it is not looked at."""
    names: set[str] = set()
    for node in ast.walk(parsed(source) or ast.Module([], [])):
        if isinstance(node, ast.Import):
            names |= {alias.name.rpartition(".")[2] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {(node.module or "").rpartition(".")[2], *(alias.name for alias in node.names)}
    return names
