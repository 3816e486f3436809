"""What a source says outside its comments."""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator

from gograde.intake.languages.table import HEADERS
from gograde.intake.names import language_of
from gograde.intake.reading.find_marks import C_COMMENT
from gograde.intake.reading.python_sources import parsed

SHELL_COMMENT = re.compile(rb"^[ \t]*#.*", re.MULTILINE)


def without_comments(path: str, source: bytes) -> bytes:
    """A source without comments; of Python the strings that are no docstrings; nothing of other files."""
    if is_c(path):
        return C_COMMENT.sub(b" ", source)
    if language_of(path) == "shell":
        return SHELL_COMMENT.sub(b"", source)
    tree = parsed(source) if language_of(path) == "python" else None
    return b"\n".join(_strings(tree)) if tree else b""


def _strings(tree: ast.Module) -> Iterator[bytes]:
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in alone:
            if isinstance(node.value, str):
                yield node.value.encode("utf-8", "replace")
            elif isinstance(node.value, bytes):
                yield node.value


def is_c(path: str) -> bool:
    """Whether a file is C or C++, a header too."""
    return language_of(path) in ("c", "cpp") or posixpath.splitext(path)[1].lower() in HEADERS
