"""The syntax tree of a Python source as a digest, which tells handed-out files from others."""

from __future__ import annotations

import ast
import hashlib

from gograde.intake.reading.python_sources import parsed

DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def skeleton_digest(source: bytes) -> str | None:
    """SHA-256 of a Python source's syntax tree: comments, docstrings and layout do not change it.

    None for a source that is not Python 3 or too long to parse.
    """
    tree = parsed(source)
    if tree is None:
        return None
    try:
        return hashlib.sha256(_outline(tree).encode("utf-8", "surrogatepass")).hexdigest()
    except (RecursionError, ValueError):  # too deep, or a number of thousands of digits
        return None


def _outline(node: object) -> str:
    """A syntax tree as text; the output of `ast.dump` differs between Python versions."""
    if isinstance(node, list):
        return f"[{','.join(map(_outline, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = ((name, value) for name, value in ast.iter_fields(node) if value is not None and value != [])
    inner = (f"{name}={_outline(_undocumented(node, name, value))}" for name, value in fields)
    return f"{type(node).__name__}({','.join(inner)})"


def _undocumented(node: ast.AST, name: str, value: object) -> object:
    if name == "body" and isinstance(node, DEFINITIONS) and ast.get_docstring(node, clean=False) is not None:
        return node.body[1:]
    return value
