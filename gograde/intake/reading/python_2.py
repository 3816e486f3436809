"""Has fissix translate Python 2.

The course's own skeleton was Python 2.7.  `/` of two integers still rounds down after translation.
The order of values of different types is not translated.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fissix.pygram import python_grammar  # type: ignore[import-untyped]
from fissix.pytree import Leaf  # type: ignore[import-untyped]
from fissix.refactor import RefactoringTool, get_fixers_from_package  # type: ignore[import-untyped]

from gograde.intake.reading.python_sources import is_python_3

NAMES = "from _python_2 import *"

FIXERS = "fissix.fixes"

OURS = frozenset({f"{FIXERS}.fix_reload"})
"""Fixers that are left out, since `_python_2` replaces them."""

TRUE_DIVISION = re.compile(r"^\s*from\s+__future__\s+import\b[^\n]*\bdivision\b", re.MULTILINE)

SIMPLE = (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr)

TAB = 8
"""Columns between the tab stops of Python 2; Python 3 rejects mixed tabs and spaces."""


def in_python_3(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The translations by path: of the sources whose translation is Python 3 and differs."""

    found = zip(sources, translations(map(untabbed, sources.values())), strict=True)
    return {path: new for path, new in found if new and new != sources[path] and is_python_3(new)}


def untabbed(source: bytes) -> bytes:
    """The source with leading tabs expanded to spaces."""
    return b"\n".join(_untabbed_line(line) for line in source.split(b"\n"))


def _untabbed_line(line: bytes) -> bytes:
    code = line.lstrip(b" \t")
    return line[: len(line) - len(code)].expandtabs(TAB) + code


def translations(sources: Iterable[bytes]) -> Iterator[bytes]:
    """Each source in Python 3; empty when it cannot be translated.

    fissix translates syntax and names; division, sorting by a comparison and removed names are ours.
    """
    tool = RefactoringTool([name for name in get_fixers_from_package(FIXERS) if name not in OURS])
    for source in sources:
        try:
            yield _translated(source, tool)
        except Exception:  # fissix may raise anything for an untrusted source
            yield b""


def _translated(source: bytes, tool: Any) -> bytes:
    text = source.decode().replace("\r\n", "\n").rstrip() + "\n"
    tree = tool.refactor_string(text, "source")
    rewrite(tree, floor=not TRUE_DIVISION.search(text))
    return with_names(str(tree)).encode()


def rewrite(tree: Any, *, floor: bool) -> None:
    """Rewrite comparisons and, if `floor`, divisions in a fissix tree, in place."""
    for node in list(tree.post_order()):
        kind = getattr(node, "children", None) and _kind(node)
        new = None
        if floor and kind == "term":
            new = _term(node)
        elif floor and kind == "expr_stmt":
            new = _augmented(node)
        elif kind == "argument":
            new = _compared(node)
        elif kind == "trailer":
            _sort(node)
        if new is not None:
            node.replace(Leaf(1, new, prefix=node.prefix))


def _kind(node: Any) -> str:
    return str(python_grammar.number2symbol.get(node.type, ""))


def _term(node: Any) -> str | None:
    """`a * b / c` as `_divided(a * b, c)`, with Python's left associativity."""
    first, *rest = node.children
    if not any(str(sign).strip() == "/" for sign in rest[::2]):
        return None
    left = str(first).strip()
    for sign, operand in zip(rest[::2], rest[1::2], strict=True):
        divided = str(sign).strip() == "/"
        left = f"_divided({left},{operand})" if divided else f"{left}{sign}{operand}"
    return left


def _augmented(node: Any) -> str | None:
    if len(node.children) != 3 or str(node.children[1]).strip() != "/=":
        return None
    target, _, value = (str(child).strip() for child in node.children)
    return f"{target} = _divided({target}, {value})"


def _compared(node: Any) -> str | None:
    """`cmp=f` as `key=_by_comparing(f)`."""
    name, _, *value = (str(child) for child in node.children)
    return f"key=_by_comparing({''.join(value)})" if name.strip() == "cmp" else None


def _sort(node: Any) -> None:
    """`.sort(f)` as `.sort(key=_by_comparing(f))`."""
    before, children = node.prev_sibling, node.children
    if str(before).strip() != ".sort" or len(children) != 3 or str(children[0]).strip() != "(":
        return
    inner = children[1]
    if _kind(inner) not in ("argument", "arglist") and not str(inner).startswith("key=_by_comparing("):
        inner.replace(Leaf(1, f"key=_by_comparing({inner})"))


def with_names(text: str) -> str:
    """The source with `NAMES` before its first statement, on the same line if possible."""
    body = ast.parse(text).body
    first = next((node for node in body if not _leads(node)), None)
    lines = text.split("\n")
    if first is None:
        return text
    at = min([first.lineno, *(mark.lineno for mark in getattr(first, "decorator_list", ()))]) - 1
    if isinstance(first, SIMPLE) and first.col_offset == 0:
        lines[at] = f"{NAMES}; {lines[at]}"
    else:
        lines.insert(at, NAMES)
    return "\n".join(lines)


def _leads(node: ast.stmt) -> bool:
    """Whether a statement must stay in front: the docstring and imports from `__future__`."""
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__")
