"""What a source says outside its comments."""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator, Mapping

from gograde.intake.entry import Entry
from gograde.intake.languages import HEADERS
from gograde.intake.names import language_of
from gograde.intake.reading.python_sources import parsed
from gograde.intake.traits import Trait

VOID_MAIN = re.compile(rb"\bvoid\s+main\s*\(")

C_COMMENT = re.compile(rb"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
"""An unclosed comment extends to the end of the source, so the search stays linear."""

SHOWS = re.compile(rb"turtle|tkinter|matplotlib|pylab|pygame|cv2|PIL\b|import(?:lib|__)|\bexec|\beval", re.I)
"""Matches libraries that need all stand-ins, and what imports unseen; each file costs time."""

OLD_NAMES = (
    b"int float bool object str complex PINF NINF PZERO NZERO bool8 int0 float_ complex_ unicode_ string_ "
    b"Inf Infinity infty NaN NAN product cumproduct alltrue sometrue in1d row_stack"
).split()
"""Names that numpy once had; the stand-in module `_old_libraries` adds them."""

OLD_NUMPY = re.compile(rb"\b(?:np|numpy)\.(?:%s)(?![\w.])" % b"|".join(OLD_NAMES))

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


def marks(entry: Entry, files: Mapping[str, bytes]) -> Iterator[Trait]:
    """The marks of a program; `files` are those of the submission as the program finds them."""
    source = files[entry.path]
    if entry.language == "c" and any(is_void_main(files[path]) for path in entry.sources):
        yield Trait.VOID_MAIN
    if entry.language == "shell":
        first = source.split(b"\n", 1)[0]
        if first.startswith(b"#!") and b"bash" in first:
            yield Trait.BASH
        if b"python" in source:
            yield Trait.PYTHON
    if any(language_of(path) == "python" and SHOWS.search(data) for path, data in files.items()):
        yield Trait.SHOWS
    if any(language_of(path) == "python" and OLD_NUMPY.search(data) for path, data in files.items()):
        yield Trait.OLD_NUMPY


def is_void_main(source: bytes) -> bool:
    """Whether a C source defines a `main` without a result."""
    return VOID_MAIN.search(C_COMMENT.sub(b" ", source)) is not None
