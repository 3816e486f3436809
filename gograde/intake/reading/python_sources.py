"""Parses untrusted Python sources, and detects Python 2 by syntax and names; never runs them."""

from __future__ import annotations

import ast
import posixpath
import re
import warnings
from collections.abc import Iterator, Mapping

from gograde.intake.names import language_of
from gograde.sandbox.protocol import MIB

LONGEST = 128 * 1024
"""Bytes; a syntax tree takes up to a thousand times the memory of its source."""


def parsed(source: bytes) -> ast.Module | None:
    """The syntax tree; None for a source that is not Python 3, or longer than `LONGEST`."""
    if len(source) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_python_3(source: bytes) -> bool:
    """Whether the source parses as Python 3; a source longer than `LONGEST` counts as Python 3."""
    return len(source) > LONGEST or parsed(source) is not None


_OLD_MODULES = """
Tkinter tkMessageBox tkFont tkFileDialog tkSimpleDialog tkColorChooser ScrolledText Tix ttk
StringIO cStringIO cPickle ConfigParser urllib2
"""
OLD_MODULES = frozenset(_OLD_MODULES.split())
OLD_NAMES = frozenset({"xrange", "raw_input", "unicode", "unichr", "basestring", "execfile", "reload"})
NEW_NODES = (ast.JoinedStr, ast.AnnAssign, ast.Nonlocal, ast.NamedExpr, ast.AsyncFunctionDef)


def is_python_2(source: bytes) -> bool:
    """Whether the source is not Python 3, or parses as Python 3 but can only run as Python 2.

    A Python 2 name does not count when the source defines it, or inside `try` or a test of the version.
    """
    if len(source) > LONGEST:
        return False
    tree = parsed(source)
    if tree is None:
        return True
    defined = {name for node in ast.walk(tree) for name in _defined(node)}
    old = any(_is_old(node, defined) for node in _unguarded(tree))
    return old and not any(_is_new(node, defined) for node in ast.walk(tree))


def _unguarded(tree: ast.AST) -> Iterator[ast.AST]:
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        pending += (child for child in ast.iter_child_nodes(node) if not _guards(child))


def _guards(node: ast.AST) -> bool:
    if isinstance(node, (ast.If, ast.IfExp)):
        try:
            asked = ast.unparse(node.test)
        except (RecursionError, ValueError):  # too deep, or a number of too many digits
            return False
        return "version" in asked or "PY2" in asked or "PY3" in asked
    return isinstance(node, ast.Try) and bool(node.handlers)


def _defined(node: ast.AST) -> Iterator[str]:
    """The names that a node defines."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield node.asname or node.name


def _is_old(node: ast.AST, defined: set[str]) -> bool:
    match node:
        case ast.Import(names=names):
            return any(alias.name in OLD_MODULES for alias in names)
        case ast.ImportFrom(module=module, level=0):
            return module in OLD_MODULES
        case ast.Name(id=name):
            return name in OLD_NAMES and name not in defined
        case ast.Call(func=ast.Attribute(attr="has_key")):
            return "has_key" not in defined
        case ast.BinOp(left=ast.Name(id="print"), op=ast.RShift()):
            return True
    return False


def _is_new(node: ast.AST, defined: set[str]) -> bool:
    """Whether Python 2 rejects the node."""
    match node:
        case ast.Call(func=ast.Name(id="print"), keywords=[_, *_]):
            return "print_function" not in defined
        case (
            ast.arg(annotation=ast.expr()) | ast.FunctionDef(returns=ast.expr()) | ast.Raise(cause=ast.expr())
        ):
            return True
    return isinstance(node, NEW_NODES)


IMPORT = re.compile(rb"^[ \t]*(?:import|from)[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)", re.MULTILINE)


def imports(source: bytes) -> set[str]:
    """The last part of every imported name; empty when the source is longer than `LONGEST`.

    A source that is not Python 3 is searched line by line.
    """
    tree = parsed(source)
    if tree is None:
        found = IMPORT.findall(source[:LONGEST]) if len(source) <= LONGEST else []
        names = [name.decode().strip() for some in found for name in some.split(b",")]
        return {name.rpartition(".")[2] for name in names}
    return {name for node in ast.walk(tree) for name in _imported(node)}


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name.rpartition(".")[2] for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield (node.module or "").rpartition(".")[2]
        yield from (alias.name for alias in node.names)


MOST_READ = MIB
"""Bytes; when a submission has more Python than this, only its entry is examined."""


def python_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The Python sources of a submission."""
    return {path: data for path, data in files.items() if language_of(path) == "python"}


def is_python_2_program(files: Mapping[str, bytes], path: str) -> bool:
    """Whether the program at `path`, or a submitted module that it imports, is Python 2."""
    sources = python_files(files)
    if sum(map(len, sources.values())) > MOST_READ:
        return is_python_2(files[path])
    return any(is_python_2(files[source]) for source in _reached(sources, path))


def _reached(sources: Mapping[str, bytes], path: str) -> set[str]:
    """The entry and the sources that it imports, directly or not, matched by module name."""
    reached: set[str] = set()
    new = {path}
    while new:
        reached |= new
        names = {name for source in new for name in imports(sources.get(source, b""))}
        new = {source for source in sources if _module(source) in names} - reached
    return reached


def _module(path: str) -> str:
    folder, name = posixpath.split(path)
    return posixpath.basename(folder) if name == "__init__.py" else posixpath.splitext(name)[0]
